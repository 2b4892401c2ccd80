import { createElement, Fragment, type ReactNode } from 'react';
import { formatMessage } from '../../../../src/base/texts/format-message.ts';
import { numbers } from './digits.ts';

/** Tags that need no function. */
const PLAIN: readonly string[] = ['b', 'code', 'em'];

type Value = ReactNode | ((children: ReactNode) => ReactNode);

/**
 * A text with elements in it, in the language of the page. A tag in the message is a function in `values`:
 * `rich('Read <a>the guide</a>, {name}.', { name, a: (text) => <PageAnchor to="/guide">{text}</PageAnchor> })`.
 */
export function rich(message: string, values: Readonly<Record<string, Value>> = {}): ReactNode {
  const pieces = formatMessage<ReactNode>(message, {
    ...numbers,
    argument: (name) => {
      const value = values[name];
      return typeof value === 'function' ? undefined : value;
    },
    tag: (name, children) => {
      const value = values[name];
      if (typeof value === 'function') return value(createElement(Fragment, null, ...children));
      return PLAIN.includes(name) ? createElement(name, null, ...children) : createElement(Fragment, null, ...children);
    },
  });
  return createElement(Fragment, null, ...pieces);
}
