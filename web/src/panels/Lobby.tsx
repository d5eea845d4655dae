/** The shelf of games. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Listed } from '../wire';

interface Props {
  games: Listed[];
  onOpen: (name: string) => void;
  onCover: (name: string) => Promise<string | null>;
}

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

export function Lobby({ games, onOpen, onCover }: Props): JSX.Element {
  const [wanted, setWanted] = useState('');
  const fits = (game: Listed): boolean =>
    `${game.title ?? ''} ${game.name} ${game.summary ?? ''}`
      .toLowerCase()
      .includes(wanted.toLowerCase());
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
      </header>
      <ul class="shelf">
        {games.filter(fits).map((game) => (
          <li key={game.name}>
            <button type="button" class="box" onClick={() => onOpen(game.name)}>
              <Cover name={game.name} onCover={onCover} />
              <strong>{game.title ?? game.name}</strong>
              <span>{game.summary}</span>
            </button>
          </li>
        ))}
      </ul>
      {games.filter(fits).length === 0 && <p>No game is called that.</p>}
    </main>
  );
}
