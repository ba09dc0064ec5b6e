// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"syscall"
)

// folderValue is the path of a folder.
func folderValue(target *string) value[string] {
	return value[string]{target, func(text string) (string, error) {
		if text == "" {
			return "", errors.New("folder: want a path")
		}
		return text, nil
	}, "DIR"}
}

// addressValue is what a server listens on. One without a host is for all hosts,
// or for this one only if it is private.
func addressValue(target *string, private bool) value[string] {
	return value[string]{target, func(text string) (string, error) {
		host, port, err := net.SplitHostPort(text)
		number, numeric := strconv.ParseUint(port, 10, 16)
		if err != nil || numeric != nil {
			return "", fmt.Errorf("address %q: want a host and a port like 127.0.0.1:8080", text)
		}
		if host == "" && private {
			host = "127.0.0.1"
		}
		return net.JoinHostPort(host, strconv.FormatUint(number, 10)), nil
	}, "ADDRESS"}
}

// urlValue is the address that people type.
func urlValue(target *string) value[string] {
	return value[string]{target, func(text string) (string, error) {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
			return "", fmt.Errorf("url %q: want one like https://play.example.org", text)
		}
		if strings.Trim(u.Path, "/") != "" {
			return "", fmt.Errorf("url %q: want a host of its own, without a path", text)
		}
		return u.Scheme + "://" + u.Host, nil
	}, "URL"}
}

// listen opens a listener; a port in use is told as such.
func listen(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("another program listens on %s: stop it, or choose another address", address)
	}
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	return listener, nil
}

// homeOf returns the address of a listener as a browser on this machine takes
// it.
func homeOf(listener net.Listener, secure bool) string {
	return schemeOf(secure) + reachable(listener.Addr().String(), "localhost")
}

// schemeOf is how an address begins.
func schemeOf(secure bool) string {
	if secure {
		return "https://"
	}
	return "http://"
}

// reachable returns where somebody on this machine finds a server that listens
// on an address: if on all hosts, then on this one, by the name given.
func reachable(address, here string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = here
	}
	return net.JoinHostPort(host, port)
}
