/** The rules of the game, as the program plays it. */
import type { JSX } from 'preact';
import type { Block } from '../wire';

function Table({ rows }: { rows: Block[] }): JSX.Element {
  const [head, ...body] = rows;
  return (
    <div class="scroll">
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
            <tr>
              {row.cells.map((cell) => (
                <td>{cell}</td>
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
    if (last && joins && last[0]?.kind === block.kind) {
      last.push(block);
    } else {
      groups.push([block]);
    }
  }
  return groups;
}

export function Rules({ blocks }: { blocks: Block[] }): JSX.Element {
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
            return <Table rows={blocks} />;
          case 'rule':
            return (
              <dl>
                {blocks.map((rule) => (
                  <div id={`rule-${rule.id ?? ''}`}>
                    <dt>{rule.id}</dt>
                    <dd>{rule.text}</dd>
                  </div>
                ))}
              </dl>
            );
          case 'diagram':
            return (
              <div class="diagrams">
                {blocks.map((one) => (
                  <figure>
                    <div dangerouslySetInnerHTML={{ __html: one.svg }} />
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
