/** What the page gives the workshop, and how it finds the workshop that it carries. */
import './door.css';
import { bytesOf, unzipped } from '../bytes';
import type { Source } from '../engine/engine';
import type { Texts } from '../texts';

/** A table of the page, laid anew whenever the definition has changed. */
export interface Mounted {
  redefine: (texts: Texts) => Promise<void>;
}

export interface Host {
  root: HTMLElement;
  source: Source;
  texts: Texts;
  /** The game that was looked at, if there was one. */
  game: string | null;
  /** What a link has brought: a packed text. */
  brought: string | null;
  /** Lays a table in an element. */
  mount: (root: HTMLElement, texts: Texts) => Mounted;
  /** Back to the page. */
  leave: () => void;
}

/** What the script of the workshop leaves behind when it has run. */
export interface Door {
  marcherWorkshop?: (host: Host) => void;
}

/** The fragment of links that carry a definition. */
export const FRAGMENT = '#workshop=';

/** Whether this page carries the workshop. */
export function hasWorkshop(): boolean {
  return document.getElementById('workshop') !== null;
}

/** Unpacks the workshop, once, and opens it. */
export async function openWorkshop(host: Host): Promise<void> {
  const door = globalThis as unknown as Door;
  const part = document.getElementById('workshop');
  const script = document.createElement('script');
  script.dataset.made = 'workshop'; /* no part of the page that the page can write */
  if (door.marcherWorkshop) {
    /* it has been opened before */
  } else if (part instanceof HTMLLinkElement) {
    await new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => reject(new Error(`the host of this page has no ${part.href}`));
      script.src = part.href;
      document.head.append(script);
    });
  } else {
    const packed = part?.textContent?.trim() ?? '';
    script.textContent = await new Response(unzipped(bytesOf(packed))).text();
    document.head.append(script);
  }
  door.marcherWorkshop?.(host);
}
