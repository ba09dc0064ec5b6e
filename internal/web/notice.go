// SPDX-License-Identifier: Apache-2.0

package web

import "net/url"

// withNotice adds the key of something that has just been done to an address.
func withNotice(path, key string) string {
	u, err := url.Parse(path)
	if err != nil {
		return path
	}
	query := u.Query()
	query.Set("notice", key)
	u.RawQuery = query.Encode()
	return u.String()
}
