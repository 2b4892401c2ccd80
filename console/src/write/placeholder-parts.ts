// A prompt cut into plain text and placeholders, good and bad ones, by the service's own rules. Pure.
import { badPlaceholders, placeholderNames } from '../../../src/trails/placeholders.ts';

export interface PromptPart {
  readonly kind: 'text' | 'good' | 'bad';
  readonly text: string;
  /** Where it starts. */
  readonly at: number;
  /** Of a good placeholder. */
  readonly name?: string;
}

/** The whole body in order, nothing left out. */
export function placeholderParts(body: string): PromptPart[] {
  const good = new Map(placeholderNames(body).map((name) => [`{{${name}}}`, name]));
  const bad = new Set(badPlaceholders(body).map(({ written }) => written));
  const written = [...good.keys(), ...bad].sort((one, other) => other.length - one.length);
  const parts: PromptPart[] = [];
  let plainFrom = 0;
  for (let at = 0; at < body.length; ) {
    const found = body.startsWith('{{', at) ? written.find((text) => body.startsWith(text, at)) : undefined;
    if (found === undefined) {
      at += 1;
      continue;
    }
    if (at > plainFrom) parts.push({ kind: 'text', text: body.slice(plainFrom, at), at: plainFrom });
    const name = good.get(found);
    parts.push(name === undefined ? { kind: 'bad', text: found, at } : { kind: 'good', text: found, at, name });
    at += found.length;
    plainFrom = at;
  }
  if (plainFrom < body.length) parts.push({ kind: 'text', text: body.slice(plainFrom), at: plainFrom });
  return parts;
}
