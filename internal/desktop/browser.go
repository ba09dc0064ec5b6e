// SPDX-License-Identifier: Apache-2.0

package desktop

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// NoBrowser opens no window.
const NoBrowser = "none"

// open opens the address in a separate window if a browser supports that, else in the
// default browser. Closing the separate window ends the program.
func open(ctx context.Context, o Options, address string, pages *presence) error {
	if o.Browser == NoBrowser {
		return nil
	}
	browser := cmp.Or(o.Browser, findBrowser())
	if browser == "" {
		return openDefault(address)
	}
	// A separate profile: a browser that runs already would otherwise take over the
	// window, and this process would end at once.
	command := exec.CommandContext(ctx, browser, "--app="+address, "--user-data-dir="+filepath.Join(o.Folder, "browser"),
		"--no-first-run", "--no-default-browser-check")
	leave := pages.enter() // until the window is closed
	if err := command.Start(); err != nil {
		leave()
		return err
	}
	go func() {
		_ = command.Wait() // the exit status does not matter
		leave()
	}()
	return nil
}

// browsers returns browsers with an app mode: names on the search path, or paths where the
// system installs them.
func browsers() []string {
	switch runtime.GOOS {
	case "darwin":
		var all []string
		for _, name := range []string{"Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"} {
			all = append(all, filepath.Join("/Applications", name+".app", "Contents", "MacOS", name))
		}
		return all
	case "windows":
		var all []string
		for _, folder := range []string{os.Getenv("ProgramFiles"), os.Getenv("ProgramFiles(x86)"), os.Getenv("LocalAppData")} {
			if folder != "" {
				all = append(all, filepath.Join(folder, "Google", "Chrome", "Application", "chrome.exe"),
					filepath.Join(folder, "Microsoft", "Edge", "Application", "msedge.exe"))
			}
		}
		return all
	}
	return []string{"chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge", "brave-browser"}
}

// findBrowser returns a browser with an app mode, empty for none.
func findBrowser() string {
	for _, name := range browsers() {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// openDefault opens an address in the default browser.
func openDefault(address string) error {
	var command *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		command = exec.Command("open", address)
	case "windows":
		command = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	default:
		command = exec.Command("xdg-open", address)
	}
	if err := command.Run(); err != nil {
		return errors.Join(errors.New("open the default browser"), err)
	}
	return nil
}
