// SPDX-License-Identifier: Apache-2.0

// The sounds of a game, synthesized: a short knock for a move, two rising tones for
// a mill, a rattle for a capture, a bell at the end, two beeps when time is low. No
// file is loaded.

/** @typedef {"move" | "mill" | "take" | "end" | "low"} Sound */

/**
 * Knocks: when (seconds), how high (hertz), how long (seconds), how loud (0 to 1).
 * @type {Record<Sound, number[][]>}
 */
const KNOCKS = {
  move: [[0, 420, 0.09, 0.5]],
  mill: [[0, 420, 0.09, 0.5], [0.1, 622, 0.22, 0.25], [0.2, 784, 0.3, 0.25]],
  take: [[0, 420, 0.09, 0.5], [0.09, 260, 0.07, 0.4], [0.15, 310, 0.06, 0.25]],
  end: [[0, 523, 0.9, 0.3], [0.16, 659, 0.9, 0.3], [0.32, 784, 1.2, 0.3]],
  low: [[0, 880, 0.12, 0.35], [0.18, 880, 0.12, 0.35]],
};

export class Sounds {
  constructor() {
    this.on = true;
    /** @type {AudioContext | null} */
    this.context = null;
  }

  /** @param {Sound | ""} sound */
  play(sound) {
    if (!this.on || !sound) return;
    try {
      this.context ??= new AudioContext();
      for (const knock of KNOCKS[sound]) this.knock(this.context, knock);
    } catch {
      this.on = false; // no sound in this browser
    }
  }

  /**
   * @param {AudioContext} context
   * @param {number[]} knock
   */
  knock(context, [when, pitch, length, loud]) {
    const start = context.currentTime + when;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loud, start + 0.004);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
