// Reports that a part of the page failed to load: in its place, or in a toast if a click opened it.
import { notifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { t } from '../texts/t.ts';
import { Failure } from './states.tsx';

/** Props of a part that a click opens. Unmounts it, so the next click tries again. */
export interface Opened {
  readonly close?: () => void;
  /** Like `close`, for parts that stay mounted when closed. */
  readonly drop?: () => void;
}

const NOT_LOADED = new Problem(
  {
    title: t('This could not be loaded'),
    detail: t(
      'Try again. If that does not help, save your work and reload the page. There may be a newer version of the console.',
    ),
  },
  0,
  undefined,
);

const UNREACHABLE = 'away';

/** Shows a toast until the part has loaded or failed. */
export function showUnreachable(coming: Promise<unknown>): void {
  notifications.show({
    id: UNREACHABLE,
    message: t('The service cannot be reached. This opens once it is back.'),
    autoClose: false,
  });
  const hide = (): unknown => notifications.hide(UNREACHABLE);
  coming.then(hide, hide);
}

/** Replaces the part. `again` starts loading it again and returns the component. */
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
