// SPDX-License-Identifier: Apache-2.0

// What a move looks like in time, and states that wait for their turn to be shown.
// No page, no clock of its own.

/** @typedef {import("./state.js").PageState} PageState */
/** @typedef {import("./sound.js").Sound} Sound */
/**
 * @typedef {object} Frame what the board shows from a moment on
 * @property {number} at milliseconds from the start
 * @property {number} pace milliseconds a man takes to get there
 * @property {string} men
 * @property {string[]} way points of the man that moves now; empty for none
 * @property {string[]} points all points the move has gone over so far
 * @property {string[]} taken points it has emptied so far
 * @property {string[][]} mills lines it has closed so far
 * @property {Sound | ""} sound
 */

/** Milliseconds a man takes from one point to the next. */
export const STEP = 240;
/** Milliseconds at most for a chain of many steps. */
const LONGEST = 1400;
/** Milliseconds a closed mill is seen before the man is taken. */
const LIT = 180;
/** Milliseconds from the end of an own move's entering to the start of the reply. */
export const REPLY = 400;

/**
 * Returns the frames that lead from men to a state: step by step, if the steps of its
 * last move lead there, else at once.
 * @param {string} men
 * @param {PageState} after
 * @param {string[]} order the points of the board in their order
 * @returns {Frame[]} none when the men stand already
 */
export function timeline(men, after, order) {
  if (men === after.men) return [];
  const frames = stepFrames(men, after, order);
  if (frames.at(-1)?.men === after.men) return frames;
  return [{ at: 0, pace: STEP, men: after.men, way: after.last, points: after.last, taken: after.taken, mills: [], sound: "move" }];
}

/**
 * @param {string} men
 * @param {PageState} after
 * @param {string[]} order
 */
function stepFrames(men, { steps, men: end }, order) {
  const pace = Math.min(STEP, Math.round(LONGEST / Math.max(1, steps.length)));
  const board = [...men];
  const index = (/** @type {string} */ point) => order.indexOf(point);
  /** @type {Frame[]} */
  const frames = [];
  let at = 0;
  /** @type {string[]} */
  let points = [];
  /** @type {string[]} */
  let taken = [];
  /** @type {string[][]} */
  let mills = [];
  const add = (/** @type {string[]} */ way, /** @type {Sound | ""} */ sound) =>
    frames.push({ at, pace, men: board.join(""), way, points: [...points], taken: [...taken], mills, sound });
  for (const { from, to, takes = [], mills: closed = [] } of steps) {
    const man = from ? board[index(from)] : end[index(to)];
    if (from) board[index(from)] = ".";
    board[index(to)] = man;
    points = [...new Set([...points, from ?? to, to])];
    taken = taken.filter((point) => point !== to);
    add(from ? [from, to] : [to], "");
    at += pace;
    if (closed.length > 0) {
      mills = [...mills, ...closed];
      add([], takes.length > 0 ? "mill" : "move");
      if (takes.length === 0) continue;
      at += LIT;
    }
    for (const point of takes) board[index(point)] = ".";
    taken = [...taken, ...takes];
    add([], takes.length > 0 ? "take" : "move");
  }
  return frames;
}

/**
 * @typedef {object} Scene
 * @property {(state: PageState) => Frame[]} frames how a state is reached from what is shown
 * @property {(frame: Frame) => void} draw
 * @property {(state: PageState) => void} show a state is reached
 * @property {() => boolean} skip whether nothing is animated now
 * @property {(after: () => void, ms: number) => any} wait
 * @property {(timer: any) => void} stop
 */

/**
 * Stage shows states one after the other, each when the previous has ended. None
 * is lost or overtaken. When several moves wait, all but the last are shown at once.
 */
export class Stage {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    /** @type {PageState[]} */
    this.queue = [];
    /** @type {PageState | null} */
    this.playing = null;
    /** @type {any} */
    this.timer = null;
    /** @type {any} runs while no animation may start */
    this.holdTimer = null;
  }

  /** @param {PageState} state */
  push(state) {
    this.queue.push(state);
    if (this.scene.skip()) this.finish();
    else if (this.moves() > 1) this.finish(1);
    this.next();
  }

  /** Counts the queued states that change the position. */
  moves() {
    let men = this.playing?.men;
    return this.queue.filter((state) => state.men !== men && ((men = state.men), true)).length;
  }

  /**
   * Lets no animation start for a while, so that an own move is seen before its reply.
   * @param {number} ms
   */
  hold(ms) {
    if (this.scene.skip()) return;
    if (this.holdTimer !== null) this.scene.stop(this.holdTimer);
    this.holdTimer = this.scene.wait(() => {
      this.holdTimer = null;
      this.next();
    }, ms);
  }

  /**
   * Shows at once what is playing and waiting.
   * @param {number} left how many states stay in the queue
   */
  finish(left = 0) {
    if (this.playing) this.end();
    while (this.queue.length > left) this.scene.show(/** @type {PageState} */ (this.queue.shift()));
  }

  /** Starts the next state, unless one is playing. */
  next() {
    while (!this.playing && this.queue.length > 0) {
      const frames = this.scene.frames(this.queue[0]);
      if (frames.length > 0 && this.holdTimer !== null) return;
      this.playing = /** @type {PageState} */ (this.queue.shift());
      this.play(frames);
    }
  }

  /**
   * @param {Frame[]} frames
   */
  play([frame, ...rest]) {
    if (!frame) {
      this.end();
      return;
    }
    this.scene.draw(frame);
    if (rest.length === 0) {
      this.end();
      return;
    }
    this.timer = this.scene.wait(() => {
      this.timer = null;
      this.play(rest);
      this.next();
    }, rest[0].at - frame.at);
  }

  /** Shows the state that was playing. */
  end() {
    const state = this.playing;
    if (this.timer !== null) this.scene.stop(this.timer);
    this.timer = this.playing = null;
    if (state) this.scene.show(state);
  }
}
