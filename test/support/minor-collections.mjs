// Collections of young objects alone, as a busy service has most: what they leave although nobody needs it stays until
// the next full collection, which comes late. No TypeScript, since a process of Node alone measures with it too.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** @returns {(kind: { readonly type: 'minor' | 'major' }) => void} */
const exposed = () => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
};

/**
 * Megabytes of buffers that the work, done so many times, leaves behind.
 * @param {number} times
 * @param {(turn: number) => unknown} work
 */
export async function leftBehind(times, work) {
  const collect = exposed();
  const held = () => {
    for (let turn = 0; turn < 3; turn += 1) collect({ type: 'minor' });
    return process.memoryUsage().arrayBuffers / 1_048_576;
  };
  // What earlier test files of the process left among the old objects would keep young ones.
  collect({ type: 'major' });
  const before = held();
  for (let turn = 0; turn < times; turn += 1) {
    await work(turn);
    if (turn % 50 === 49) collect({ type: 'minor' });
  }
  return held() - before;
}
