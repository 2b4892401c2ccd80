// Every dialog of the console. The kit's own dialogs each hear Escape at the window, so one press would close all that
// stand over one another: here it closes the uppermost alone, or nothing where that one stays. And the kit begins at
// the cross: here a dialog begins at its first field, or at what is marked with `data-autofocus`.
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** What Escape does to each dialog that is open, the uppermost last. */
const standing: (() => void)[] = [];

export function Dialog({ closeOnEscape = true, children, ...props }: ModalProps) {
  const onEscape = useRef(ignore);
  onEscape.current = closeOnEscape ? props.onClose : ignore;
  useEffect(() => {
    if (!props.opened) return;
    const leave = (): void => onEscape.current();
    standing.push(leave);
    return () => void standing.splice(standing.indexOf(leave), 1);
  }, [props.opened]);
  return (
    <Modal {...props} closeOnEscape={false}>
      <div ref={markFirstField}>{children}</div>
    </Modal>
  );
}

/** Of buttons to choose one of, the one that is chosen. A file is chosen by its button, and a switch acts at once. */
const FIELDS =
  'input:not(:disabled, [type=hidden], [type=file], [role=switch]), textarea, select, [role=radio][aria-checked=true]';

function markFirstField(body: HTMLElement | null): void {
  if (body?.querySelector('[data-autofocus]') === null) body.querySelector(FIELDS)?.setAttribute('data-autofocus', '');
}

/**
 * What is asked for, once it is drawn without it. A dialog whose file comes with the first wish for it is closed at
 * first: what had the focus before it opened gets it back.
 */
export function useClosedAtFirst<What>(asked: What | undefined): What | undefined {
  const [shown, show] = useState<What>();
  useEffect(() => show(() => asked), [asked]);
  return shown;
}

const ignore = (): void => undefined;

/** A list that is open in a dialog marks its field: Escape then closes that list. */
const isOfList = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

window.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && !event.isComposing && !isOfList(event)) standing.at(-1)?.();
  },
  true,
);
