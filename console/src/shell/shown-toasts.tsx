// The corner with the toasts. Also announces downloads, because browsers show nothing before the first bytes arrive.
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { sayDone } from '../api/change.ts';

export function ShownToasts() {
  useEffect(() => {
    document.addEventListener('click', tellOfDownload);
    return () => document.removeEventListener('click', tellOfDownload);
  }, []);
  return <Notifications position="bottom-right" limit={3} containerWidth={360} />;
}

function tellOfDownload({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('a[download]')) sayDone('The file is on its way to your downloads.');
}
