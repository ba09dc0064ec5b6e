// SPDX-License-Identifier: Apache-2.0

// Package password tells people why a password they chose would soon be guessed:
// it is short, one that many have chosen, made of their own name, or a mere
// pattern. It asks for no capitals, digits or signs, which make passwords hard to
// remember and hardly better.
//
// It does not hash, store or compare passwords, and asks no other host about them.
//
// The list of common passwords, common.gz, is that of zxcvbn 4.4.2 by Dan Wheeler
// and Dropbox, Inc. (MIT licence, in common.LICENSE), which comes from the ten
// million passwords that Mark Burnett published in 2015. We keep those of 8
// characters and more, and words of 5 to 7 letters among the first 5,000, which
// people make longer with digits.
package password
