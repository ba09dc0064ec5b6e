// SPDX-License-Identifier: Apache-2.0

package account

import (
	"net/http"
	"time"

	"cairn/internal/failure"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// sshKeys has the handlers that list, add and remove SSH keys.
type sshKeys struct{ core *web.Server }

// sshKeysView lists the SSH keys of the visitor, with a form for a new one.
type sshKeysView struct {
	web.Page
	proofFields
	Keys    []sshKeyRow
	Typed   string // text of a new one
	Problem *web.Problem
}

type sshKeyRow struct {
	ID, Name, Fingerprint, Since string
	Used                         string // to the hour; empty for never
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
	if !web.WantsJSON(r) {
		return s.render(w, r, http.StatusOK, sshKeysView{})
	}
	list, err := s.core.Accounts.Programs.SSHKeys(r.Context(), web.VisitorOf(r).User)
	if err != nil {
		return err
	}
	all := []ownSSHKey{}
	for _, k := range list {
		all = append(all, ownSSHKey{k.ID(), k.Name, k.Fingerprint, k.Public, k.Created, k.Used})
	}
	return s.core.WriteJSON(w, http.StatusOK, map[string][]ownSSHKey{"keys": all})
}

func (s *sshKeys) render(w http.ResponseWriter, r *http.Request, status int, v sshKeysView) error {
	list, err := s.core.Accounts.Programs.SSHKeys(r.Context(), web.VisitorOf(r).User)
	if err != nil {
		return err
	}
	v.Page = s.core.Page(r, s.core.Texts(r).Text("web.ssh-keys.title"))
	v.Narrow, v.proofFields = true, addFieldsOf(s.core, r)
	for _, k := range list {
		row := sshKeyRow{ID: k.ID(), Name: k.Name, Fingerprint: k.Fingerprint, Since: listing.Day(k.Created)}
		if !k.Used.IsZero() {
			row.Used = listing.Hour(k.Used)
		}
		v.Keys = append(v.Keys, row)
	}
	return s.core.Render(w, status, "ssh_keys", &v)
}

func (s *sshKeys) add(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user := web.VisitorOf(r).User
	key, err := s.core.Accounts.Programs.AddSSHKey(r.Context(), user, proofOf(r, in), in.Text("key"))
	if err != nil {
		noteWrongProof(s.core, r, err)
		if !web.OnForm(r, err, failure.Invalid, failure.Forbidden) {
			return err
		}
		p := s.core.Problem(r, err)
		return s.render(w, r, p.Status, sshKeysView{Typed: in.Text("key"), Problem: p})
	}
	s.core.Security(r, "ssh-key-added", user.ID)
	s.core.SendMail(s.core.TextsFor(r, user), user.Email, "ssh-key-added", "name", user.Name, "key", key.Fingerprint)
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
