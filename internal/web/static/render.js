// SPDX-License-Identifier: Apache-2.0

// Draws on the board the server has drawn: toggles classes, renames points, lights
// mills, turns the board. All looks are in board.css; what to show is decided in
// board.js and marks.js, and men.js moves the men.

import { pointMarks } from "./marks.js";
import { Men } from "./men.js";

/** @typedef {{name: string, x: number, y: number, control: SVGElement, spot: SVGElement}} Spot */
/** @typedef {import("./marks.js").Marks} Marks */

/** How far from the lower edge, in units of the drawing, the names of columns are at most. */
const EDGE = 40;

/** Renderer owns the nodes of one board. */
export class Renderer {
  /**
   * @param {SVGSVGElement} svg
   * @param {Record<string, string>} texts
   */
  constructor(svg, texts) {
    this.svg = svg;
    this.texts = texts;
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
    this.men = new Men(svg, this.spots);
  }

  /** @returns {string[]} the points in the board's order */
  get order() {
    return [...this.spots.keys()];
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
    this.showMills(marks.mills);
  }

  /**
   * @param {Spot} spot
   * @param {string} man
   * @param {Marks} marks
   */
  markSpot({ name, control, spot }, man, marks) {
    const { classes, label } = pointMarks(name, man, marks, this.texts);
    for (const [mark, on] of Object.entries(classes)) {
      control.classList.toggle(mark, on);
      spot.classList.toggle(mark, on);
    }
    const node = this.men.at(name);
    node?.classList.toggle("unconfirmed", marks.changed.includes(name));
    node?.classList.toggle("dim", marks.dim.includes(name));
    control.setAttribute("aria-label", label);
    control.setAttribute("aria-disabled", String(!marks.next.includes(name)));
  }

  /**
   * Lights lines of men.
   * @param {string[][]} mills the points of each
   */
  showMills(mills) {
    if (JSON.stringify(mills) === JSON.stringify(this.mills)) return; // do not start again
    this.mills = mills;
    this.lines.replaceChildren(...mills.map((line) => {
      const [from, to] = [this.men.spot(line[0]), this.men.spot(line[line.length - 1])];
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
    if (this.men.still.matches) return;
    const node = this.men.at(name)?.firstElementChild ?? this.men.spot(name).spot.querySelector(".dimple, .halo");
    node?.animate([0, -7, 6, -4, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 320, easing: "ease-out" });
  }

  /** Turns the board by half a circle. */
  flip() {
    const { width, height } = this.svg.viewBox.baseVal;
    for (const spot of this.spots.values()) {
      [spot.x, spot.y] = [width - spot.x, height - spot.y];
      for (const node of [spot.control, spot.spot]) node.setAttribute("transform", `translate(${spot.x} ${spot.y})`);
      const man = this.men.at(spot.name);
      if (man) this.men.stand(man, spot.name);
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
}
