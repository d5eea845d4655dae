/** The clock of the person at the board, in the time of the page. */
export class Clocks {
  /** When it began to run; 0: it stands. */
  since = 0;
  private alarm = 0;

  /** Runs from now. @param left milliseconds until `out`; null: it stands */
  start(left: number | null, out: () => void): void {
    clearTimeout(this.alarm);
    this.since = left === null ? 0 : performance.now();
    if (left !== null) {
      this.alarm = window.setTimeout(out, left + 1);
    }
  }

  /** Stands. @return the milliseconds that it has run; null: it stood */
  stop(): number | null {
    clearTimeout(this.alarm);
    const spent = this.since === 0 ? null : Math.round(performance.now() - this.since);
    this.since = 0;
    return spent;
  }
}
