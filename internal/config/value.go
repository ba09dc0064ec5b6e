// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn/internal/web"
)

// Value is a pflag.Value that a function parses. The function's errors say what
// would be right.
type Value[T comparable] struct {
	target *T
	parse  func(text string) (T, error)
	kind   string         // shown in help after the flag's name
	format func(T) string // nil for fmt.Sprint
}

// NewValue returns a Value that sets target; kind is shown in help after the
// flag's name.
func NewValue[T comparable](target *T, parse func(text string) (T, error), kind string) Value[T] {
	return Value[T]{target: target, parse: parse, kind: kind}
}

// Set implements pflag.Value.
func (v Value[T]) Set(text string) (err error) {
	*v.target, err = v.parse(text)
	return err
}

// Type implements pflag.Value.
func (v Value[T]) Type() string { return v.kind }

// String implements pflag.Value: the default as help shows it, empty for the zero
// value.
func (v Value[T]) String() string {
	var zero T
	switch {
	case v.target == nil || *v.target == zero:
		return ""
	case v.format != nil:
		return v.format(*v.target)
	}
	return fmt.Sprint(*v.target)
}

// FolderValue is the path of a folder.
func FolderValue(target *string) Value[string] {
	return NewValue(target, func(text string) (string, error) {
		if text == "" {
			return "", errors.New("folder: want a path")
		}
		return text, nil
	}, "DIR")
}

// FileValue is the path of a file.
func FileValue(target *string) Value[string] {
	v := textValue(target)
	v.kind = "FILE"
	return v
}

// AddressValue is an address to listen on. One without a host means all hosts, or
// only this machine if it is private.
func AddressValue(target *string, private bool) Value[string] {
	return NewValue(target, func(text string) (string, error) {
		host, port, err := net.SplitHostPort(text)
		number, numeric := strconv.ParseUint(port, 10, 16)
		if err != nil || numeric != nil {
			return "", fmt.Errorf("address %q: want a host and a port like 127.0.0.1:8080", text)
		}
		if host == "" && private {
			host = "127.0.0.1"
		}
		return net.JoinHostPort(host, strconv.FormatUint(number, 10)), nil
	}, "ADDRESS")
}

// optionalAddressValue is an address to listen on, or none.
func optionalAddressValue(target *string) Value[string] {
	v := AddressValue(target, false)
	parse := v.parse
	v.parse = func(text string) (string, error) {
		if text == "none" {
			return text, nil
		}
		return parse(text)
	}
	return v
}

// URLValue is the public address of a server.
func URLValue(target *string) Value[string] {
	return NewValue(target, ParseURL, "URL")
}

// webhookValue is an address to which something is posted. Its faults do not show it,
// since its path may be a secret.
func webhookValue(target *string) Value[string] {
	return NewValue(target, func(text string) (string, error) {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Fragment != "" {
			return "", errors.New("webhook-url: want an address like https://example.org/hook")
		}
		return text, nil
	}, "URL")
}

// ParseURL reads the public address of a server: scheme and host only.
func ParseURL(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("url %q: want one like https://play.example.org", text)
	}
	if strings.Trim(u.Path, "/") != "" {
		return "", fmt.Errorf("url %q: want a host without a path", text)
	}
	return u.Scheme + "://" + u.Host, nil
}

// directoryValue is the URL of an ACME directory (RFC 8555).
func directoryValue(target *string) Value[string] {
	return NewValue(target, func(text string) (string, error) {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			return "", fmt.Errorf("directory %q: want an address like https://acme.example.org/directory", text)
		}
		return text, nil
	}, "URL")
}

// issuerValue is the issuer of an OpenID Connect provider, exactly as it names
// itself. Unencrypted only on this machine.
func issuerValue(target *string) Value[string] {
	return NewValue(target, func(text string) (string, error) {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())) {
			return "", fmt.Errorf("issuer %q: want an address like https://login.example.org", text)
		}
		return text, nil
	}, "URL")
}

// CountValue is a number from 0.
func CountValue(target *int, most int) Value[int] { return intValue(target, 0, most) }

// positiveValue is a number from 1.
func positiveValue(target *int, most int) Value[int] { return intValue(target, 1, most) }

func intValue(target *int, least, most int) Value[int] {
	return NewValue(target, func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			return 0, fmt.Errorf("number %q: want a whole number from %d to %d", text, least, most)
		}
		return n, nil
	}, "N")
}

// wordValue is one of a few words.
func wordValue(target *string, name, kind string, words []string) Value[string] {
	return NewValue(target, func(text string) (string, error) {
		if !slices.Contains(words, text) {
			return "", fmt.Errorf("%s %q: want one of %s", name, text, strings.Join(words, ", "))
		}
		return text, nil
	}, kind)
}

// textValue is any text that is not empty.
func textValue(target *string) Value[string] {
	return NewValue(target, func(text string) (string, error) {
		if text == "" {
			return "", errors.New("want a text")
		}
		return text, nil
	}, "TEXT")
}

// switchValue is true or false.
func switchValue(target *bool) Value[bool] {
	return NewValue(target, func(text string) (bool, error) {
		on, err := strconv.ParseBool(text)
		if err != nil {
			return false, fmt.Errorf("switch %q: want true or false", text)
		}
		return on, nil
	}, "bool")
}

// mailValue is one email address.
func mailValue(target *string) Value[string] {
	return NewValue(target, func(text string) (string, error) {
		if _, err := mail.ParseAddress(text); err != nil {
			return "", fmt.Errorf("email address %q: want one like cairn@example.org", text)
		}
		return text, nil
	}, "EMAIL")
}

// limitForm is the text of a limit; the comma may be left out.
var limitForm = regexp.MustCompile(`^([1-9][0-9]{0,5}),? then 1 per ([0-9a-zµ.]+)$`)

// limitValue is how often something may be done: "15, then 1 per 6s", or none.
func limitValue(target *web.Limit) Value[web.Limit] {
	v := NewValue(target, parseLimit, "LIMIT")
	v.format = func(l web.Limit) string {
		if l.Every == 0 {
			return "none"
		}
		return fmt.Sprintf("%d, then 1 per %s", l.Burst, l.Every)
	}
	return v
}

func parseLimit(text string) (web.Limit, error) {
	if text == "none" {
		return web.Limit{Burst: 1}, nil // without Every there is no limit
	}
	fault := fmt.Errorf(`limit %q: want one like "15, then 1 per 6s", or none`, text)
	parts := limitForm.FindStringSubmatch(text)
	if parts == nil {
		return web.Limit{}, fault
	}
	burst, err := strconv.Atoi(parts[1])
	every, wait := time.ParseDuration(parts[2])
	if err != nil || wait != nil || every <= 0 || every > 24*time.Hour {
		return web.Limit{}, fault
	}
	return web.Limit{Every: every, Burst: burst}, nil
}

// values is a pflag.Value of several values of one kind. Set replaces all of them.
type values[T any] struct {
	target *[]T
	parse  func(text string) (T, error)
	kind   string
}

func listValue[T any](target *[]T, parse func(string) (T, error), kind string) values[T] {
	return values[T]{target, parse, kind}
}

// Set implements pflag.Value: values separated by commas or blanks.
func (v values[T]) Set(text string) error {
	var all []T
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		one, err := v.parse(word)
		if err != nil {
			return err
		}
		all = append(all, one)
	}
	*v.target = all
	return nil
}

// Type implements pflag.Value.
func (v values[T]) Type() string { return v.kind }

// String implements pflag.Value.
func (v values[T]) String() string {
	if v.target == nil {
		return ""
	}
	var words []string
	for _, one := range *v.target {
		words = append(words, fmt.Sprint(one))
	}
	return strings.Join(words, ", ")
}

// domainForm is a name with at least one dot, as it is looked up in DNS.
var domainForm = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$`)

func parseDomain(text string) (string, error) {
	name := strings.ToLower(strings.TrimSuffix(text, "."))
	if _, err := netip.ParseAddr(name); err == nil || !domainForm.MatchString(name) {
		return "", fmt.Errorf("domain %q: want a name like play.example.org", text)
	}
	return name, nil
}

// parsePrefix reads a network, or an address as a network of its own.
func parsePrefix(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, fmt.Errorf("network %q: want one like 10.0.0.0/8, or an address", text)
	}
	return prefix.Masked(), nil
}
