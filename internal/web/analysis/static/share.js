// SPDX-License-Identifier: Apache-2.0

// The code that embeds a position: it is written anew for the position shown when the
// part of the page with it is opened.

for (const part of document.querySelectorAll("[data-embed]")) {
  part.addEventListener("toggle", () => {
    const code = part.querySelector("input");
    const position = document.querySelector("#position");
    if (!code || !(part instanceof HTMLElement) || !(position instanceof HTMLInputElement)) return;
    const frame = `${part.dataset.embed}?${new URLSearchParams({ position: position.value })}`;
    code.value = code.value.replace(/src="[^"]*"/, () => `src="${frame}"`);
  });
}
