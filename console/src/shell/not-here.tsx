// The page for unknown URLs, inside the frame, so that the navigation stays available.

import { t } from '../parts/texts/t.ts';
import { NoPage } from './no-page.tsx';

export const NotHere = () => (
  <NoPage title={t('Page not found')}>{t('The address is wrong, or the page no longer exists.')}</NoPage>
);
