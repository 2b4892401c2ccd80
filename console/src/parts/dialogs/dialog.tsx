// The dialog that the whole console uses. It changes two behaviors of Mantine's Modal. There, every modal hears Escape
// on the window, so one press closes all of them; here it closes only the topmost, or nothing if that one must stay
// open. Mantine focuses the close button first; here the first field or the element with `data-autofocus` gets the
// focus.
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** The Escape handlers of all open dialogs, the topmost last. */
const openDialogs: (() => void)[] = [];

export function Dialog({ closeOnEscape = true, children, ...props }: ModalProps) {
  const onEscape = useRef(ignore);
  onEscape.current = closeOnEscape ? props.onClose : ignore;
  useEffect(() => {
    if (!props.opened) return;
    const leave = (): void => onEscape.current();
    openDialogs.push(leave);
    return () => void openDialogs.splice(openDialogs.indexOf(leave), 1);
  }, [props.opened]);
  return (
    <Modal {...props} closeOnEscape={false}>
      <div ref={markFirstField}>{children}</div>
    </Modal>
  );
}

/**
 * Includes the chosen one of a group of radio buttons. Excludes file inputs, which have a button, and switches, which
 * take effect immediately.
 */
const FIELDS =
  'input:not(:disabled, [type=hidden], [type=file], [role=switch]), textarea, select, [role=radio][aria-checked=true]';

function markFirstField(body: HTMLElement | null): void {
  if (body?.querySelector('[data-autofocus]') === null) body.querySelector(FIELDS)?.setAttribute('data-autofocus', '');
}

/**
 * Returns `asked` one render later. A dialog that is loaded on demand mounts closed this way, so it can return the
 * focus to the element that opened it.
 */
export function useClosedAtFirst<What>(asked: What | undefined): What | undefined {
  const [shown, show] = useState<What>();
  useEffect(() => show(() => asked), [asked]);
  return shown;
}

const ignore = (): void => undefined;

/** True if the key belongs to an open dropdown in a dialog. Escape closes only that dropdown. */
const isOfList = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

window.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && !event.isComposing && !isOfList(event)) openDialogs.at(-1)?.();
  },
  true,
);
