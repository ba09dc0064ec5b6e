// SPDX-License-Identifier: Apache-2.0

// The men of a board: they stand on points, move along the way of a move, come, go,
// and are dragged by a pointer.

import { STEP } from "./timeline.js";

/** @typedef {import("./render.js").Spot} Spot */

/** Milliseconds a man takes to come or go. */
const FADE = 240;
/** Milliseconds at most for a chain of many steps. */
const MAX_TRAVEL = 1400;
const EASING = "cubic-bezier(.35,.1,.25,1)";

export class Men {
  /**
   * @param {SVGSVGElement} svg
   * @param {Map<string, Spot>} spots the points in the board's order
   */
  constructor(svg, spots) {
    this.layer = /** @type {SVGElement} */ (svg.querySelector("[data-men]"));
    this.pattern = /** @type {SVGElement} */ (svg.querySelector("[data-pattern]"));
    this.spots = spots;
    this.still = reducedMotion();
  }

  /**
   * @param {string} name
   * @returns {Spot} a point of this board
   */
  spot(name) {
    return /** @type {Spot} */ (this.spots.get(name));
  }

  /**
   * @param {string} name
   * @returns {SVGElement | null} the man that stands on a point
   */
  at(name) {
    return this.layer.querySelector(`[data-man="${name}"]`);
  }

  /**
   * Moves the men to their points, along a way where it fits.
   * @param {string} men
   * @param {string[]} way points of the move that led there
   * @param {number} [pace] milliseconds from one point to the next
   */
  show(men, way, pace = STEP) {
    const { strays, vacant } = this.differences(men);
    let travel = 0;
    for (const [color, points] of Object.entries(vacant)) {
      for (const point of points) {
        const stray = takeStray(strays[color], way, point);
        if (!stray) {
          this.enter(color, point);
          continue;
        }
        travel = Math.max(travel, this.travel(stray, point, way, pace));
      }
    }
    for (const node of [...strays.white, ...strays.black]) this.leave(node, travel * 0.7);
  }

  /**
   * Finds the men in wrong places and the points without their man, by colour.
   * @param {string} men
   */
  differences(men) {
    /** @type {Record<string, SVGElement[]>} */
    const strays = { white: [], black: [] };
    /** @type {Record<string, string[]>} */
    const vacant = { white: [], black: [] };
    [...this.spots.keys()].forEach((name, i) => {
      const want = { w: "white", b: "black" }[men[i]];
      const node = this.at(name);
      const has = node && (node.classList.contains("white") ? "white" : "black");
      if (has && has !== want) strays[has].push(node);
      if (want && has !== want) vacant[want].push(name);
    });
    return { strays, vacant };
  }

  /**
   * @param {SVGElement} node
   * @param {string} to
   * @param {string[]} way
   * @param {number} pace
   * @returns {number} how long it takes, in milliseconds
   */
  travel(node, to, way, pace) {
    const from = node.dataset.man ?? "";
    const legs = stops(way, from, to).map((name) => this.spot(name));
    const dragged = node.classList.contains("dragged");
    this.stand(node, to);
    node.classList.remove("dragged");
    if (this.still.matches || dragged) return 0;
    this.layer.append(node); // above the men it passes
    const duration = Math.min(pace * (legs.length - 1), MAX_TRAVEL);
    node.animate(
      legs.map((spot) => ({ transform: `translate(${spot.x}px, ${spot.y}px)`, easing: EASING })),
      { duration },
    );
    return duration;
  }

  /**
   * @param {string} color
   * @param {string} point
   */
  enter(color, point) {
    const node = /** @type {SVGElement} */ (this.pattern.cloneNode(true));
    node.removeAttribute("data-pattern");
    node.setAttribute("class", `man ${color}`);
    this.stand(node, point);
    this.layer.append(node);
    if (this.still.matches) return;
    node.firstElementChild?.animate(
      [{ transform: "scale(1.35)", opacity: 0 }, { transform: "scale(1)", opacity: 1 }],
      { duration: FADE, easing: EASING },
    );
  }

  /**
   * @param {SVGElement} node
   * @param {number} delay
   */
  leave(node, delay) {
    delete node.dataset.man; // it is on no point any more
    if (this.still.matches) {
      node.remove();
      return;
    }
    const fade = node.firstElementChild?.animate(
      [{ transform: "scale(1)", opacity: 1 }, { transform: "scale(.55)", opacity: 0 }],
      { duration: FADE, delay, easing: "ease-in", fill: "forwards" },
    );
    fade?.finished.then(() => node.remove(), () => node.remove());
  }

  /**
   * @param {SVGElement} node
   * @param {string} name
   */
  stand(node, name) {
    const spot = this.spot(name);
    node.dataset.man = name;
    node.setAttribute("transform", `translate(${spot.x} ${spot.y})`);
  }

  /**
   * Moves a man with the pointer.
   * @param {string} name
   * @param {{x: number, y: number}} at in units of the drawing
   */
  drag(name, at) {
    const node = this.at(name);
    if (!node) return;
    if (!node.classList.contains("dragged")) this.layer.append(node);
    node.classList.add("dragged");
    node.setAttribute("transform", `translate(${at.x} ${at.y})`);
  }

  /**
   * Puts a dragged man back.
   * @param {string} name
   */
  drop(name) {
    const node = this.at(name);
    if (!node?.classList.contains("dragged")) return;
    node.classList.remove("dragged");
    this.stand(node, name);
  }
}

/**
 * Chooses the man that moves to a point: the man at the beginning of the way, if any.
 * @param {SVGElement[]} strays
 * @param {string[]} way
 * @param {string} to
 */
function takeStray(strays, way, to) {
  if (strays.length === 0) return undefined;
  const known = strays.findIndex((node) => way.includes(to) && way.includes(node.dataset.man ?? ""));
  return strays.splice(Math.max(known, 0), 1)[0];
}

/**
 * Returns the points a man passes from one point to another, both included, if
 * they are on the way, in either direction.
 * @param {string[]} way
 * @param {string} from
 * @param {string} to
 */
function stops(way, from, to) {
  const start = way.indexOf(from);
  const end = way.lastIndexOf(to);
  if (start < 0 || end < 0) return [from, to];
  return start <= end ? way.slice(start, end + 1) : way.slice(end, start + 1).reverse();
}

/**
 * Returns whether men move without animation: by the settings, else by the system
 * preference.
 * @returns {{matches: boolean}}
 */
function reducedMotion() {
  const { motion } = document.documentElement.dataset;
  if (motion === "reduced" || motion === "full") return { matches: motion === "reduced" };
  return matchMedia("(prefers-reduced-motion: reduce)");
}
