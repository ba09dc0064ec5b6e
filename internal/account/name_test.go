// SPDX-License-Identifier: Apache-2.0

package account_test

import (
	"testing"
	"unicode"

	"cairn/internal/account"
)

// TestNames changes the name of an account several times.
func TestNames(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	for _, test := range []struct{ name, want string }{
		{"Zoë", ""},
		{"Jean-Luc_2", ""},
		{"Straße", ""},
		{"Иван", ""},
		{"Νίκος", ""},
		{"山田さくら", ""},
		{"スーパー", ""},
		{"김철수7", ""},
		{"42", ""},
		{"Modest", ""},
		{"Rooter", ""},
		{"Αnn", "name-mixed"},         // a Greek Alpha
		{"Mаry", "name-mixed"},        // a Cyrillic а
		{"Ａｎｎ", "name-mixed"},         // full width
		{"𝐀nn", "name-mixed"},         // mathematical
		{"ﬁlm", "name-mixed"},         // a ligature
		{"Ann４", "name-mixed"},        // a digit of full width
		{"\u212aelvin", "name-mixed"}, // the Kelvin sign
		{"ɑnn", "name-mixed"},         // phonetics
		{"Νί\u1f79κος", "name-mixed"}, // the second code point of ό
		{"Ann🯴", "name-mixed"},        // a digit of seven segments
		{"Սևակ", ""},
		{"กำพล", ""},
		{"\u095bर", ""},
		{"реасе", "name-lookalike"}, // all Cyrillic
		{"САТ-9", "name-lookalike"},
		{"ΝΟΝΑ", "name-lookalike"}, // all Greek
		{"admin", "name-reserved"},
		{"A.d-M_i.N", "name-reserved"},
		{"mod42", "name-reserved"},
		{"r00t", "name-reserved"},
		{"Supp0rt_1", "name-reserved"},
		{"Cairn", "name-reserved"},
		{"Computer", "name-reserved"},
		{"Ordinateur", "name-reserved"},
		{"Joueur_Supprimé", "name-reserved"},
		{"gelöschterSpieler", "name-reserved"},
		{"Gu3st", "name-reserved"},
		{"admın", "name-reserved"}, // its capitals are ADMIN
		{"Caırn", "name-reserved"},
		{"Guest-ABC", "name-malformed"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := h.ChangeName(background, ann, proof(phrase), test.name)
			if test.want == "" {
				must(t, err)
				return
			}
			wantFields(t, test.name, err, map[string]string{"name": test.want})
		})
	}
}

// TestFoldLogin compares logins as the store finds accounts by them.
func TestFoldLogin(t *testing.T) {
	h := newHouse(t)
	h.member("missis")
	for _, login := range []string{"missis", "MISSIS", " Missis\t", "mıssis", "MİSSIS", "miſſis", "mISSıſ", "mıssis@example.org"} {
		_, err := h.LogIn(background, login, phrase, "")
		if found := err == nil; found != (account.FoldLogin(login) == "missis" || account.FoldLogin(login) == "missis@example.org") {
			t.Errorf("%q: found %t, folded %q", login, found, account.FoldLogin(login))
		}
		if err != nil {
			t.Errorf("%q: got %v, want the account", login, err)
		}
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := account.FoldLogin("a" + string(r) + "a")
		for same := unicode.SimpleFold(r); same != r; same = unicode.SimpleFold(same) {
			if got := account.FoldLogin("a" + string(same) + "a"); got != want {
				t.Errorf("%q and %q: got %q and %q, want the same", r, same, want, got)
			}
		}
		if again := account.FoldLogin(want); again != want {
			t.Errorf("%q: got %q, folded again %q", r, want, again)
		}
	}
}

// TestNamesOfBefore logs in to and changes an account with a name that later rules refuse:
// only new names are checked.
func TestNamesOfBefore(t *testing.T) {
	h := newHouse(t)
	ann, _ := h.member("Ann")
	_, err := h.store.UpdateUser(background, ann.ID, func(u *account.User) error {
		u.Name = "Αdmin"
		return nil
	})
	must(t, err)
	_, err = h.LogIn(background, "Αdmin", phrase, "")
	must(t, err)
	_, err = h.ChangeEmail(background, ann, proof(phrase), "new@example.org")
	must(t, err)
}
