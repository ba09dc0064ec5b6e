// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"
	"time"

	"cairn/internal/account"
	"cairn/internal/web"
)

// sshKeys has the handlers that list, add and remove SSH keys.
type sshKeys struct{ *handlers }

// sshKeysView lists the SSH keys of the visitor, with a form for a new one.
type sshKeysView struct {
	web.Page
	proofFields
	Keys  []account.SSHKey
	Typed string // text of a new one
}

// ownSSHKey is an SSH key in JSON.
type ownSSHKey struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Fingerprint string    `json:"fingerprint"`
	Public      string    `json:"key"`
	Created     time.Time `json:"created"`
	Used        time.Time `json:"last_used,omitzero"`
}

func (s *sshKeys) show(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, "", nil)
}

func (s *sshKeys) render(w http.ResponseWriter, r *http.Request, typed string, p *web.Problem) error {
	list, err := s.core.Accounts.Programs.SSHKeys(r.Context(), web.VisitorOf(r).User)
	if err != nil {
		return err
	}
	if web.WantsJSON(r) {
		all := convert(list, func(k account.SSHKey) ownSSHKey {
			return ownSSHKey{k.ID(), k.Name, k.Fingerprint, k.Public, k.Created, k.Used}
		})
		return s.core.WriteJSON(w, http.StatusOK, map[string][]ownSSHKey{"keys": append([]ownSSHKey{}, all...)})
	}
	return s.core.RenderForm(w, "ssh_keys", &sshKeysView{s.core.FormPage(r, "web.ssh-keys.title", p), s.addFields(r), list, typed})
}

func (s *sshKeys) add(w http.ResponseWriter, r *http.Request, in web.Form) error {
	user := web.VisitorOf(r).User
	key, err := s.core.Accounts.Programs.AddSSHKey(r.Context(), user, proofOf(r, in), in.Text("key"))
	if err != nil {
		return s.refuse(r, err, func(p *web.Problem) error { return s.render(w, r, in.Text("key"), p) })
	}
	s.announce(r, user, "ssh-key-added", "key", key.Fingerprint)
	return s.core.DoneNotice(w, r, "/account/ssh-keys", "ssh-key-added", map[string]string{"id": key.ID(), "fingerprint": key.Fingerprint})
}

func (s *sshKeys) remove(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User
	if err := s.core.Accounts.Programs.RemoveSSHKey(r.Context(), user, r.PathValue("id")); err != nil {
		return err
	}
	s.core.Security(r, "ssh-key-removed", user.ID)
	return s.core.DoneNotice(w, r, "/account/ssh-keys", "ssh-key-removed", struct{}{})
}
