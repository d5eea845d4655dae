/** Pictures of games that are not open, each made once, by the worker that has nothing to think about. */
import type { Engine } from './engine/engine';

export class Covers {
  private readonly made = new Map<string, Promise<string | null>>();

  constructor(private readonly painter: Engine) {}

  /** The address of a game's picture; null: it has none. */
  of(name: string): Promise<string | null> {
    let picture = this.made.get(name);
    if (!picture) {
      picture = this.draw(name);
      this.made.set(name, picture);
    }
    return picture;
  }

  private async draw(name: string): Promise<string | null> {
    try {
      const { svg } = await this.painter.ask('cover', name);
      return svg && URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    } catch {
      this.made.delete(
        name,
      ); /* it was stopped, or the program is short of memory: once more, later */
      return null;
    }
  }
}
