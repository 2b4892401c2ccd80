// Measures memory that minor garbage collections do not free, because a busy service mostly runs those. Such memory
// stays until the next full collection, which comes late. This file is not TypeScript, because a plain Node process
// also measures with it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** @returns {(kind: { readonly type: 'minor' | 'major' }) => void} */
const exposed = () => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
};

/**
 * Returns the megabytes of buffers that the work leaves behind when repeated. @param {number} times @param {(turn:
 * number) => unknown} work
 */
export async function leftBehind(times, work) {
  const collect = exposed();
  const held = () => {
    for (let turn = 0; turn < 3; turn += 1) collect({ type: 'minor' });
    return process.memoryUsage().arrayBuffers / 1_048_576;
  };
  // Old objects from earlier test files of this process would keep young objects alive.
  collect({ type: 'major' });
  const before = held();
  for (let turn = 0; turn < times; turn += 1) {
    await work(turn);
    if (turn % 50 === 49) collect({ type: 'minor' });
  }
  return held() - before;
}
