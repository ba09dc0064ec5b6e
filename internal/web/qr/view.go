// SPDX-License-Identifier: Apache-2.0

package qr

// QuietZone is the white border, in modules, that readers of QR codes need.
const QuietZone = 4

// View is a QR code as the template "qr" draws it, in modules.
type View struct {
	Size  int // with the border; 0 when there is no code
	Quiet int
	Path  string // the dark modules
}
