/** Work that is done in the order in which it was asked for, one after the other: presses of keys that
 *  are faster than what answers them, say. What fails is over, and holds up nothing. */
export class InOrder {
  private last: Promise<void> = Promise.resolve();

  do(work: () => Promise<void>): Promise<void> {
    this.last = this.last.catch(() => undefined).then(work);
    return this.last;
  }

  /** Until all that was asked for so far is over. */
  async done(): Promise<void> {
    await this.last.catch(() => undefined);
  }
}
