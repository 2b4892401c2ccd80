import { describe, expect, it } from 'vitest';
import { fairTurns, type Visitor } from '../../src/base/fair-turns.ts';
import { testClock } from '../support/test-clock.ts';

const settled = () => new Promise((turn) => setImmediate(turn));
const stranger = (key: string): Visitor => ({ key, isKnown: false });
const known = (key: string): Visitor => ({ key, isKnown: true });

/** Runs tasks until the test ends them. */
function turnsOf(limits: Partial<Parameters<typeof fairTurns>[0]> = {}) {
  const clock = testClock();
  const all = { places: 2, openPlaces: 1, placesPerKey: 2, maxWaiting: 3, ...limits };
  const turns = fairTurns(all, clock, () => new Error('full'));
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, visitor: Visitor): void => {
    const work = async (): Promise<void> => {
      begun.push(name);
      await new Promise<void>((end) => ends.push(end));
    };
    void turns.run(visitor, work).catch((thrown: Error) => refused.push(`${name}: ${thrown.message}`));
  };
  /** Ends the running tasks in the order in which they started, and every task that starts later. */
  const finish = async (): Promise<void> => {
    while (ends.length > 0) {
      ends.shift()?.();
      await settled();
    }
  };
  return { turns, clock, begun, refused, ask, finish };
}

describe('fair turns', () => {
  it('run one task per slot, and give strangers fewer slots', async () => {
    const { turns, begun, ask } = turnsOf();
    for (const name of ['a', 'b']) ask(name, stranger(name));
    expect([turns.running(), turns.waiting()]).toEqual([1, 1]);
    for (const name of ['x', 'y']) ask(name, known(name));
    await settled();
    expect(begun).toEqual(['a', 'x']);
    expect([turns.running(), turns.waiting()]).toEqual([2, 2]);
  });

  it('rotate between keys, even if one of them has many tasks', async () => {
    const { begun, ask, finish } = turnsOf({ maxWaiting: 9 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) ask(name, stranger(name.charAt(0)));
    await settled();
    await finish();
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('refuse tasks of the busiest key if too many are waiting, and never start them', async () => {
    const { begun, refused, ask, finish } = turnsOf();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1']) ask(name, stranger(name.charAt(0)));
    await settled();
    expect(refused).toEqual(['a5: full', 'a4: full']);
    await finish();
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('count refused requests, so that repeating them does not help', async () => {
    const { begun, refused, ask, finish } = turnsOf({ maxWaiting: 1 });
    ask('running', stranger('r'));
    for (const name of ['a1', 'a2', 'a3', 'b1']) ask(name, stranger(name.charAt(0)));
    await settled();
    expect(refused).toEqual(['a2: full', 'a3: full', 'a1: full']);
    await finish();
    ask('running', stranger('r'));
    ask('a4', stranger('a'));
    ask('b2', stranger('b'));
    await settled();
    expect(refused.at(-1)).toBe('a4: full');
    await finish();
    expect(begun).toEqual(['running', 'b1', 'running', 'b2']);
  });

  it('gradually forget how much a key has used', async () => {
    const { clock, begun, ask, finish } = turnsOf();
    for (const name of ['a1', 'a2', 'b1']) ask(name, stranger(name.charAt(0)));
    await settled();
    await finish();
    clock.advance(3_600_000);
    ask('running', stranger('r'));
    for (const name of ['b2', 'b3', 'a3']) ask(name, stranger(name.charAt(0)));
    await settled();
    await finish();
    expect(begun.slice(3)).toEqual(['running', 'b2', 'a3', 'b3']);
  });

  it('let known visitors go first, in a queue that strangers cannot fill', async () => {
    const { begun, refused, ask, finish } = turnsOf({ places: 1 });
    for (let count = 0; count < 20; count += 1) ask('stranger', stranger(`s${count}`));
    ask('known', known('k'));
    await settled();
    expect(refused).toHaveLength(16);
    await finish();
    expect(begun).toEqual(['stranger', 'known', 'stranger', 'stranger', 'stranger']);
  });

  it('keep a single key from taking every slot', async () => {
    const { begun, ask } = turnsOf({ places: 4, openPlaces: 4 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) ask(name, stranger(name.charAt(0)));
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
  });

  it('free the slot of a visitor who left while waiting', async () => {
    const { turns, begun, refused, ask, finish } = turnsOf();
    const leaving = new AbortController();
    ask('a', stranger('a'));
    ask('b', { ...stranger('b'), signal: leaving.signal });
    ask('c', stranger('c'));
    leaving.abort(new Error('left'));
    ask('d', { ...stranger('d'), signal: leaving.signal });
    await settled();
    expect([refused.toSorted(), turns.waiting()]).toEqual([['b: left', 'd: left'], 1]);
    await finish();
    expect(begun).toEqual(['a', 'c']);
  });

  it('free the slot of a failed task', async () => {
    const { turns } = turnsOf({ places: 1 });
    const failing = turns.run(known('a'), () => Promise.reject(new Error('no')));
    const next = turns.run(known('b'), async () => 'done');
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
    expect([turns.running(), turns.waiting()]).toEqual([0, 0]);
  });
});
