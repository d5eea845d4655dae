/** The rules of the game, as the program plays it. */
import type { JSX } from 'preact';
import type { Block } from '../wire';

/** Tells of a piece, by its name. */
type Ask = (piece: string) => void;

/** The name of a piece, to be pressed; another text stays what it is. */
function Named({ block, text, onAsk }: { block: Block; text: string; onAsk: Ask | undefined }) {
  const { piece } = block;
  return piece && onAsk ? (
    <button
      type="button"
      class="asks"
      onClick={() => onAsk(piece)}
      title={`All about the ${piece}`}
    >
      {text}
    </button>
  ) : (
    text
  );
}

/** A diagram; one of a piece can be pressed. */
function Picture({ block, onAsk }: { block: Block; onAsk: Ask | undefined }): JSX.Element {
  const { piece, svg } = block;
  return piece && onAsk ? (
    <button
      type="button"
      class="asks"
      aria-label={`All about the ${piece}`}
      onClick={() => onAsk(piece)}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  ) : (
    <div dangerouslySetInnerHTML={{ __html: svg }} />
  );
}

function Table({ rows, onAsk }: { rows: Block[]; onAsk: Ask | undefined }): JSX.Element {
  const [head, ...body] = rows;
  return (
    <div class="scroll" role="region" aria-label="A table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head?.cells.map((cell) => (
              <th>{cell}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row) => (
            <tr class={row.piece && onAsk ? 'about-piece' : undefined}>
              {row.cells.map((cell) => (
                <td>
                  {cell === row.piece ? <Named block={row} text={cell} onAsk={onAsk} /> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Runs of rows are tables, runs of rules are lists. */
function group(blocks: Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups[groups.length - 1];
    const joins = block.kind === 'row' || block.kind === 'rule' || block.kind === 'diagram';
    if (last && joins && last[0]?.kind === block.kind && !block.heads) {
      last.push(block);
    } else {
      groups.push([block]);
    }
  }
  return groups;
}

export function Rules({ blocks, onAsk }: { blocks: Block[]; onAsk?: Ask }): JSX.Element {
  return (
    <article class="rules">
      {group(blocks).map((blocks) => {
        const first = blocks[0];
        switch (first?.kind) {
          case 'heading':
            return <h2>{first.text}</h2>;
          case 'paragraph':
            return <p>{first.text}</p>;
          case 'lines':
            return <pre>{first.text}</pre>;
          case 'row':
            return <Table rows={blocks} onAsk={onAsk} />;
          case 'rule':
            return (
              <dl>
                {blocks.map((rule) => (
                  <div>
                    <dt id={`rule-${rule.id ?? ''}`}>{rule.id}</dt>
                    <dd>{rule.text}</dd>
                  </div>
                ))}
              </dl>
            );
          case 'diagram':
            return (
              <div class="diagrams">
                {blocks.map((one) => (
                  <figure class={one.piece && onAsk ? 'about-piece' : undefined}>
                    <Picture block={one} onAsk={onAsk} />
                    <figcaption>{one.text}</figcaption>
                  </figure>
                ))}
              </div>
            );
          default:
            return null;
        }
      })}
    </article>
  );
}
