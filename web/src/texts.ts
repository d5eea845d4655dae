/** What a page carries besides its program: definitions, and how it wants to be opened. */
export interface Texts {
  /** The game that is played at once; without it the page begins with a choice. */
  game?: string;
  /** Address of the page of all games, where this is one of a site. */
  home?: string;
  /** Address of the page that has the workshop, where this is one of a site. */
  workshop?: string;
  /** The workshop is what the page opens with. */
  enter?: boolean;
  /** Those to choose from; parents that were brought along for them are none. */
  games: string[];
  /** "KEY=VALUE" that change it. */
  sets: string[];
  /** Definitions, weights, networks; a draft may define anew what stands before it. */
  files: {
    kind: 'rules' | 'weights' | 'network' | 'puzzles' | 'draft';
    source: string;
    text: string;
  }[];
}

/** The words of the request that defines them. */
export function wordsOf(texts: Texts): string[] {
  return texts.files.flatMap((file) => [file.kind, file.source, file.text]);
}
