// A short word beside what the pointer or the focus is on. Small, since every page has it: nothing is measured but the
// place of what it belongs to.
import { cloneElement, type ReactElement, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';

interface Events {
  readonly onPointerEnter?: (event: React.PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave?: () => void;
  readonly onFocus?: (event: React.FocusEvent<HTMLElement>) => void;
  readonly onBlur?: () => void;
  readonly 'aria-describedby'?: string;
}

interface TipProps {
  /** A function where the word takes work: a table has many that nobody points at. */
  readonly label: string | (() => string);
  readonly side?: 'top' | 'right';
  readonly disabled?: boolean;
  /** One element that takes the events of the pointer and the focus. */
  readonly children: ReactElement<Events>;
}

interface Place {
  readonly left: number;
  readonly top: number;
}

const DELAY_MS = 250;

export function Tip({ label, side = 'top', disabled = false, children }: TipProps) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement>();
  const [place, setPlace] = useState<Place>();
  const leave = (): void => setTarget(undefined);
  useEffect(() => {
    if (target === undefined) return setPlace(undefined);
    const timer = setTimeout(() => setPlace(beside(target, side)), DELAY_MS);
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') leave();
    };
    // What scrolls away takes its word with it.
    window.addEventListener('scroll', leave, true);
    window.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', leave, true);
      window.removeEventListener('keydown', onKey);
    };
  }, [target, side]);
  const isShown = place !== undefined && !disabled;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: ({ currentTarget, pointerType }) => pointerType === 'mouse' && setTarget(currentTarget),
        onPointerLeave: leave,
        onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && setTarget(currentTarget),
        onBlur: leave,
        ...(isShown && { 'aria-describedby': id }),
      })}
      {isShown &&
        createPortal(
          <div role="tooltip" id={id} className="tip" data-side={side} style={place}>
            {typeof label === 'string' ? label : label()}
          </div>,
          document.getElementById('content') ?? document.body,
        )}
    </>
  );
}

/** Above or right of the element, in pixels of the window; half of a word fits left and right of it. */
function beside(element: HTMLElement, side: 'top' | 'right'): Place {
  const { left, right, top, width, height } = element.getBoundingClientRect();
  if (side === 'right') return { left: right + 8, top: top + height / 2 };
  const room = 110;
  return { left: Math.min(Math.max(left + width / 2, room), window.innerWidth - room), top: top - 6 };
}
