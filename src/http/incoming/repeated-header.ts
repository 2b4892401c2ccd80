// Headers that decide what a request means: sent twice, nobody can say which of them counts.
import type { IncomingMessage } from 'node:http';
import { type Refusal, refuse } from '../../base/refusal.ts';

/**
 * The refusal (`bad-request`) of a request that has one of these headers more than once: Node keeps the first or joins
 * them, another program on the way keeps the last. Undefined: each is there once, or not at all.
 */
export function repeatedHeader(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  ...names: readonly string[]
): Refusal | undefined {
  const name = names.find((one) => timesSent(rawHeaders, one.toLowerCase()) > 1);
  return name === undefined
    ? undefined
    : refuse('bad-request', `The header ${name} was sent more than once. Send it once.`);
}

function timesSent(rawHeaders: readonly string[], name: string): number {
  let sent = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isNamed(rawHeaders[at], name)) sent += 1;
  return sent;
}

const isNamed = (header = '', name = ''): boolean => header.length === name.length && header.toLowerCase() === name;
