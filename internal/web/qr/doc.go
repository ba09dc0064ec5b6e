// SPDX-License-Identifier: Apache-2.0

// Package qr makes QR codes of short texts, as ISO/IEC 18004 describes them:
// byte mode, versions 1 to 6, error correction level M, which survives the loss
// of about 15 % of the picture. That is enough for an address of a match.
//
// It draws nothing: a Code says which modules are dark, and gives them as the
// data of an SVG path.
package qr
