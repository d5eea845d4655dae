/** A button that rests at times, while what it began goes on: it keeps the focus, and does nothing then. */
import type { ComponentChildren, JSX } from 'preact';

interface Props {
  can: boolean;
  onPress: () => void;
  class?: string;
  label?: string;
  title?: string | undefined;
  children: ComponentChildren;
}

export function Press({ can, onPress, label, children, ...rest }: Props): JSX.Element {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={!can}
      onClick={() => can && onPress()}
      {...rest}
    >
      {children}
    </button>
  );
}
