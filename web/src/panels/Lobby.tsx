/** The shelf of games. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren, JSX } from 'preact';
import type { Listed } from '../wire';

interface Props {
  games: Listed[];
  onOpen: (name: string) => void;
  onCover: (name: string) => Promise<string | null>;
  children?: ComponentChildren /** what else there is to go to */;
}

/** Games from which on a shelf is sorted by groups. */
const MANY = 9;

/** A picture of a game, made when somebody gets to see it. */
function Cover({ name, onCover }: { name: string; onCover: Props['onCover'] }): JSX.Element {
  const place = useRef<HTMLSpanElement>(null);
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) {
      return undefined;
    }
    const eyes = new IntersectionObserver(
      (seen) => {
        if (seen.some((one) => one.isIntersecting)) {
          eyes.disconnect();
          void onCover(name).then(setPicture);
        }
      },
      { rootMargin: '200px' },
    );
    eyes.observe(element);
    return () => eyes.disconnect();
  }, [name]);
  return (
    <span ref={place} class="cover">
      {picture && <img src={picture} alt="" />}
    </span>
  );
}

export function Lobby({ games, onOpen, onCover, children }: Props): JSX.Element {
  const [wanted, setWanted] = useState('');
  const [group, setGroup] = useState<string | null>(null);
  const groups = [...new Set(games.map((game) => game.group))].filter((one) => one !== null);
  const fits = (game: Listed): boolean =>
    (group === null || game.group === group) &&
    `${game.title ?? ''} ${game.name} ${game.summary ?? ''} ${game.group ?? ''}`
      .toLowerCase()
      .includes(wanted.toLowerCase());
  const shown = games.filter(fits);
  return (
    <main class="lobby" data-phase="lobby">
      <header>
        <h1>Marcher</h1>
        <p class="lead">Chess-like variants and wargames, to play and to change.</p>
        <input
          type="search"
          placeholder="Find a game"
          aria-label="Find a game"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        {games.length >= MANY && groups.length > 1 && (
          <div class="shelves" role="group" aria-label="Kinds of games">
            {groups.map((one) => (
              <button
                type="button"
                aria-pressed={one === group}
                onClick={() => setGroup(one === group ? null : one)}
              >
                {one} <small>{games.filter((game) => game.group === one).length}</small>
              </button>
            ))}
          </div>
        )}
        {children}
      </header>
      <ul class="shelf">
        {shown.map((game) => (
          <li key={game.name}>
            <button type="button" class="box" onClick={() => onOpen(game.name)}>
              <Cover name={game.name} onCover={onCover} />
              <strong>{game.title ?? game.name}</strong>
              <span>{game.summary}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p>No game is called that.</p>}
    </main>
  );
}
