/** Small drawings for buttons, a line wide, in the colour of their text. */
import type { JSX } from 'preact';

const PATHS = {
  back: 'M9 5L3 11l6 6M3 11h11a6 6 0 0 1 0 12h-3',
  hint: 'M9 19h6M10 22h4M12 3a6 6 0 0 1 3.5 10.9V16h-7v-2.1A6 6 0 0 1 12 3z',
  plan: 'M4 18l5-5 4 3 7-8M15 8h5v5',
  flip: 'M8 4v16m0 0l-4-4m4 4l4-4M16 20V4m0 0l-4 4m4-4l4 4',
  save: 'M12 3v12m0 0l-5-5m5 5l5-5M4 20h16',
  flag: 'M6 22V3m0 1h12l-3 4 3 4H6',
  fresh: 'M12 5v14M5 12h14',
  goal: 'M12 3l2.6 6 6.4.5-4.9 4.2 1.5 6.3-5.6-3.4L6.4 20l1.5-6.3L3 9.5l6.4-.5z',
  face: 'M12 3a4 4 0 0 1 2.5 7H16v2h-2q0 5 4 8H6q4-3 4-8H8v-2h1.5A4 4 0 0 1 12 3z',
  gear: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  first: 'M7 5v14M19 5l-8 7 8 7z',
  previous: 'M16 5l-8 7 8 7z',
  next: 'M8 5l8 7-8 7z',
  last: 'M17 5v14M5 5l8 7-8 7z',
  play: 'M7 4l12 8-12 8z',
  fast: 'M4 5l8 7-8 7zM12 5l8 7-8 7z',
  faster: 'M20 5l-8 7 8 7zM12 5l-8 7 8 7z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
