/** Games of these rules that were left for others, and those that were saved as files. */
import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { sentence } from '../analyse/analysis';
import { openSaved } from '../analyse/byLink';
import { readFile } from '../analyse/share';
import { forgetGame, keptGames, type Shelved } from '../keeping';
import { told } from '../storage';
import type { State } from '../state';
import type { Table } from '../table';
import { FileButton } from './FileButton';

function titleOf({ kept }: Shelved): string {
  const { moves, end, at } = kept;
  const long = moves === undefined ? '' : `: ${moves} ${moves === 1 ? 'move' : 'moves'}`;
  return `${told(at)}${long}${end ? `, ${end}` : ''}`;
}

export function Shelf({ table, state }: { table: Table; state: State }): JSX.Element {
  const [open, setOpen] = useState(false);
  const [, setForgotten] = useState(0);
  const [trouble, setTrouble] = useState('');
  const { game, id } = state;
  const games = open && game ? keptGames(game).filter((one) => one.id !== id) : [];
  const attempt = (what: Promise<unknown>): void => {
    setTrouble('');
    what.catch((error: unknown) => setTrouble(sentence(error)));
  };
  return (
    <details
      class="tester own-games"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>Other games of yours</summary>
      {games.length === 0 && state.kept && (
        <p class="quiet">
          A game that you leave for another is kept here, in this browser: the last ten of these
          rules.
        </p>
      )}
      <ul class="kept">
        {games.map((one) => (
          <li>
            <button type="button" onClick={() => attempt(table.goOn(one))}>
              {titleOf(one)}
            </button>
            <button
              type="button"
              aria-label={`Forget the game of ${titleOf(one)}`}
              onClick={() => {
                if (game) {
                  forgetGame(game, one.id);
                }
                setForgotten((before) => before + 1);
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <FileButton onFile={(file) => attempt(readFile(file).then((text) => openSaved(table, text)))}>
        <span class="button">Go on with a saved file…</span>
      </FileButton>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </details>
  );
}
