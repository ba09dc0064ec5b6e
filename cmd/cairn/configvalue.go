// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
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

// The ways to reach a mail server: plain first and then TLS, TLS from the start,
// plain only.
const (
	mailStartTLS = "starttls"
	mailTLS      = "tls"
	mailPlain    = "none"
)

var mailKinds = []string{mailStartTLS, mailTLS, mailPlain}

// wordValue is one of a few words.
func wordValue(target *string, name, kind string, words []string) value[string] {
	return value[string]{target, func(text string) (string, error) {
		if !slices.Contains(words, text) {
			return "", fmt.Errorf("%s %q: want one of %s", name, text, joined(words))
		}
		return text, nil
	}, kind}
}

// nameValue is any text but none.
func nameValue(target *string) value[string] {
	return value[string]{target, func(text string) (string, error) {
		if text == "" {
			return "", errors.New("want a text")
		}
		return text, nil
	}, "TEXT"}
}

// fileValue is the path of a file.
func fileValue(target *string) value[string] {
	v := nameValue(target)
	v.kind = "FILE"
	return v
}

// switchValue is on or off.
func switchValue(target *bool) value[bool] {
	return value[bool]{target, func(text string) (bool, error) {
		on, err := strconv.ParseBool(text)
		if err != nil {
			return false, fmt.Errorf("switch %q: want true or false", text)
		}
		return on, nil
	}, "bool"}
}

// amountValue is a number from 1.
func amountValue(target *int, most int) value[int] {
	return value[int]{target, func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > most {
			return 0, fmt.Errorf("number %q: want a whole number from 1 to %d", text, most)
		}
		return n, nil
	}, "N"}
}

// mailValue is one e-mail address.
func mailValue(target *string) value[string] {
	return value[string]{target, func(text string) (string, error) {
		if _, err := mail.ParseAddress(text); err != nil {
			return "", fmt.Errorf("e-mail address %q: want one like cairn@example.org", text)
		}
		return text, nil
	}, "EMAIL"}
}

// portValue is an address to listen on, or none.
func portValue(target *string) value[string] {
	v := addressValue(target, false)
	address := v.parse
	v.parse = func(text string) (string, error) {
		if text == "none" {
			return text, nil
		}
		return address(text)
	}
	return v
}

// directoryValue is the address where an authority for certificates (RFC 8555)
// begins.
func directoryValue(target *string) value[string] {
	return value[string]{target, func(text string) (string, error) {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			return "", fmt.Errorf("directory %q: want an address like https://acme.example.org/directory", text)
		}
		return text, nil
	}, "URL"}
}

// domainForm is a name with at least one dot, as it is asked for in DNS.
var domainForm = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]$`)

func parseDomain(text string) (string, error) {
	name := strings.ToLower(strings.TrimSuffix(text, "."))
	if _, err := netip.ParseAddr(name); err == nil || !domainForm.MatchString(name) {
		return "", fmt.Errorf("domain %q: want a name like play.example.org", text)
	}
	return name, nil
}

// parsePrefix reads a network, or one address as the network of it alone.
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

// limit is a web.Limit that is told as text.
type limit web.Limit

// noLimit lets everything through. It is not the zero value, which is one that
// was not told.
var noLimit = limit{Burst: 1}

// String writes "15, then 1 per 6s".
func (l limit) String() string {
	if l.Every == 0 {
		return "none"
	}
	return fmt.Sprintf("%d, then 1 per %s", l.Burst, l.Every)
}

// limitForm is how a limit is written; the comma may be left out.
var limitForm = regexp.MustCompile(`^([1-9][0-9]{0,5}),? then 1 per ([0-9a-zµ.]+)$`)

// limitValue is how often something may be done.
func limitValue(target *limit) value[limit] {
	return value[limit]{target, func(text string) (limit, error) {
		if text == "none" {
			return noLimit, nil
		}
		wrong := fmt.Errorf(`limit %q: want one like "15, then 1 per 6s", or none`, text)
		parts := limitForm.FindStringSubmatch(text)
		if parts == nil {
			return limit{}, wrong
		}
		burst, err := strconv.Atoi(parts[1])
		every, wait := time.ParseDuration(parts[2])
		if err != nil || wait != nil || every <= 0 || every > 24*time.Hour {
			return limit{}, wrong
		}
		return limit{Every: every, Burst: burst}, nil
	}, "LIMIT"}
}
