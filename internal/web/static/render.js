// SPDX-License-Identifier: Apache-2.0

// Draws on the board the server has drawn: moves men, toggles classes, renames
// points. All looks are in board.css; what to show is decided in board.js.

import { fill, touchOf } from "./state.js";
import { STEP } from "./timeline.js";

/** @typedef {import("./state.js").Side} Side */
/** @typedef {{name: string, x: number, y: number, control: SVGElement, spot: SVGElement}} Spot */
/**
 * @typedef {{next: string[], path: string[], last: string[], taken: string[], changed: string[],
 *   carried: string, men: string, turn: Side, mills?: string[][], premove?: string[], dim?: string[]}} Marks
 */

/** Milliseconds a man takes to come or go. */
const FADE = 240;
/** Milliseconds at most for a chain of many steps. */
const MAX_TRAVEL = 1400;
/** How far from the lower edge, in units of the drawing, the names of columns are at most. */
const EDGE = 40;
const EASING = "cubic-bezier(.35,.1,.25,1)";

/** Renderer owns the nodes of one board. */
export class Renderer {
  /**
   * @param {SVGSVGElement} svg
   * @param {Record<string, string>} texts
   */
  constructor(svg, texts) {
    this.svg = svg;
    this.texts = texts;
    this.layer = /** @type {SVGElement} */ (svg.querySelector("[data-men]"));
    this.pattern = /** @type {SVGElement} */ (svg.querySelector("[data-pattern]"));
    this.lines = /** @type {SVGElement} */ (svg.querySelector("[data-mill-lines]"));
    /** @type {string[][]} */
    this.mills = [];
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    for (const control of /** @type {NodeListOf<SVGElement>} */ (svg.querySelectorAll("[data-point]"))) {
      const name = control.dataset.point ?? "";
      const spot = /** @type {SVGElement} */ (svg.querySelector(`[data-spot="${name}"]`));
      this.spots.set(name, { name, x: Number(control.dataset.x), y: Number(control.dataset.y), control, spot });
    }
    this.still = stillness();
  }

  /** @returns {string[]} the points in the board's order */
  get order() {
    return [...this.spots.keys()];
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
  man(name) {
    return this.layer.querySelector(`[data-man="${name}"]`);
  }

  /**
   * Moves the men to their points, along a way where it fits.
   * @param {string} men
   * @param {string[]} way points of the move that led there
   * @param {number} [pace] milliseconds from one point to the next
   */
  showMen(men, way, pace = STEP) {
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
    this.order.forEach((name, i) => {
      const want = { w: "white", b: "black" }[men[i]];
      const node = this.man(name);
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
   * Shows which points may be touched, and the last move.
   * @param {Marks} marks
   */
  showMarks(marks) {
    this.svg.classList.toggle("by-white", marks.turn === "white");
    this.svg.classList.toggle("by-black", marks.turn === "black");
    let i = 0;
    for (const spot of this.spots.values()) this.markSpot(spot, marks.men[i++], marks);
    this.showMills(marks.mills ?? []);
  }

  /**
   * Lights lines of men.
   * @param {string[][]} mills the points of each
   */
  showMills(mills) {
    if (JSON.stringify(mills) === JSON.stringify(this.mills)) return; // do not start again
    this.mills = mills;
    this.lines.replaceChildren(...mills.map((line) => {
      const [from, to] = [this.spot(line[0]), this.spot(line[line.length - 1])];
      const path = document.createElementNS(this.svg.namespaceURI, "path");
      path.setAttribute("d", `M${from.x} ${from.y}L${to.x} ${to.y}`);
      return path;
    }));
  }

  /**
   * Shakes what stands on a point, gently.
   * @param {string} name
   */
  shake(name) {
    if (this.still.matches) return;
    const node = this.man(name)?.firstElementChild ?? this.spot(name).spot.querySelector(".dimple, .halo");
    node?.animate([0, -7, 6, -4, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 320, easing: "ease-out" });
  }

  /** Turns the board by half a circle. */
  flip() {
    const { width, height } = this.svg.viewBox.baseVal;
    for (const spot of this.spots.values()) {
      [spot.x, spot.y] = [width - spot.x, height - spot.y];
      for (const node of [spot.control, spot.spot]) node.setAttribute("transform", `translate(${spot.x} ${spot.y})`);
      const man = this.man(spot.name);
      if (man) this.stand(man, spot.name);
    }
    for (const label of this.svg.querySelectorAll(".labels text")) {
      const below = Number(label.getAttribute("y")) > height - EDGE;
      const [name, size] = below ? ["x", width] : ["y", height];
      label.setAttribute(name, String(size - Number(label.getAttribute(name))));
    }
    const ground = /** @type {SVGElement} */ (this.svg.querySelector("[data-ground]"));
    if (ground.hasAttribute("transform")) ground.removeAttribute("transform");
    else ground.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
    const { mills } = this;
    this.showMills([]);
    this.showMills(mills);
  }

  /**
   * @param {Spot} spot
   * @param {string} man
   * @param {Marks} marks
   */
  markSpot({ name, control, spot }, man, marks) {
    const next = marks.next.includes(name);
    const touch = touchOf(man, marks.turn);
    const on = {
      next, own: next && touch === "own", enter: next && touch === "enter", take: next && touch === "take",
      path: marks.path.includes(name), last: marks.last.includes(name), taken: marks.taken.includes(name),
      carried: marks.carried === name, premove: marks.premove?.includes(name) ?? false,
      mill: marks.mills?.some((line) => line.includes(name)) ?? false,
    };
    for (const [name, is] of Object.entries(on)) {
      control.classList.toggle(name, is);
      spot.classList.toggle(name, is);
    }
    this.man(name)?.classList.toggle("unconfirmed", marks.changed.includes(name));
    this.man(name)?.classList.toggle("dim", marks.dim?.includes(name) ?? false);
    const said = [fill(this.texts.point, { point: name, man: this.texts[`man.${{ w: "white", b: "black", ".": "empty" }[man]}`] })];
    if (next) said.push(this.texts[`may.${touch}`]);
    for (const mark of /** @type {const} */ (["path", "last", "taken", "mill", "premove"])) if (on[mark]) said.push(this.texts[`mark.${mark}`]);
    control.setAttribute("aria-label", said.join(", "));
    control.setAttribute("aria-disabled", String(!next));
  }

  /**
   * Moves a man with the pointer.
   * @param {string} name
   * @param {{x: number, y: number}} at in units of the drawing
   */
  drag(name, at) {
    const node = this.man(name);
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
    const node = this.man(name);
    if (!node?.classList.contains("dragged")) return;
    node.classList.remove("dragged");
    this.stand(node, name);
  }
}

/**
 * Chooses the man that moves to a point: the one at the beginning of the way, if any.
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
function stillness() {
  const { motion } = document.documentElement.dataset;
  if (motion === "reduced" || motion === "full") return { matches: motion === "reduced" };
  return matchMedia("(prefers-reduced-motion: reduce)");
}
