// The page for unknown URLs, inside the frame, so that the navigation stays available.
import { NoPage } from './no-page.tsx';

export const NotHere = () => (
  <NoPage title="There is nothing here">The address is mistyped, or what stood here is gone.</NoPage>
);
