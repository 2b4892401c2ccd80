// An address that leads nowhere: told inside the frame, so that the way on is where it always is.
import { NoPage } from './no-page.tsx';

export const NotHere = () => (
  <NoPage title="There is nothing here">The address is mistyped, or what stood here is gone.</NoPage>
);
