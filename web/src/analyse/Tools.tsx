/** Below the board's own controls: the turn that goes out by link, remarks, and sending back. */
import './tools.css';
import { useEffect, useState } from 'preact/hooks';
import { forgetRemark, keepRemark, reportOf, typeDraft } from '../remarks';
import { tellArrival } from '../aloud';
import { resign } from '../ends';
import type { JSX } from 'preact';
import type { State, Table } from '../table';
import { hasTyped } from '../keeping';
import { canPlayByLink, remember, takeTurn } from './byLink';
import { FileButton } from '../panels/FileButton';
import { sentence } from './analysis';
import {
  canShare,
  copyText,
  letterIn,
  LINK_MAX,
  linkOf,
  readFile,
  saveFile,
  share,
  travels,
} from './share';

interface Props {
  table: Table;
  state: State;
}

/* ---- by link --------------------------------------------------------------------------------- */

/** What is to be sent, and to whom. */
function Outgoing({ table, state }: Props): JSX.Element | null {
  const [link, setLink] = useState('');
  const [record, setRecord] = useState('');
  const [said, setSaid] = useState('');
  const { look, game, plan, moves } = state;
  const revision = look?.revision ?? 0;
  const over = look?.end !== null;
  /* Seats of another game than that whose moves are seen make no link. */
  const due = !state.laying && (table.isAwaysTurn() || over);
  const seat = game?.players.find((_, i) => plan[i]?.person) ?? '';
  const offers = !over && (look?.seats.find((one) => one.player === seat)?.offers_draw ?? false);
  const to = over
    ? (game?.players.filter((_, i) => plan[i]?.away).join(' and ') ?? '')
    : (look?.node.player ?? '');
  const heading = `${travels() ? 'Send this link' : 'Send this text, or the file,'} to ${to}.`;
  useEffect(() => {
    let stale = false;
    setSaid('');
    /* Whoever is quick would send the turn before. */
    setLink('');
    const make = async (): Promise<void> => {
      const text = await table.record();
      const made = await linkOf({ kind: offers ? 'offer' : 'turn', text });
      if (!stale) {
        setRecord(text);
        setLink(made);
        remember(text, seat, moves);
        if (moves.length > 0) {
          table.tell(`${heading} It stands under “By link”.`);
        }
      }
    };
    if (due) {
      make().catch((error: unknown) => setSaid(sentence(error)));
    }
    return () => {
      stale = true;
    };
  }, [due, revision, seat, offers]);
  if (!due || moves.length === 0) {
    return (
      <p>
        You are <strong>{seat}</strong>. Make your move: the link to send stands here then.
      </p>
    );
  }
  /* A record has no place for an offer: what is sent then is the text that the link carries. */
  const file = `${game?.name ?? 'game'}-${to}.${offers ? 'txt' : 'mrec'}`;
  const title = `${game?.title ?? 'Marcher'}: ${over ? 'the game is over' : `${to} to move`}`;
  return (
    <div class="outgoing">
      <p>
        <strong>{heading}</strong> {offers && 'It offers a draw. '}
        {travels()
          ? `It opens with your move on ${to}'s device. Then ${over ? 'you both have seen the end' : 'wait for the link that comes back'}.`
          : `This page is a file, so a link to it leads nobody anywhere: ${to} opens the same page there and pastes the text under “A turn that somebody has sent”.`}
      </p>
      <textarea
        readOnly
        rows={3}
        aria-label={travels() ? 'The link to send' : 'The text to send'}
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      {link.length > LINK_MAX && travels() && (
        <p class="quiet">The link is long, and some programs cut such links: send the file then.</p>
      )}
      <div class="controls">
        <button
          type="button"
          class="primary"
          disabled={link === ''}
          onClick={() => void copyText(link).then(setSaid)}
        >
          Copy
        </button>
        {canShare() && (
          <button
            type="button"
            disabled={link === ''}
            onClick={() =>
              void share({ title, ...(travels() ? { url: link } : { text: link }) }).then(setSaid)
            }
          >
            Share…
          </button>
        )}
        <button
          type="button"
          disabled={link === ''}
          onClick={() => {
            saveFile(file, offers ? link : record);
            setSaid(`Saved as ${file}.`);
          }}
        >
          Save as a file
        </button>
      </div>
      <p class="quiet" role="status">
        {said}
      </p>
    </div>
  );
}

/** Takes an answer that came as a link, a text or a file. */
export function Incoming({ table }: { table: Table }): JSX.Element {
  const [text, setText] = useState('');
  const [trouble, setTrouble] = useState('');
  const take = async (content: string): Promise<void> => {
    try {
      const letter = await letterIn(content);
      if (!letter && !content.includes('[Marcher ')) {
        throw new Error('There is no turn in this text: paste all of the link or text that came.');
      }
      await takeTurn(table, letter?.text ?? content, letter?.kind === 'offer');
      tellArrival(table);
      setText('');
      setTrouble('');
    } catch (error) {
      setTrouble(sentence(error));
    }
  };
  return (
    <form
      class="incoming"
      onSubmit={(event) => {
        event.preventDefault();
        void take(text);
      }}
    >
      <label class="note">
        <span>An answer has come: paste it</span>
        <textarea rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="controls">
        <button type="submit" disabled={text.trim() === ''}>
          Open the answer
        </button>
        <FileButton
          onFile={(file) =>
            void readFile(file)
              .then(take)
              .catch((error: unknown) => setTrouble(sentence(error)))
          }
        >
          <span class="button">or a file…</span>
        </FileButton>
      </div>
      {trouble && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
    </form>
  );
}

function ByLink({ table, state }: Props): JSX.Element {
  return (
    <section class="by-link" aria-label="Play by link">
      <h2>By link</h2>
      <Outgoing table={table} state={state} />
      {table.isAwaysTurn() && <Incoming table={table} />}
    </section>
  );
}

/* ---- remarks and sending back ---------------------------------------------------------------- */

function Remarks({ table, state }: Props): JSX.Element {
  const text = state.draft.remark;
  const last = state.moves[state.moves.length - 1]?.text;
  const place = (count: number): string =>
    count === 0 ? 'before the first move' : `at ${state.moves[count - 1]?.text ?? `move ${count}`}`;
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          keepRemark(table, text.trim());
        }}
      >
        <label class="note">
          <span>{last ? `A remark at ${last}` : 'A remark'}</span>
          <textarea
            rows={2}
            maxLength={500}
            placeholder="What puzzled or pleased you here?"
            value={text}
            onInput={(event) => typeDraft(table, { remark: event.currentTarget.value })}
          />
        </label>
        <button type="submit" disabled={text.trim() === '' || state.remarks.length >= 100}>
          Keep the remark
        </button>
      </form>
      <ul class="remarks">
        {state.remarks.map((one) => (
          <li>
            <span>
              {one.text} <small>{place(one.count)}</small>
            </span>
            <button
              type="button"
              aria-label={`Forget: ${one.text}`}
              onClick={() => forgetRemark(table, one)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function SendBack({ table, state }: Props): JSX.Element {
  const { tester } = state.draft;
  const [record, setRecord] = useState('');
  const [said, setSaid] = useState('');
  const { look, game } = state;
  const secret = look?.hides ?? false;
  const title = `${game?.title ?? 'Marcher'}: a game to look at`;
  const make = async (): Promise<{ name: string; text: string }> => {
    const date = new Date().toISOString().slice(0, 10);
    const text = await reportOf(table, tester.trim(), date);
    setRecord(text);
    return { name: `${game?.name ?? 'game'}-${date}.mrec`, text };
  };
  const attempt = async (send: (file: { name: string; text: string }) => Promise<string>) => {
    try {
      setSaid(await send(await make()));
    } catch (error) {
      setSaid(sentence(error));
    }
  };
  if (secret) {
    return (
      <p>
        Something is hidden in this game while it goes on, and would stand in what you send:{' '}
        <button type="button" disabled={!look?.can_resign} onClick={() => void resign(table)}>
          Resign, then send
        </button>
      </p>
    );
  }
  return (
    <>
      <p class="quiet">
        The moves, the rules by their hash, who sat where, how long each move took, and your
        remarks. It goes nowhere by itself: send it to whoever gave you the game.
      </p>
      <label class="note">
        <span>Your name, if you like</span>
        <input
          maxLength={80}
          value={tester}
          onInput={(event) => typeDraft(table, { tester: event.currentTarget.value })}
        />
      </label>
      <div class="controls">
        <button
          type="button"
          class="primary"
          onClick={() =>
            void attempt(async (file) => {
              saveFile(file.name, file.text);
              return `Saved as ${file.name}: send this file.`;
            })
          }
        >
          Send back as a file
        </button>
        <button type="button" onClick={() => void attempt((file) => copyText(file.text))}>
          Copy as text
        </button>
        {canShare() && (
          <button type="button" onClick={() => void attempt((file) => share({ title, file }))}>
            Share…
          </button>
        )}
      </div>
      <p class="quiet" role="status">
        {said}
      </p>
      {record && (
        <textarea
          readOnly
          rows={4}
          aria-label="What is sent back"
          value={record}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
    </>
  );
}

export function Tools({ table, state }: Props): JSX.Element {
  const away = state.plan.some((seat) => seat.away);
  const can = canPlayByLink(state.game?.capabilities ?? []);
  return (
    <>
      {away && <ByLink table={table} state={state} />}
      {!away && can && (
        <details class="tester">
          <summary>A turn that somebody has sent</summary>
          <Incoming table={table} />
        </details>
      )}
      <details class="tester" open={hasTyped(state) || undefined}>
        <summary>
          Remarks and sending back{state.remarks.length > 0 && ` (${state.remarks.length})`}
        </summary>
        {!state.kept && (
          <p class="quiet">
            This browser keeps nothing for this page: send your remarks back, or save them as a
            file, before you close it.
          </p>
        )}
        <Remarks table={table} state={state} />
        <SendBack table={table} state={state} />
      </details>
    </>
  );
}
