// The page for unknown URLs, inside the frame, so that the navigation stays available.
import { NoPage } from './no-page.tsx';

export const NotHere = () => (
  <NoPage title="Page not found">The address is wrong, or the page no longer exists.</NoPage>
);
