import { describe, expect, it } from 'vitest';
import { keyedSemaphore, semaphore } from '../../src/base/semaphore.ts';

const settled = () => new Promise((turn) => setImmediate(turn));

/** Named tasks that run until the test ends them. */
function works() {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const named = (name: string) => async () => {
    running.push(name);
    await new Promise<void>((end) => ends.set(name, end));
    running.splice(running.indexOf(name), 1);
    return name;
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settled();
  };
  return { running, named, end };
}

describe('a semaphore', () => {
  it('runs as many tasks as it has slots, in order of arrival', async () => {
    const { running, named, end } = works();
    const withPlaces = semaphore(2);
    const all = ['a', 'b', 'c', 'd'].map((name) => withPlaces(named(name)));
    await settled();
    expect(running).toEqual(['a', 'b']);
    await end('b');
    expect(running).toEqual(['a', 'c']);
    for (const name of ['a', 'c', 'd']) await end(name);
    await expect(Promise.all(all)).resolves.toEqual(['a', 'b', 'c', 'd']);
  });

  it('does not let small tasks overtake a task that needs many slots', async () => {
    const { running, named, end } = works();
    const withPlaces = semaphore(2);
    void withPlaces(named('small'));
    void withPlaces(named('large'), { places: 5 });
    void withPlaces(named('late'));
    await settled();
    expect(running).toEqual(['small']);
    await end('small');
    expect(running).toEqual(['large']);
    await end('large');
    expect(running).toEqual(['late']);
    await end('late');
  });

  it('releases the slot if the task fails', async () => {
    const withPlaces = semaphore(1);
    await expect(withPlaces(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(withPlaces(async () => 'next')).resolves.toBe('next');
  });

  it('drops a waiting task when its signal aborts, and starts the tasks behind it', async () => {
    const { running, named, end } = works();
    const withPlaces = semaphore(2);
    const leaving = new AbortController();
    void withPlaces(named('first'));
    const large = withPlaces(named('large'), { places: 2, signal: leaving.signal });
    const behind = withPlaces(named('behind'));
    leaving.abort(new Error('gone'));
    await expect(large).rejects.toThrow('gone');
    expect(running).toEqual(['first', 'behind']);
    await end('first');
    await end('behind');
    await behind;
    await expect(withPlaces(async () => 'never', { signal: leaving.signal })).rejects.toThrow('gone');
  });

  it("refuses new tasks with its owner's message if too many are waiting", async () => {
    const { named, end } = works();
    const withPlaces = semaphore(1, 1, () => new Error('full'));
    void withPlaces(named('runs'));
    const waits = withPlaces(async () => 'waited');
    await expect(withPlaces(async () => 'too many')).rejects.toThrow('full');
    await end('runs');
    await expect(waits).resolves.toBe('waited');
  });
});

describe('a semaphore for each key', () => {
  it('does not let one key block another, and exists as long as its key has work', async () => {
    const { running, named, end } = works();
    let made = 0;
    const inTurn = keyedSemaphore(() => {
      made += 1;
      return semaphore(1);
    });
    const all = ['a1', 'a2', 'b1'].map((name) => inTurn(name.slice(0, 1), named(name)));
    await settled();
    expect([running, made]).toEqual([['a1', 'b1'], 2]);
    await end('a1');
    expect(running).toEqual(['b1', 'a2']);
    for (const name of ['a2', 'b1']) await end(name);
    expect([await Promise.all(all), made]).toEqual([['a1', 'a2', 'b1'], 2]);
    void inTurn('a', named('a3'));
    await settled();
    expect([running, made]).toEqual([['a3'], 3]);
  });
});
