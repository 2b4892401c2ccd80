// A text into the clipboard. Where the page is served without HTTPS browsers have no `navigator.clipboard`, and where
// somebody forbade it they refuse: then it is copied in the older way, out of a field. Where that fails too it is said,
// since what nobody has copied may be shown this once.
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { MODIFIER } from '../../shell/modifier.ts';

/** How long a button says that it has copied, in ms. */
const SAID_MS = 1_800;
const REFUSED = 'not copied';

/** Answers whether it is there; where it is not, the person is told. */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = (await isWritten(text)) || isCopiedFromField(text);
  notifications.hide(REFUSED);
  if (isCopied) return true;
  notifications.show({
    id: REFUSED,
    title: 'It was not copied',
    message: `This browser does not let the page copy. Select the text, and copy it with ${MODIFIER}+C.`,
    color: 'red',
    role: 'alert',
    autoClose: 12_000,
  });
  return false;
}

/** Whether that was copied a moment ago, and what copies it. */
export function useCopy(text: string): readonly [isCopied: boolean, copy: () => void] {
  const [copies, setCopies] = useState(0);
  const [isSaid, setSaid] = useState(false);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setSaid(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text);
    setSaid(isCopied);
    setCopies((count) => count + 1);
  };
  return [isSaid, () => void copy()];
}

const isWritten = (text: string): Promise<boolean> =>
  'clipboard' in navigator
    ? navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : Promise.resolve(false);

function isCopiedFromField(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
