// A button whose menu is loaded with the first touch of it: what menus are drawn with is large, and no page needs it to
// be read.
import { cloneElement, type ReactElement, Suspense, useEffect, useRef, useState } from 'react';

interface ButtonProps {
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
  readonly onClick?: () => void;
  readonly onPointerEnter?: () => void;
  readonly onFocus?: () => void;
  readonly onKeyDown?: (event: React.KeyboardEvent) => void;
  readonly ref?: React.Ref<HTMLButtonElement>;
}

export interface MenuParts {
  /** What opens the menu, for its target. */
  readonly button: ReactElement;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  /** The button alone stands there again. */
  readonly close: () => void;
}

interface LateMenuProps {
  readonly button: ReactElement<ButtonProps>;
  /** Begins to load the file. */
  readonly preload: () => Promise<unknown>;
  /** The menu around its button, as React loads it. */
  readonly menu: (parts: MenuParts) => ReactElement;
}

export function LateMenu({ button, preload, menu }: LateMenuProps) {
  const [isWanted, want] = useState(false);
  // What does not come by itself is told with the press.
  const begin = (): void => void preload().catch(() => undefined);
  const idle = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': isWanted,
    onPointerEnter: begin,
    onFocus: begin,
    onClick: () => want(true),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      want(true);
    },
  });
  if (!isWanted) return idle;
  return (
    <Suspense fallback={idle}>
      <Loaded button={button} menu={menu} close={() => want(false)} />
    </Suspense>
  );
}

/** Opens as soon as it is there. The button is another one now, and has the focus that the menu gives back later. */
function Loaded({ button, menu, close }: Pick<LateMenuProps, 'button' | 'menu'> & Pick<MenuParts, 'close'>) {
  const ref = useRef<HTMLButtonElement>(null);
  const [opened, onChange] = useState(false);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    onChange(true);
  }, []);
  return menu({ button: cloneElement(button, { ref }), opened, onChange, close });
}
