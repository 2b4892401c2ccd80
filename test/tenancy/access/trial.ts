// Sends the cases of the matrix and compares the responses.
import type { Speaker } from '../../support/speaker.ts';
import type { World } from '../../support/world.ts';
import { type Caller, type Cast, callerName, EVERY_CALLER, speakerOf } from './credentials.ts';
import type { AccessRow } from './rows.ts';

export interface Case {
  readonly row: AccessRow;
  readonly caller: Caller;
}

/**
 * Every caller with every row. Most operations do not accept keys and apps at all, so one of each is enough for them.
 */
export const casesOf = (rows: readonly AccessRow[]): Case[] =>
  rows
    .filter(({ credentials }) => credentials.length > 0)
    .flatMap((row) => EVERY_CALLER.map((caller) => ({ row, caller })))
    .filter((each) => !isRepetition(each));

const isRepetition = ({ row, caller: { kind, who } }: Case): boolean =>
  (kind === 'apiKey' || kind === 'app') && !row.credentials.includes('apiKey') && who !== 'owner' && who !== 'operator';

export const titleOf = ({ row, caller }: Case): string => `${row.method} ${row.path} as ${callerName(caller)}`;

const AT_ONCE = 16;

/** Runs the work on all items, a few at a time, and returns its findings. */
export async function findingsOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<unknown[]> {
  const left = [...items].reverse();
  const findings: unknown[] = [];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) {
      const finding = await work(item);
      if (finding !== undefined) findings.push(finding);
    }
  });
  await Promise.all(workers);
  return findings;
}

/** A client for each caller, created on first use. */
export function speakersIn(service: World, cast: Cast): (caller: Caller) => Promise<Speaker> {
  const known = new Map<string, Promise<Speaker>>();
  return (caller) => {
    const name = callerName(caller);
    const speaker = known.get(name) ?? speakerOf(service, cast, caller);
    known.set(name, speaker);
    return speaker;
  };
}
