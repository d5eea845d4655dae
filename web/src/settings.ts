/** How somebody likes the board; kept by the browser where it keeps anything. */

export interface Settings {
  face: 'tiles' | 'figures' | null /** null: what the game is easiest to read with */;
  theme: 'auto' | 'light' | 'dark';
  coordinates: boolean;
  sound: boolean;
  premove: boolean;
  duels: boolean /** dice are watched */;
  judge: boolean /** a bar tells who stands better */;
  goals: boolean /** squares on which the game hangs are marked */;
}

const STANDARD: Settings = {
  face: null,
  theme: 'auto',
  coordinates: true,
  sound: false,
  premove: false,
  duels: true,
  judge: false,
  goals: false,
};

const KEY = 'marcher settings';

function show(theme: Settings['theme']): void {
  if (theme === 'auto') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
}

export function readSettings(): Settings {
  let settings = STANDARD;
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
    settings = { ...STANDARD, ...kept };
  } catch {
    /* a page from a file may keep nothing */
  }
  show(settings.theme);
  return settings;
}

export function keepSettings(settings: Settings): void {
  show(settings.theme);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    /* then it is asked for again next time */
  }
}
