// A part of a page whose file is loaded when it is first needed. That it does not come is told (not-loaded.tsx), and it is
// asked for again with the next press: what was typed on the page stays.
import { type ComponentType, lazy } from 'react';
import { patiently } from '../api/patiently.ts';
import type { Opened } from './not-loaded.tsx';

const words = () => import('./not-loaded.tsx');

/** Drawn in a `Suspense`, as React's own `lazy`. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props & Opened> {
  const asked = () =>
    lazy(async () => {
      const coming: Promise<ComponentType<Props>> = patiently(load, () =>
        words().then((file) => file.sayAway(coming), Boolean),
      );
      const again = () => (Part = asked());
      return { default: (await coming.catch(async () => (await words()).notLoaded(again))) as ComponentType<object> };
    });
  let Part = asked();
  return (props) => <Part {...props} />;
}
