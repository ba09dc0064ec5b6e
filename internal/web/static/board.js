// SPDX-License-Identifier: Apache-2.0

// The board of a match page. It knows no rules: it gets men and the paths of the
// legal moves, lights the points that may be touched next, and returns the text of
// a move. All states enter through set, and are shown one after the other.

import { find, write } from "./dom.js";
import { Drawing, toggled } from "./drawing.js";
import { listen } from "./input.js";
import { entryMarks, frameMarks } from "./marks.js";
import { mayPremove, touchPremove } from "./premove.js";
import { Renderer } from "./render.js";
import { mayMove, Picker, preview, progressOf, samePosition, touchOf } from "./state.js";
import { REPLY, Stage, timeline } from "./timeline.js";

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./state.js").Progress} Progress */
/** @typedef {import("./sound.js").Sound} Sound */
/** @typedef {import("./timeline.js").Frame} Frame */
/**
 * @typedef {object} Callbacks
 * @property {(move: string) => void} onMove a move has been entered
 * @property {(progress: Progress) => void} onProgress points have been touched or taken back
 * @property {(state: PageState) => void} [onShow] the board shows a state, after its animation
 * @property {(sound: Sound) => void} [onSound] something happens that can be heard
 * @property {(path: string[]) => void} [onRefuse] the last of these points cannot be touched
 * @property {(path: string[]) => void} [onPremove] the points of the premove have changed
 * @property {(shapes: import("./drawing.js").Shape[]) => void} [onDraw] arrows or circles have changed
 */

export class Board {
  /**
   * @param {SVGSVGElement} svg
   * @param {Record<string, string>} texts
   * @param {PageState} state what the server has drawn
   * @param {Callbacks} callbacks
   * @param {boolean} [confirm] a move waits for the button that ends the turn
   */
  constructor(svg, texts, state, callbacks, confirm = false) {
    this.renderer = new Renderer(svg, texts);
    this.drawing = new Drawing(this.renderer);
    this.pen = false; // touches draw arrows and circles
    this.texts = texts;
    this.callbacks = callbacks;
    this.confirm = confirm;
    this.state = state;
    this.picker = new Picker([], this.renderer.order);
    this.sent = false; // the move on the board is not confirmed yet
    /** @type {string[]} */
    this.premove = [];
    this.stage = new Stage({
      frames: (next) => timeline(this.sent ? this.shown().men : this.state.men, next, this.renderer.order),
      draw: (frame) => this.draw(frame),
      show: (next) => this.reach(next),
      skip: () => document.hidden || this.renderer.men.still.matches,
      wait: (after, ms) => setTimeout(after, ms),
      stop: (timer) => clearTimeout(timer),
    });
    listen(this.renderer, {
      touch: (point) => (this.pen ? this.mark(point) : this.touch(point)),
      back: () => (this.drawing.begun ? this.drawing.show({ begun: null }) : this.back()),
      pen: () => this.pen,
      aim: (from, to) => this.drawing.show({ begun: from ? { kind: from === to ? "circle" : "arrow", from, to } : null }),
      draw: (from, to) => this.scribe(from, to),
      lift: (point) => this.lift(point),
    });
    addEventListener("keydown", (event) => event.key === "Escape" && this.setPremove([]));
  }

  /**
   * Shows a state, after those before it. A premove is played at once.
   * @param {PageState} state
   */
  set(state) {
    this.stage.push(state);
    if (this.premove.length > 0 && mayMove(state)) this.stage.finish();
  }

  /**
   * Shows a state at once, with one animation at most.
   * @param {PageState} state
   * @param {string[]} way the points of the move that led there
   */
  jump(state, way) {
    this.stage.finish();
    this.reach(state, way);
  }

  /**
   * Shows a state whose animation has ended. Touches stay as long as the position
   * does: offers and clocks do not interrupt a move that is being entered.
   * @param {PageState} state
   * @param {string[]} [way]
   */
  reach(state, way = state.last) {
    const ended = state.end && !this.state.end && state.seq > this.state.seq;
    const same = samePosition(this.state, state);
    const path = same ? this.picker.path : [];
    this.state = state;
    if (!same) this.drawing.show({ shapes: [], hint: [], begun: null });
    this.picker = new Picker(mayMove(state) ? state.moves : [], this.renderer.order);
    if (!path.every((point) => this.picker.touch(point))) this.picker.reset();
    this.sent &&= this.picker.path.length > 0;
    this.callbacks.onShow?.(state);
    if (ended) this.sound("end");
    const premove = this.premove;
    if (!same) this.premove = [];
    this.show(way);
    this.report();
    if (!same && premove.length > 0) this.play(premove);
  }

  /**
   * Plays a premove if it is legal now. One that needs more touches stays begun.
   * @param {string[]} path
   */
  play(path) {
    this.callbacks.onPremove?.([]);
    if (!path.every((point) => this.picker.touch(point))) {
      this.picker.reset();
      return;
    }
    this.show(path);
    this.report();
    this.sound("move");
    if (this.picker.next().length === 0) this.endTurn();
  }

  /**
   * Touches again what was touched before the page was loaded anew.
   * @param {string[]} path
   */
  resume(path) {
    if (!path.every((point) => this.picker.touch(point)) || this.picker.next().length === 0) this.picker.reset();
    this.show(this.picker.path);
    this.report();
  }

  /**
   * Draws one frame of a move.
   * @param {Frame} frame
   */
  draw(frame) {
    this.renderer.men.show(frame.men, frame.way, frame.pace);
    this.renderer.showMarks(frameMarks(frame, this.state.turn, this.premove));
    if (frame.sound) this.sound(frame.sound);
  }

  /** @param {Sound} sound */
  sound(sound) {
    this.callbacks.onSound?.(sound);
  }

  /** Takes the whole move back, after it was refused. */
  refuse() {
    this.sent = false;
    this.picker.reset();
    this.show(this.picker.path);
    this.report();
  }

  /**
   * Touches a point: continues the move, chooses another man, or lets go of
   * the chosen one. What is not legal changes nothing.
   * @param {string} point
   */
  touch(point) {
    this.stage.finish();
    if (this.sent || this.state.you === "" || this.state.status === "past") return;
    if (mayPremove(this.state)) {
      this.touchPremove(point);
      return;
    }
    const { picker } = this;
    const before = this.shown();
    if (!picker.touch(point) && !this.chooseOther(point)) {
      this.reject(point);
      return;
    }
    const after = this.shown();
    this.show(picker.path);
    this.report();
    if (after.taken.length > before.taken.length) this.sound("take");
    else if (after.men !== before.men) this.sound(picker.mills().length > 0 ? "mill" : "move");
    if (picker.next().length === 0 && picker.path.length > 0 && !this.confirm) this.endTurn();
  }

  /**
   * Lets go of the only point touched, and begins with another one. A man to take
   * must be chosen first: that choice is never lost.
   * @param {string} point
   * @returns {boolean} whether anything changed
   */
  chooseOther(point) {
    const { picker } = this;
    if (picker.path.length !== 1 || picker.taking()) return false;
    const [chosen] = picker.path;
    picker.reset();
    if (point === chosen || picker.touch(point)) return true;
    picker.touch(chosen);
    return false;
  }

  /**
   * Shows that a point cannot be touched.
   * @param {string} point
   */
  reject(point) {
    if (this.picker.path.length > 0 && this.picker.next().length === 0) return; // waits to be confirmed
    this.renderer.shake(point);
    this.callbacks.onRefuse?.([...this.picker.path, point]);
  }

  /** @param {string} point */
  touchPremove(point) {
    const path = touchPremove(this.premove, point, this.state, this.renderer.order);
    if (path) this.setPremove(path);
    else this.reject(point);
  }

  /** @param {string[]} path */
  setPremove(path) {
    if (path.length === 0 && this.premove.length === 0) return;
    this.premove = path;
    this.show(this.state.last);
    this.callbacks.onPremove?.(path);
  }

  /**
   * Touches a point with the pen: the first begins an arrow, the second ends it; the
   * same point twice is a circle.
   * @param {string} point
   */
  mark(point) {
    const { begun } = this.drawing;
    if (begun) {
      this.scribe(begun.from, point);
      return;
    }
    this.drawing.show({ begun: { kind: "circle", from: point, to: point } });
    write(find(document, "announce"), this.texts["draw.from"].replace("{point}", point));
  }

  /**
   * Draws an arrow or a circle, or removes it if it is there.
   * @param {string} from
   * @param {string} to
   */
  scribe(from, to) {
    const { shapes } = this.drawing;
    const changed = toggled(shapes, from, to);
    this.drawing.show({ shapes: changed, begun: null });
    const said = this.texts[changed.length < shapes.length ? "draw.removed" : from === to ? "draw.circle" : "draw.arrow"];
    write(find(document, "announce"), said.replace("{from}", from).replace("{to}", to));
    this.callbacks.onDraw?.(changed);
  }

  /** Takes the last touch back. */
  back() {
    this.setPremove([]);
    if (this.sent) return;
    const way = [...this.picker.path];
    if (!this.picker.back()) return;
    this.show(way);
    this.report();
  }

  /** Sends the move that the touches so far are. */
  endTurn() {
    const move = this.sent ? undefined : this.picker.move();
    if (!move) return;
    this.sent = true;
    this.stage.hold(REPLY);
    this.show(this.picker.path);
    this.report();
    this.callbacks.onMove(move.text);
  }

  /**
   * Whether the man on a point may be dragged; if it was not chosen yet, it is now.
   * @param {string} point
   */
  lift(point) {
    this.stage.finish();
    if (this.sent) return false;
    const { men, carried } = this.shown();
    if (carried === point) return true;
    const man = men[this.renderer.order.indexOf(point)];
    if (mayPremove(this.state)) {
      if (man !== this.state.you[0]) return false;
      this.setPremove([point]);
      return true;
    }
    if (man === "." || touchOf(man, this.state.turn) !== "own" || this.picker.taking()) return false;
    this.touch(point);
    return this.shown().carried === point;
  }

  /** The board as it looks with the touches so far. */
  shown() {
    return preview(this.state.men, this.state.turn, this.picker);
  }

  /**
   * Draws everything.
   * @param {string[]} way the points of the move that led here
   */
  show(way) {
    const marks = entryMarks(this.state, this.picker, this.premove, this.sent);
    const begun = marks.path.length > 0;
    this.renderer.men.show(marks.men, way);
    this.renderer.showMarks(marks);
    this.renderer.svg.classList.toggle("begun", begun);
    this.renderer.svg.classList.toggle("sent", this.sent);
    this.renderer.svg.classList.toggle("premoved", this.premove.length > 0);
  }

  report() {
    this.callbacks.onProgress(progressOf(this.picker, this.sent, this.confirm));
  }
}
