// SPDX-License-Identifier: Apache-2.0

package account

// Views are the data types of the views.
var Views = map[string]any{
	"account":      accountView{},
	"codes":        codesView{},
	"confirm":      confirmView{},
	"delete":       deleteView{},
	"login_code":   codeView{},
	"new_password": newPasswordView{},
	"reset":        resetView{},
	"two_factor":   twoFactorView{},
	"passkeys":     passkeysView{},
	"openid_new":   newOpenIDView{},
	"openid_link":  linkOpenIDView{},
	"sessions":     sessionsView{},
	"setup":        setupView{},
	"ssh_keys":     sshKeysView{},
	"tokens":       tokensView{},
	"login":        logInView{},
	"logout":       logOutView{},
	"signup":       signUpView{},
}
