/** What the keyboard does, in words. */
import type { JSX } from 'preact';
import { KEYS } from '../board/keys';
import { Told } from './Told';

export function Keys({ onClose }: { onClose: () => void }): JSX.Element {
  return (
    <Told title="Keys on the board" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Told>
  );
}
