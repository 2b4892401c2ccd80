// A blank in a prompt. It grows with its text: the hidden copy (`data-text`) in the same grid cell gives it its size.
import type { KeyboardEvent } from 'react';
import { enteredValue, labelOf } from './filled-prompt.ts';
import type { SetValue, Values } from './filled-values.ts';

interface BlankProps {
  readonly name: string;
  readonly values: Values;
  readonly set: SetValue;
}

export function Blank({ name, values, set }: BlankProps) {
  const value = enteredValue(values, name);
  const label = labelOf(name);
  return (
    <span className="blank" data-text={value === '' ? label : value} data-open={value.trim() === ''}>
      <textarea
        rows={1}
        cols={1}
        dir="auto"
        data-fills={name}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => set(name, event.currentTarget.value)}
        onKeyDown={moveOnEnter}
      />
    </span>
  );
}

/** Enter moves to the next blank, or to the button below. Shift+Enter adds a line. */
function moveOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const step = event.currentTarget.closest('section');
  const stops = [...(step?.querySelectorAll<HTMLElement>('[data-fills], .step-actions :is(a, button)') ?? [])];
  stops[stops.indexOf(event.currentTarget) + 1]?.focus();
}
