// A part of a page whose file is loaded when it is first needed. That it does not come is told (not-loaded.tsx, which
// comes with the page: it cannot be what is missing), and it is asked for again with the next press: what was typed
// stays.
import { type ComponentType, lazy } from 'react';
import { patiently } from '../../api/patiently.ts';
import { notLoaded, type Opened, sayAway } from './not-loaded.tsx';

/** Drawn in a `Suspense`, as React's own `lazy`. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props & Opened> {
  const asked = () =>
    lazy(async () => {
      const coming: Promise<ComponentType<Props>> = patiently(load, () => sayAway(coming));
      const again = () => (Part = asked());
      return { default: (await coming.catch(() => notLoaded(again))) as ComponentType<object> };
    });
  let Part = asked();
  return (props) => <Part {...props} />;
}
