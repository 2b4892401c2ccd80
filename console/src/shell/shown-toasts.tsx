// The corner with the toasts. Also announces downloads, because browsers show nothing before the first bytes arrive.
import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { showSuccess } from '../api/change.ts';
import { t } from '../parts/texts/t.ts';

export function ToastCorner() {
  useEffect(() => {
    document.addEventListener('click', announceDownload);
    return () => document.removeEventListener('click', announceDownload);
  }, []);
  return <Notifications position="bottom-right" limit={3} containerWidth={360} />;
}

function announceDownload({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('a[download]')) showSuccess(t('Your download is starting.'));
}
