// SPDX-License-Identifier: Apache-2.0

// Turns clicks, drags and keys on a board into touches of points. board.js decides
// what a touch means.

import { neighbour } from "./state.js";

/** @typedef {import("./render.js").Renderer} Renderer */
/**
 * @typedef {object} Handlers callbacks for input
 * @property {(point: string) => void} touch
 * @property {() => void} back takes the last touch back
 * @property {() => boolean} pen whether presses draw
 * @property {(from: string, to: string) => void} aim shows what is being drawn; empty for nothing
 * @property {(from: string, to: string) => void} draw draws an arrow, or a circle on one point
 * @property {(point: string) => boolean} lift whether the man on a point can be dragged; it is carried from now on
 */

/** How far a pointer goes, in pixels, before a press is a drag. */
const SLACK = 6;
/** Milliseconds after which a finger that rests on a point draws. */
const HOLD = 450;
/** How near a point, in units of the drawing, a man must be dropped. */
const REACH = 62;

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Listens on a board.
 * @param {Renderer} renderer
 * @param {Handlers} handlers
 */
export function listen(renderer, handlers) {
  makeButtons(renderer);
  listenKeys(renderer, handlers);
  listenPointer(renderer, handlers);
}

/**
 * Makes buttons of the points: one tab stop for the board, arrow keys within.
 * @param {Renderer} renderer
 */
function makeButtons(renderer) {
  let first = true;
  for (const { control } of renderer.spots.values()) {
    control.removeAttribute("href");
    control.setAttribute("role", "button");
    control.setAttribute("tabindex", first ? "0" : "-1");
    first = false;
  }
}

/**
 * @param {Renderer} renderer
 * @param {Handlers} handlers
 */
function listenKeys(renderer, handlers) {
  const { svg, spots } = renderer;
  svg.addEventListener("keydown", (event) => {
    const spot = spots.get(pointOf(event));
    if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) {
      const [dx, dy] = ARROWS[event.key];
      neighbour([...spots.values()], spot, dx, dy).control.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      handlers.touch(spot.name);
    } else if (event.key === "Escape") {
      handlers.back();
    } else {
      return;
    }
    event.preventDefault();
  });
  // On the parent: Chromium makes an SVG with a focus listener a tab stop.
  svg.parentElement?.addEventListener("focusin", (event) => {
    const name = pointOf(event);
    if (!spots.has(name)) return;
    for (const spot of spots.values()) spot.control.setAttribute("tabindex", spot.name === name ? "0" : "-1");
  });
}

/**
 * A press that does not move is a click, as assistive technology sends it; one
 * that moves is a drag, and no click follows it.
 * @param {Renderer} renderer
 * @param {Handlers} handlers
 */
function listenPointer(renderer, handlers) {
  const { svg } = renderer;
  let dragged = false;
  svg.addEventListener("click", (event) => {
    const name = pointOf(event);
    if (name && !dragged) handlers.touch(name);
    dragged = false;
    event.preventDefault();
  });
  svg.addEventListener("pointerdown", (event) => {
    dragged = false;
    const name = pointOf(event);
    const used = () => (dragged = true);
    if (!name || !event.isPrimary) return;
    if (event.button === 2 || event.button === 0 && handlers.pen()) draw(renderer, handlers, event, name, used);
    else if (event.button === 0) follow(renderer, handlers, event, name, used);
  });
  svg.addEventListener("contextmenu", (event) => event.preventDefault()); // the right button draws, and so does a finger that rests
}

/**
 * Follows a pressed pointer until it is released.
 * @param {Renderer} renderer
 * @param {Handlers} handlers
 * @param {PointerEvent} down
 * @param {string} name
 * @param {() => void} onDrag called when the press becomes a drag
 */
function follow(renderer, handlers, down, name, onDrag) {
  const end = new AbortController();
  const { signal } = end;
  let dragging = false;
  const hold = setTimeout(() => {
    if (down.pointerType !== "touch" || dragging) return;
    end.abort();
    draw(renderer, handlers, down, name, onDrag);
  }, HOLD);
  signal.addEventListener("abort", () => clearTimeout(hold));
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== down.pointerId) return;
    if (!dragging) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK) return;
      if (!handlers.lift(name)) {
        end.abort();
        return;
      }
      dragging = true;
      onDrag();
    }
    renderer.men.drag(name, place(renderer.svg, event));
  }, { signal });
  addEventListener("touchmove", (event) => {
    if (dragging) event.preventDefault(); // the man moves, not the page
  }, { signal, passive: false });
  addEventListener("pointerup", (event) => {
    if (event.pointerId !== down.pointerId) return;
    end.abort();
    if (!dragging) return;
    const target = nearest(renderer, place(renderer.svg, event));
    if (target && target !== name) handlers.touch(target);
    renderer.men.drop(name); // back to its point, if the touch had no effect
  }, { signal });
  addEventListener("pointercancel", () => {
    end.abort();
    renderer.men.drop(name);
  }, { signal });
}

/**
 * Follows a pointer that draws until it is released: on another point it makes an arrow, on
 * the same a circle. A tap with the pen is a click, which board.js takes as one end.
 * @param {Renderer} renderer
 * @param {Handlers} handlers
 * @param {PointerEvent} down
 * @param {string} from
 * @param {() => void} onDraw called when it is no tap
 */
function draw(renderer, handlers, down, from, onDraw) {
  const end = new AbortController();
  const { signal } = end;
  const under = (/** @type {PointerEvent} */ event) => nearest(renderer, place(renderer.svg, event));
  const tap = handlers.pen() && down.button === 0;
  let drawn = !tap;
  if (drawn) {
    onDraw();
    handlers.aim(from, from);
  }
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== down.pointerId) return;
    if (!drawn && under(event) === from) return;
    drawn = true;
    onDraw();
    handlers.aim(from, under(event) || from);
  }, { signal });
  addEventListener("touchmove", (event) => event.preventDefault(), { signal, passive: false });
  addEventListener("pointerup", (event) => {
    if (event.pointerId !== down.pointerId) return;
    end.abort();
    if (!drawn) return;
    handlers.aim("", "");
    if (under(event)) handlers.draw(from, under(event));
  }, { signal });
  addEventListener("pointercancel", () => {
    end.abort();
    handlers.aim("", "");
  }, { signal });
}

/**
 * @param {SVGSVGElement} svg
 * @param {PointerEvent} event
 * @returns {{x: number, y: number}} where a pointer is, in units of the drawing
 */
function place(svg, event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
}

/**
 * @param {Renderer} renderer
 * @param {{x: number, y: number}} at
 */
function nearest(renderer, at) {
  for (const spot of renderer.spots.values()) {
    if (Math.hypot(spot.x - at.x, spot.y - at.y) < REACH) return spot.name;
  }
  return "";
}

/** @param {Event} event */
function pointOf(event) {
  const node = /** @type {Element} */ (event.target).closest("[data-point]");
  return /** @type {SVGElement | null} */ (node)?.dataset.point ?? "";
}
