// A button that loads its menu on first use. Menu code is large, and no page needs it to render.
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
  /** The element that opens the menu. */
  readonly button: ReactElement;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  /** Unmounts the menu and restores the plain button. */
  readonly close: () => void;
}

interface LateMenuProps {
  readonly button: ReactElement<ButtonProps>;
  /** Starts loading the menu. */
  readonly preload: () => Promise<unknown>;
  /** Renders the menu around its button, usually a lazy component. */
  readonly menu: (parts: MenuParts) => ReactElement;
}

export function LateMenu({ button, preload, menu }: LateMenuProps) {
  const [isRequested, request] = useState(false);
  // A failed preload is reported when the person opens the menu.
  const begin = (): void => void preload().catch(() => undefined);
  const idle = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': isRequested,
    onPointerEnter: begin,
    onFocus: begin,
    onClick: () => request(true),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      request(true);
    },
  });
  if (!isRequested) return idle;
  return (
    <Suspense fallback={idle}>
      <Loaded button={button} menu={menu} close={() => request(false)} />
    </Suspense>
  );
}

/** Opens the menu once it has loaded. The button is a new element now, so move the focus to it. */
function Loaded({ button, menu, close }: Pick<LateMenuProps, 'button' | 'menu'> & Pick<MenuParts, 'close'>) {
  const ref = useRef<HTMLButtonElement>(null);
  const [opened, onChange] = useState(false);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    onChange(true);
  }, []);
  return menu({ button: cloneElement(button, { ref }), opened, onChange, close });
}
