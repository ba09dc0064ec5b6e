// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"
	"time"

	"cairn/internal/account"
)

// exportTokens is what the file account.json says about programs that act for the
// user. Hashes of tokens are left out.
type exportTokens struct {
	Tokens  []ownToken     `json:"tokens,omitempty"`
	SSHKeys []exportSSHKey `json:"ssh_keys,omitempty"`
}

type exportSSHKey struct {
	Name    string    `json:"name"`
	Public  string    `json:"key"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"last_used,omitzero"`
}

func (s *exports) exportTokens(r *http.Request, user account.User) (e exportTokens, err error) {
	list, err := s.core.Accounts.Programs.Tokens(r.Context(), user)
	if err != nil {
		return e, err
	}
	for _, own := range list {
		token := newOwnToken(own, "")
		token.ID = "" // the beginning of the hash
		e.Tokens = append(e.Tokens, token)
	}
	keys, err := s.core.Accounts.Programs.SSHKeys(r.Context(), user)
	for _, k := range keys {
		e.SSHKeys = append(e.SSHKeys, exportSSHKey{k.Name, k.Public, k.Created, k.Used})
	}
	return e, err
}
