// Copies text to the clipboard. Browsers offer `navigator.clipboard` only with HTTPS, and a person can deny access.
// Otherwise the older way through a text field is tried. If that fails too, the person is notified, because the text
// may be a secret that is shown only once.
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { MODIFIER } from '../../shell/modifier.ts';
import { t } from '../texts/t.ts';

/** In ms: how long a button says that it has copied. */
const SHOWN_MS = 1_800;
const REFUSED = 'not-copied';

/** Returns true if the text was copied. Otherwise notifies the person. */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = (await isWritten(text)) || isCopiedFromField(text);
  notifications.hide(REFUSED);
  if (isCopied) return true;
  notifications.show({
    id: REFUSED,
    title: t('Not copied'),
    message: t('This browser does not allow copying. Select the text and press {modifier}+C.', { modifier: MODIFIER }),
    color: 'red',
    role: 'alert',
    autoClose: 12_000,
  });
  return false;
}

/** Returns whether the text was just copied, and a function that copies it. */
export function useCopy(text: string): readonly [isCopied: boolean, copy: () => void] {
  const [copies, setCopies] = useState(0);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copies]);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(text);
    setShown(isCopied);
    setCopies((count) => count + 1);
  };
  return [isShown, () => void copy()];
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
