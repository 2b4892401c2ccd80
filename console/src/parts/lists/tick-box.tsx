// A box to choose a row of a table: the browser's own, drawn like those of forms. A table has one a row, so it is
// small.
import './tick-box.css';

interface TickBoxProps {
  /** What is chosen, for screen readers. */
  readonly label: string;
  readonly isTicked: boolean;
  /** Some of several are chosen. */
  readonly isMixed?: boolean;
  readonly onTick: (isTicked: boolean) => void;
}

export function TickBox({ label, isTicked, isMixed = false, onTick }: TickBoxProps) {
  return (
    <input
      type="checkbox"
      className="tick-box"
      aria-label={label}
      checked={isTicked}
      ref={(box) => {
        if (box !== null) box.indeterminate = isMixed;
      }}
      onChange={(event) => onTick(event.currentTarget.checked)}
    />
  );
}
