/** How somebody likes the board: a sheet of switches. */
import { useEffect, useRef } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Settings } from '../settings';

interface Props {
  settings: Settings;
  figures: boolean;
  hasFigures: boolean;
  hasDice: boolean;
  onChange: (settings: Partial<Settings>) => void;
  onKeys: () => void;
  onClose: () => void;
}

export function Preferences(props: Props): JSX.Element {
  const { settings, onChange } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const switches: [
    keyof Settings & ('coordinates' | 'sound' | 'premove' | 'duels' | 'judge'),
    string,
  ][] = [
    ['coordinates', 'Names of rows and columns'],
    ['sound', 'Sounds'],
    ['premove', 'Press ahead while the other side thinks'],
    ['judge', 'A bar that tells who stands better'],
  ];
  if (props.hasDice) {
    switches.push(['duels', 'Watch the dice']);
  }
  return (
    <dialog ref={dialog} class="chooser" aria-labelledby="preferences" onClose={props.onClose}>
      <h2 id="preferences">The board</h2>
      {props.hasFigures && (
        <label class="row">
          <span>Pieces</span>
          <select
            value={props.figures ? 'figures' : 'tiles'}
            onChange={(event) => onChange({ face: event.currentTarget.value as 'tiles' })}
          >
            <option value="tiles">tiles that wear their moves</option>
            <option value="figures">figures</option>
          </select>
        </label>
      )}
      <label class="row">
        <span>Light</span>
        <select
          value={settings.theme}
          onChange={(event) => onChange({ theme: event.currentTarget.value as 'auto' })}
        >
          <option value="auto">as this device has it</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
      {switches.map(([key, text]) => (
        <label class="switch">
          <input
            type="checkbox"
            checked={settings[key]}
            onChange={(event) => onChange({ [key]: event.currentTarget.checked })}
          />
          <span>{text}</span>
        </label>
      ))}
      <div class="choices">
        <button
          type="button"
          onClick={() => {
            dialog.current?.close();
            props.onKeys();
          }}
        >
          Keys
        </button>
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          Done
        </button>
      </div>
    </dialog>
  );
}
