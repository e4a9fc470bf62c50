// Which frame is shown: play, scrub, follow a run that grows. Frames come from frames.js; the next ones are asked for early.
import { byId, short, trouble } from "./text.js";

const AHEAD = 6; // frames

export class Playback {
  /// `show(frame)` is called with each frame when it is here.
  constructor(frames, show) {
    this.frames = frames;
    this.show = show;
    this.numbers = [];
    this.fps = 24;
    this.at = 0;          // index into numbers: what is wanted
    this.shown = null;    // the frame that is seen
    this.playing = false;
    this.follow = true;   // stays at the newest frame
    this.scrub = byId("scrub");
    this.scrub.oninput = () => this.go(Number(this.scrub.value));
    byId("play").onclick = () => this.toggle();
    byId("first").onclick = () => this.go(0);
    byId("last").onclick = () => this.go(Infinity);
    byId("speed").onchange = () => this.mark();
  }

  close() {
    this.closed = true;
    this.playing = false;
  }

  /// Frames that are there now. `running`: more are to come.
  setNumbers(numbers, fps, running) {
    const before = this.numbers[this.at], grown = numbers.length > this.numbers.length;
    if (numbers.length < this.numbers.length) this.frames.clear(); // rolled back, or begun anew
    this.numbers = numbers;
    this.fps = fps || 24;
    this.scrub.max = Math.max(0, numbers.length - 1);
    if (this.shown === null && numbers.length && !running) this.at = numbers.length - 1;
    else if (this.follow && running && grown && !this.playing) this.at = numbers.length - 1;
    else this.at = Math.max(0, numbers.indexOf(before));
    if (numbers.length && (this.shown === null || this.numbers[this.at] !== this.shown.number)) this.want();
    else this.tell();
  }

  go(index) {
    const end = this.numbers.length - 1;
    this.at = Math.max(0, Math.min(end, index));
    this.follow = this.at === end;
    this.want();
  }

  step(by) {
    this.hold();
    this.go(this.at + by);
  }

  /// The frame nearest to a time [s], by the frames' rate.
  goToRow(number) {
    let best = 0;
    for (const [i, n] of this.numbers.entries()) if (Math.abs(n - number) < Math.abs(this.numbers[best] - number)) best = i;
    this.hold();
    this.go(best);
  }

  toggle() {
    if (this.playing) return this.hold();
    if (this.numbers.length < 2) return;
    if (this.at >= this.numbers.length - 1) this.at = 0;
    this.playing = true;
    this.mark();
    this.want();
    requestAnimationFrame((now) => this.tick(now));
  }

  hold() {
    this.playing = false;
    this.mark();
  }

  /// The clock of playing: real time, but it waits for frames that are not here yet rather than leave them out.
  mark() {
    this.began = { at: this.at, now: performance.now(), speed: Number(byId("speed").value) };
    byId("play").dataset.playing = this.playing ? "yes" : "no";
    byId("play").setAttribute("aria-label", this.playing ? "Hold" : "Play");
  }

  tick(now) {
    if (!this.playing || this.closed) return;
    const { at, now: began, speed } = this.began;
    const first = this.numbers[at] ?? 0, due = first + ((now - began) / 1000) * this.fps * speed;
    let next = this.at;
    while (next + 1 < this.numbers.length && this.numbers[next + 1] <= due) ++next;
    if (next !== this.at) {
      const ready = this.frames.ready(this.numbers[this.at + 1]);
      if (ready && next > this.at + 1) this.catchUp(this.at + 1);
      else if (ready) this.at = this.at + 1;
      if (ready) this.want();
      else this.frames.ahead(this.upcoming());
    }
    if (this.at >= this.numbers.length - 1) return this.hold();
    requestAnimationFrame((later) => this.tick(later));
  }

  /// Frames came too late: the clock goes on from where the picture is.
  catchUp(at) {
    this.at = at;
    this.mark();
  }

  upcoming() {
    return this.numbers.slice(this.at + 1, this.at + 1 + AHEAD);
  }

  /// Shows the wanted frame as soon as it is here; of several that were wanted meanwhile only the last.
  async want() {
    this.tell();
    if (this.loading) return;
    this.loading = true;
    try {
      for (;;) {
        const number = this.numbers[this.at];
        if (number === undefined) break;
        const frame = await this.frames.load(number);
        if (this.closed) return;
        this.shown = frame;
        this.show(frame);
        if (this.numbers[this.at] === number) break;
      }
      trouble(null);
    } catch (error) {
      trouble(error);
    } finally {
      this.loading = false;
      if (!this.closed) this.tell();
    }
    this.frames.ahead(this.upcoming());
  }

  /// Again, with another quantity.
  reload() {
    if (this.numbers.length) this.want();
  }

  tell() {
    const number = this.numbers[this.at];
    this.scrub.value = this.at;
    this.scrub.disabled = this.numbers.length < 2;
    const time = this.shown && this.shown.number === number ? `${short(this.shown.time)} s` : "";
    const last = this.numbers[this.numbers.length - 1];
    byId("clock").innerHTML = number === undefined ? "" : `<b>${number}</b> / ${last}${time ? ` · ${time}` : ""}`;
    this.scrub.setAttribute("aria-valuetext", number === undefined ? "no frame yet" : `frame ${number} of ${last}${time ? `, ${time}` : ""}`);
  }
}
