// Like React's `lazy`, but a failed download shows a message (not-loaded.tsx) and is retried on the next click. Typed
// text is kept. not-loaded.tsx must be in the page's own bundle.
import { type ComponentType, lazy } from 'react';
import { patiently } from '../../api/patiently.ts';
import { notLoaded, type Opened, showUnreachable } from './not-loaded.tsx';

/** Render in a `Suspense`, like a `lazy` component. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props & Opened> {
  const asked = () =>
    lazy(async () => {
      const coming: Promise<ComponentType<Props>> = patiently(load, () => showUnreachable(coming));
      const again = () => (Part = asked());
      return { default: (await coming.catch(() => notLoaded(again))) as ComponentType<object> };
    });
  let Part = asked();
  return (props) => <Part {...props} />;
}
