// What is told of a part whose file does not come: where it would stand, or in the corner of what a press opens.
import { notifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { Failure } from './states.tsx';

/** Of what a press opens: takes it off the page, for the next press. */
export interface Opened {
  readonly close?: () => void;
  /** The same of what stays on the page when it is closed. */
  readonly drop?: () => void;
}

const NOT_LOADED = new Problem(
  {
    title: 'This could not be loaded',
    detail:
      'Try again. If that does not help, save what you wrote and load the page again: there may be a newer console.',
  },
  0,
  undefined,
);

const AWAY = 'away';

/** Until the part comes or is given up. */
export function sayAway(coming: Promise<unknown>): void {
  notifications.show({
    id: AWAY,
    message: 'The service cannot be reached. This opens once it is back.',
    autoClose: false,
  });
  const hide = (): unknown => notifications.hide(AWAY);
  coming.then(hide, hide);
}

/** Stands in place of the part. `again` begins to load the part, and answers what draws it. */
export function notLoaded(again: () => ComponentType<object>) {
  return function NotLoaded(props: Opened) {
    const [Part, draw] = useState<ComponentType<object>>();
    const close = props.drop ?? props.close;
    useEffect(() => {
      if (close === undefined) return;
      const { title, message } = NOT_LOADED;
      notifications.show({ title, message, color: 'red', role: 'alert', autoClose: 12_000 });
      again();
      close();
    }, [close]);
    if (Part !== undefined) return <Part {...props} />;
    return close === undefined && <Failure thrown={NOT_LOADED} retry={() => draw(again)} />;
  };
}
