// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"strings"
)

// Browsers and systems by their words in the header, the most specific first:
// many browsers also name others.
var (
	browsers = [][2]string{
		{"Edg", "Edge"},
		{"OPR", "Opera"},
		{"Vivaldi", "Vivaldi"},
		{"SamsungBrowser", "Samsung"},
		{"Firefox", "Firefox"},
		{"FxiOS", "Firefox"},
		{"CriOS", "Chrome"},
		{"Chromium", "Chromium"},
		{"Chrome", "Chrome"},
		{"Safari", "Safari"},
		{"curl", "curl"},
	}
	systems = [][2]string{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

// BrowserName names the browser and system of a request, so that users
// recognise their sessions. Nothing else of the header is kept, as it could
// identify a person.
func BrowserName(r *http.Request) string {
	header := r.UserAgent()
	browser, system := named(header, browsers), named(header, systems)
	switch {
	case browser == "":
		return system
	case system == "":
		return browser
	}
	return browser + " · " + system
}

func named(header string, names [][2]string) string {
	for _, name := range names {
		if strings.Contains(header, name[0]) {
			return name[1]
		}
	}
	return ""
}
