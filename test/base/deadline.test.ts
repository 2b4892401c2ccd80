// A timeout applies to the other side, regardless of how busy this process is.
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { DeadlineExceeded, deadline, deadlineSignal, endsWithin, within } from '../../src/base/deadline.ts';
import { answeringThread, busyFor } from '../support/held-loop.ts';

const ECHO = '() => "answer"';

test('accepts a result that arrived in time, even if this process was too busy to read it', async () => {
  const server = await answeringThread(ECHO);
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  const giveUp = vi.fn();
  const answer = server.busyFor(1_100, () =>
    within(1_000, 'a statement', giveUp, async () => {
      socket.write('question');
      return String((await once(socket, 'data'))[0]);
    }),
  );
  expect(await answer).toBe('answer');
  expect(giveUp).not.toHaveBeenCalled();
  socket.destroy();
  await server.close();
});

test('counts the time that this process was busy only up to an eighth of the timeout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const passed = vi.fn();
  deadline(800, passed);
  // Keeps the process busy for the given time. Afterwards each due timer fires, each in a turn of the event loop.
  for (let part = 1; part < 8; part += 1) {
    vi.advanceTimersToNextTimer();
    await new Promise(setImmediate);
  }
  expect(passed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(99);
  await new Promise(setImmediate);
  expect(passed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(passed).not.toHaveBeenCalled();
  await new Promise(setImmediate);
  expect(passed).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('abandons work that takes too long, and reports a timeout', async () => {
  const giveUp = vi.fn();
  const late = within(1, 'a statement', giveUp, () => new Promise(() => {}));
  await expect(late).rejects.toThrow(DeadlineExceeded);
  await expect(late).rejects.toThrow('a statement took longer than 0.001 s');
  expect(giveUp).toHaveBeenCalledOnce();
});

test('lets work continue after the timeout, and ignores its later failure', async () => {
  expect(await endsWithin(60_000, Promise.resolve('anything'))).toBe(true);
  await expect(endsWithin(60_000, Promise.reject(new Error('fails')))).rejects.toThrow('fails');
  let fail = (_: Error): void => {};
  const work = new Promise<never>((_, reject) => {
    fail = reject;
  });
  expect(await endsWithin(1, work)).toBe(false);
  fail(new Error('too late to be heard'));
});

test('aborts a signal on a timeout, but not after its work has ended', async () => {
  const { signal } = deadlineSignal(1);
  await once(signal, 'abort');
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  const ended = deadlineSignal(1);
  busyFor(2);
  ended.stop();
  await new Promise((done) => setTimeout(done, 5));
  expect(ended.signal.aborted).toBe(false);
});
