// SPDX-License-Identifier: Apache-2.0

// Arrows and circles on a board: those that a person draws, and those that show a move.
// In the comment of a move they are written as "[%arrow a1-a4]" and "[%circle b2]".

/** @typedef {{kind: string, from: string, to: string}} Shape an arrow; or a circle or a cross, on one point */

const TAG = /\[%(arrow|circle|cross) (\w+)(?:-(\w+))?\]/g;

/**
 * Reads the shapes of a comment.
 * @param {string} comment
 * @returns {Shape[]}
 */
export const shapesOf = (comment) => [...comment.matchAll(TAG)].map(([, kind, from, to = from]) => ({ kind, from, to }));

/**
 * Returns a comment without its shapes.
 * @param {string} comment
 */
export const textOf = (comment) => comment.replace(TAG, "").split("\n").map((line) => line.trimEnd()).join("\n").trim();

/**
 * Adds shapes to a comment without any.
 * @param {string} text
 * @param {Shape[]} shapes
 */
export function withShapes(text, shapes) {
  const tags = shapes.map(({ kind, from, to }) => `[%${kind} ${from}${to === from ? "" : `-${to}`}]`);
  return [text, tags.join(" ")].filter(Boolean).join("\n");
}

/**
 * Adds the shape from one point to another, a circle if both are the same; or removes it.
 * @param {Shape[]} shapes
 * @param {string} from
 * @param {string} to
 * @returns {Shape[]}
 */
export function toggled(shapes, from, to) {
  const kind = from === to ? "circle" : "arrow";
  const rest = shapes.filter((shape) => shape.kind !== kind || shape.from !== from || shape.to !== to);
  return rest.length < shapes.length ? rest : [...shapes, { kind, from, to }];
}

/** How far an arrow ends from the middle of its point, and how long and wide its head is. */
const SHORT = 12, HEAD = 30, SPREAD = .55;

/** Drawing owns the layer of a board that shows shapes. */
export class Drawing {
  /** @param {import("./render.js").Renderer} renderer */
  constructor(renderer) {
    this.renderer = renderer;
    const { svg } = renderer;
    svg.querySelector(".plan")?.remove(); // drawn for pages without script
    this.layer = /** @type {SVGElement} */ (document.createElementNS(svg.namespaceURI, "g"));
    this.layer.setAttribute("class", "plan");
    this.layer.setAttribute("aria-hidden", "true");
    svg.insertBefore(this.layer, svg.querySelector(".points"));
    /** @type {Shape[]} what the person has drawn */
    this.shapes = [];
    /** @type {Shape[]} a move that is shown */
    this.hint = shapesOf(svg.dataset.plan ?? "");
    /** @type {Shape | null} what is being drawn */
    this.begun = null;
    this.show({});
  }

  /** @param {Partial<Pick<Drawing, "shapes" | "hint" | "begun">>} change */
  show(change) {
    Object.assign(this, change);
    const groups = /** @type {[string, Shape[]][]} */ ([["hint", this.hint], ["drawn", this.shapes], ["drawn begun", this.begun ? [this.begun] : []]]);
    this.layer.replaceChildren(...groups.flatMap(([name, shapes]) => shapes.flatMap((shape) => this.nodes(name, shape))));
  }

  /**
   * @param {string} name of their class
   * @param {Shape} shape
   */
  nodes(name, { kind, from, to }) {
    const [a, b] = [this.renderer.spots.get(from), this.renderer.spots.get(to)];
    if (!a || !b) return []; // of another board
    if (kind === "circle") return [this.node("circle", `${name} arriving`, { cx: a.x, cy: a.y, r: 40 })];
    if (kind === "cross") return [this.node("path", `${name} doomed`, { d: "M-21 -21L21 21M21 -21L-21 21", transform: `translate(${a.x} ${a.y})` })];
    const angle = Math.atan2(b.y - a.y, b.x - a.x);
    const at = (/** @type {number[]} */ [x, y], /** @type {number} */ turn, /** @type {number} */ far) => [x - far * Math.cos(angle + turn), y - far * Math.sin(angle + turn)].map(Math.round);
    const tip = at([b.x, b.y], 0, SHORT);
    const d = `M${a.x} ${a.y}L${tip.join(" ")}M${at(tip, -SPREAD, HEAD).join(" ")}L${tip.join(" ")}L${at(tip, SPREAD, HEAD).join(" ")}`;
    return [this.node("path", `${name} casing`, { d }), this.node("path", `${name} arrow`, { d })];
  }

  /**
   * @param {string} tag
   * @param {string} name
   * @param {Record<string, string | number>} attributes
   */
  node(tag, name, attributes) {
    const node = document.createElementNS(this.renderer.svg.namespaceURI, tag);
    for (const [key, value] of Object.entries({ class: name, ...attributes })) node.setAttribute(key, String(value));
    return node;
  }
}
