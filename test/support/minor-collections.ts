// Collections of young objects alone, as a busy service has most: what they leave although nobody needs it stays until
// the next full collection, which comes late.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const exposed = (): ((kind: { readonly type: 'minor' }) => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
};

/**
 * Megabytes of buffers that the work, done so many times, leaves behind: the lesser of two rounds, since other test files
 * of the process may have left something under way.
 */
export async function leftBehind(times: number, work: (turn: number) => unknown): Promise<number> {
  const collect = exposed();
  return Math.min(await leftOfRound(collect, times, work), await leftOfRound(collect, times, work));
}

async function leftOfRound(
  collect: ReturnType<typeof exposed>,
  times: number,
  work: (turn: number) => unknown,
): Promise<number> {
  const held = (): number => {
    for (let turn = 0; turn < 3; turn += 1) collect({ type: 'minor' });
    return process.memoryUsage().arrayBuffers / 1_048_576;
  };
  const before = held();
  for (let turn = 0; turn < times; turn += 1) {
    await work(turn);
    if (turn % 50 === 49) collect({ type: 'minor' });
  }
  return held() - before;
}
