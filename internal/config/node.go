// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"net/url"
	"strings"
)

// databaseValue is the URL of a PostgreSQL database. It is shown, and refused,
// without its password.
func databaseValue(target *string) Value[string] {
	v := NewValue(target, ParseDatabase, "URL")
	v.format = ShowDatabase
	return v
}

// ParseDatabase checks the URL of a PostgreSQL database. The error does not show it,
// since it may hold a password.
func ParseDatabase(text string) (string, error) {
	const like = "like postgres://cairn@db.example.org/cairn"
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" || u.Opaque != "" || u.Fragment != "":
		return "", errors.New("database: want a URL " + like)
	case strings.Trim(u.Path, "/") == "" && !u.Query().Has("dbname"):
		return "", errors.New("database: want the name of the database too, " + like)
	}
	return text, nil
}

// ShowDatabase returns the URL of a database without its password.
func ShowDatabase(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "(set)"
	}
	if query := u.Query(); query.Has("password") {
		query.Set("password", "xxxxx")
		u.RawQuery = query.Encode()
	}
	return u.Redacted()
}

// hasPassword reports whether the URL of a database holds a password.
func hasPassword(text string) bool {
	u, err := url.Parse(text)
	if err != nil {
		return false
	}
	_, set := u.User.Password()
	return set || u.Query().Has("password")
}

// WithPassword returns the URL of a database, checked and with database-password if
// it has none.
func (c *Config) WithPassword(text string) (string, error) {
	text, err := ParseDatabase(text)
	return withPassword(text, c.password), err
}

// withPassword returns the URL of a database with a password.
func withPassword(text, password string) string {
	u, err := url.Parse(text)
	if text == "" || password == "" || err != nil || hasPassword(text) {
		return text
	}
	u.User = url.UserPassword(u.User.Username(), password)
	return u.String()
}

// busValue is the URL of a NATS server, or several divided by commas. What stands
// before the host, a password or a token, is not shown.
func busValue(target *string) Value[string] {
	v := NewValue(target, parseBus, "URL")
	v.format = func(text string) string {
		var shown []string
		for _, one := range strings.Split(text, ",") {
			u, err := url.Parse(one)
			if err != nil {
				return "(set)"
			}
			if u.User != nil {
				u.User = url.User("xxxxx")
			}
			shown = append(shown, u.String())
		}
		return strings.Join(shown, ",")
	}
	return v
}

func parseBus(text string) (string, error) {
	var all []string
	for _, one := range strings.Split(text, ",") {
		one = strings.TrimSpace(one)
		u, err := url.Parse(one)
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
			return "", errors.New("bus: want a URL like nats://nats.example.org:4222, or several divided by commas")
		}
		all = append(all, one)
	}
	return strings.Join(all, ","), nil
}
