/** A button that asks for a file. */
import type { ComponentChildren, JSX } from 'preact';

interface Props {
  accept?: string;
  disabled?: boolean;
  onFile: (file: File) => void;
  children: ComponentChildren /** what the button says, and what stands behind it */;
}

export function FileButton({
  accept = '.mrec,.txt,text/plain',
  disabled = false,
  onFile,
  children,
}: Props): JSX.Element {
  return (
    <label class="file">
      <input
        type="file"
        accept={accept}
        disabled={disabled}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) {
            onFile(file);
          }
          event.currentTarget.value = ''; /* the same file may be chosen again */
        }}
      />
      {children}
    </label>
  );
}
