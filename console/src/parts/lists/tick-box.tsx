// A checkbox that selects a table row: the native element, styled like Mantine's. It is small because there is one per
// row.
import './tick-box.css';

interface TickBoxProps {
  /** Says for screen readers what the box selects. */
  readonly label: string;
  readonly isTicked: boolean;
  /** True if some but not all are selected. */
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
