// SPDX-License-Identifier: Apache-2.0

// Keeps a request open as long as the page is: the program ends with its last page.

new EventSource("/desktop/alive");
