/** The shelf of games. */
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Listed } from '../wire';

interface Props {
  games: Listed[];
  onOpen: (name: string) => void;
}

export function Lobby({ games, onOpen }: Props): JSX.Element {
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
          <li>
            <button type="button" class="box" onClick={() => onOpen(game.name)}>
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
