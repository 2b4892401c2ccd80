import { describe, expect, it } from 'vitest';
import { openPixelBudget } from '../../src/assets/pixel-budget.ts';
import { isRefusal } from '../../src/base/refusal.ts';

/** Starts tasks with this many pixels that run until the test ends them, and records which ones are running. */
function tasksOn(budget: ReturnType<typeof openPixelBudget>) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string, pixels: number, owner = name): Promise<void> =>
    budget(owner, pixels, async () => {
      running.push(name);
      await new Promise<void>((end) => ends.set(name, end));
      running.splice(running.indexOf(name), 1);
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((turn) => setImmediate(turn));
  };
  return { running, start, end };
}

const settled = () => new Promise((turn) => setImmediate(turn));

describe('the budget of pixels', () => {
  it('decodes two small images at a time, and the third when one of them is done', async () => {
    const { running, start, end } = tasksOn(openPixelBudget(100, 10));
    const all = ['a', 'b', 'c'].map((name) => start(name, 1));
    await settled();
    expect(running).toEqual(['a', 'b']);
    await end('a');
    expect(running).toEqual(['b', 'c']);
    await end('b');
    await end('c');
    await Promise.all(all);
  });

  it('decodes a large image alone, and later images after it', async () => {
    const { running, start, end } = tasksOn(openPixelBudget(100, 10));
    const all = [start('small', 1), start('large', 100), start('later', 1)];
    await settled();
    expect(running).toEqual(['small']);
    await end('small');
    expect(running).toEqual(['large']);
    await end('large');
    expect(running).toEqual(['later']);
    await end('later');
    await Promise.all(all);
  });

  it('is released when a task fails', async () => {
    const budget = openPixelBudget(100, 10);
    await expect(budget('one', 100, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(budget('one', 100, () => Promise.resolve('done'))).resolves.toBe('done');
  });

  it('refuses a task when its queue is full (503 not-ready)', async () => {
    const { start, end } = tasksOn(openPixelBudget(100, 1));
    const all = [start('runs', 100), start('waits', 100)];
    const thrown: unknown = await start('too many', 100).catch((error: unknown) => error);
    expect(isRefusal(thrown, 'not-ready')).toBe(true);
    await settled();
    await end('runs');
    await end('waits');
    await Promise.all(all);
  });

  it("delays an owner by at most two tasks of another owner, regardless of the queue's length", async () => {
    const { running, start, end } = tasksOn(openPixelBudget(100, 3));
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => start(name, 100, 'one'));
    await settled();
    const thrown: unknown = await start('too many', 100, 'one').catch((error: unknown) => error);
    expect(isRefusal(thrown, 'not-ready')).toBe(true);
    all.push(start('x', 100, 'two'));
    await settled();
    const order: string[] = [];
    while (running.length > 0) {
      order.push(...running);
      await end(running[0] ?? '');
    }
    expect(order).toEqual(['a', 'b', 'x', 'c', 'd', 'e']);
    await Promise.all(all);
  });
});
