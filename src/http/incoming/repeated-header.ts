// Headers that affect a request's meaning must not be sent twice, because it would be unclear which value applies.

import type { IncomingMessage } from 'node:http';
import { type Refusal, refuse } from '../../base/refusal.ts';
import { t } from '../../base/texts/t.ts';

/**
 * The refusal (`bad-request`) if one of these headers occurs more than once; undefined otherwise. Node keeps the first
 * value or joins them, while a proxy may keep the last.
 */
export function repeatedHeader(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  ...names: readonly string[]
): Refusal | undefined {
  const name = names.find((one) => timesSent(rawHeaders, one.toLowerCase()) > 1);
  return name === undefined
    ? undefined
    : refuse('bad-request', t('The header {name} was sent more than once. Send it once.', { name }));
}

function timesSent(rawHeaders: readonly string[], name: string): number {
  let sent = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isNamed(rawHeaders[at], name)) sent += 1;
  return sent;
}

const isNamed = (header = '', name = ''): boolean => header.length === name.length && header.toLowerCase() === name;
