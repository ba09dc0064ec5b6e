// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"cairn/internal/failure"
)

// Programs lets programs act for users: with personal tokens, by SSH, and as bots.
// Its methods may be called concurrently.
type Programs struct {
	accounts *Service
	store    ProgramStore
}

// ProgramStore keeps SSH keys and bots. The promises of Store hold here too.
type ProgramStore interface {
	// CreateSSHKey stores a key; *failure.TakenError if an account has it already.
	CreateSSHKey(ctx context.Context, k SSHKey) error
	// FindSSHKey returns a key with its user.
	FindSSHKey(ctx context.Context, fingerprint string) (SSHKey, User, error)
	// FindSSHKeys returns the keys of a user, the oldest first.
	FindSSHKeys(ctx context.Context, user string) ([]SSHKey, error)
	// UseSSHKey notes when a key was used.
	UseSSHKey(ctx context.Context, fingerprint string, now time.Time) error
	// DeleteSSHKey removes a key of a user.
	DeleteSSHKey(ctx context.Context, user, fingerprint string) error

	// MakeBot makes an account a bot, or reports that it has played a match. A bot stays a
	// bot.
	MakeBot(ctx context.Context, id string) (played bool, err error)
}

// BecomeBot makes an account a bot, for good: a program plays with it, others see
// that, and it plays rated matches against other bots alone. An account that has played a
// match is Forbidden "bot-played". It is no error if it is a bot already.
func (p *Programs) BecomeBot(ctx context.Context, user User) (User, error) {
	switch {
	case user.Guest:
		return User{}, failure.New(failure.Forbidden, "account-needed")
	case !user.Scopes.Allow(ScopeBot):
		return User{}, failure.New(failure.Forbidden, "scope")
	}
	if u, err := p.accounts.Find(ctx, user.ID); err != nil || u.Bot {
		return u, err
	}
	played, err := p.store.MakeBot(ctx, user.ID)
	if err != nil {
		return User{}, err
	}
	if played {
		return User{}, failure.New(failure.Forbidden, "bot-played")
	}
	p.accounts.Forget(user.ID)
	if err := p.accounts.withdraw(ctx, user.ID); err != nil { // from seeks and challenges
		return User{}, err
	}
	return p.accounts.Find(ctx, user.ID)
}

// TokenPrefix begins every personal token, so that programs that look for secrets
// in files recognise one.
const TokenPrefix = "cairn_"

const (
	// tokenLife is how long a token is valid if its maker does not choose.
	tokenLife = 365 * 24 * time.Hour
	// MaxTokenLife is the longest life of a token.
	MaxTokenLife = 5 * tokenLife
	// maxTokens is the number of tokens of a user.
	maxTokens = 50
)

// TokenSpec is the choice of a user who creates a personal token.
type TokenSpec struct {
	Name   string
	Scopes Scopes
	Life   time.Duration // 0 for a year
}

// check returns an Invalid error for the invalid fields.
func (t TokenSpec) check(user User) error {
	fields := map[string]string{}
	switch {
	case t.Scopes == 0:
		fields["scopes"] = "token-scopes-missing"
	case t.Scopes&^AllScopes != 0:
		fields["scopes"] = "token-scopes-unknown"
	case t.Scopes&ScopeModerate != 0 && user.Role == Player:
		fields["scopes"] = "token-scopes-role"
	}
	if t.Name == "" {
		fields["name"] = "token-name-missing"
	}
	if t.Life < time.Hour || t.Life > MaxTokenLife {
		fields["days"] = "token-life"
	}
	return failure.Form(fields)
}

// CreateToken creates a personal token and returns its text, which is not stored
// and cannot be shown again. A token is a session: Service.EndSession ends it, and so does
// what ends all sessions of a user, such as a new password. It is Forbidden with a
// token, "token-scope", and if the user has many, "token-many". The user must be
// as authenticated: if how the user logs in has changed since, the error is Stale.
func (p *Programs) CreateToken(ctx context.Context, user User, spec TokenSpec) (text string, token Session, err error) {
	if err := p.mayCreateToken(ctx, user, &spec); err != nil {
		return "", Session{}, err
	}
	return p.accounts.sessions.openToken(ctx, user, spec)
}

// CreateOwnToken is CreateToken for users themselves: it requires a Proof, with a code
// only if User.NeedsCodeToAdd.
func (p *Programs) CreateOwnToken(ctx context.Context, user User, proof Proof, spec TokenSpec) (text string, token Session, err error) {
	err = p.mayCreateToken(ctx, user, &spec)
	if err == nil {
		user, err = p.accounts.prove(ctx, user, proof)
	}
	if err != nil {
		return "", Session{}, err
	}
	return p.accounts.sessions.openToken(ctx, user, spec)
}

// mayCreateToken completes the spec of a token, and checks it and the user.
func (p *Programs) mayCreateToken(ctx context.Context, user User, spec *TokenSpec) error {
	if user.Scopes != 0 {
		return failure.New(failure.Forbidden, "token-scope")
	}
	spec.Name = plainName(spec.Name)
	if spec.Life == 0 {
		spec.Life = tokenLife
	}
	if err := spec.check(user); err != nil {
		return err
	}
	have, err := p.Tokens(ctx, user)
	if err == nil && len(have) >= maxTokens {
		err = failure.New(failure.Forbidden, "token-many")
	}
	return err
}

// Tokens lists the personal tokens of a user, the latest seen first.
func (p *Programs) Tokens(ctx context.Context, user User) ([]Session, error) {
	return p.accounts.sessions.list(ctx, user, true)
}

// GuestToken creates a guest who plays with a program, and the token of it.
func (p *Programs) GuestToken(ctx context.Context, name string) (User, string, error) {
	u, err := p.accounts.newGuest(ctx)
	if err != nil {
		return User{}, "", err
	}
	text, _, err := p.accounts.sessions.openToken(ctx, u, TokenSpec{Name: plainName(name), Scopes: ScopeRead | ScopePlay, Life: sessionLife})
	return u, text, err
}

// openToken creates the session of a personal token and returns it with its text. checked
// is as for open.
func (s *sessions) openToken(ctx context.Context, checked User, spec TokenSpec) (text string, token Session, err error) {
	token = Session{User: checked.ID, Name: spec.Name, Scopes: spec.Scopes}
	token, text = s.complete(token, TokenPrefix+newSecret(), spec.Life)
	return text, token, s.store.CreateSession(ctx, token, checked.Version)
}

// Scopes is the set of permissions of a token. The zero value is for the session of
// a browser, which may do everything that its user may.
type Scopes uint8

// The scopes.
const (
	ScopeRead      Scopes = 1 << iota // see what its user sees
	ScopePlay                         // play: matches, seeks, puzzles
	ScopeChallenge                    // challenge players, and answer challenges
	ScopeBot                          // make the account a bot
	ScopeModerate                     // what a moderator may do
)

// AllScopes has every scope.
const AllScopes = ScopeRead | ScopePlay | ScopeChallenge | ScopeBot | ScopeModerate

// ScopeNames are the names of the scopes, in the order of their values.
var ScopeNames = []string{"read", "play", "challenge", "bot", "moderate"}

// Allow reports whether a session with these scopes may do what needs others.
func (s Scopes) Allow(need Scopes) bool { return s == 0 || s&need == need }

// Names lists the scopes.
func (s Scopes) Names() []string {
	names := []string{}
	for i, name := range ScopeNames {
		if s&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String writes scopes as ParseScopes reads them.
func (s Scopes) String() string { return strings.Join(s.Names(), ",") }

// ParseScopes reads names of scopes with commas or spaces between them.
func ParseScopes(text string) (Scopes, error) {
	var all Scopes
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		i := slices.Index(ScopeNames, name)
		if i < 0 {
			return 0, failure.Form(map[string]string{"scopes": "no-choice"})
		}
		all |= 1 << i
	}
	return all, nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Scopes) UnmarshalText(text []byte) (err error) {
	*s, err = ParseScopes(string(text))
	return err
}
