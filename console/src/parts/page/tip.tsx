// A small tooltip on hover and focus. Every page has it, so it is simple: it measures only the element that it belongs
// to.
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
  /** A function if the text is expensive to build, as in tables with many tooltips. */
  readonly label: string | (() => string);
  readonly side?: 'top' | 'right';
  readonly disabled?: boolean;
  /** One element that accepts pointer and focus events. */
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
    // Hide the tooltip when its element scrolls away.
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

/** Position above or to the right of the element, in viewport pixels. Keeps room for half a tooltip on both sides. */
function beside(element: HTMLElement, side: 'top' | 'right'): Place {
  const { left, right, top, width, height } = element.getBoundingClientRect();
  if (side === 'right') return { left: right + 8, top: top + height / 2 };
  const room = 110;
  return { left: Math.min(Math.max(left + width / 2, room), window.innerWidth - room), top: top - 6 };
}
