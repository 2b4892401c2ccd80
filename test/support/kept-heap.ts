// What work leaves reachable: the heap after full collections, before and after.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Megabytes of the heap that the work, done so many times, keeps. */
export async function keptHeap(times: number, work: (turn: number) => unknown): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = (): number => {
    for (let turn = 0; turn < 3; turn += 1) collect();
    return process.memoryUsage().heapUsed / 1_048_576;
  };
  const before = used();
  for (let turn = 0; turn < times; turn += 1) await work(turn);
  return used() - before;
}
