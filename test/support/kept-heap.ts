// Measures retained memory: the size of the heap after full garbage collections, before and after the work.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Work = (turn: number) => unknown;

/** The megabytes of heap that the work retains when repeated `times` times. */
export const keptHeap = (times: number, work: Work): Promise<number> => kept(times, work, ({ heapUsed }) => heapUsed);

/** The same, including the memory of typed arrays outside the heap. */
export const keptMemory = (times: number, work: Work): Promise<number> =>
  kept(times, work, ({ heapUsed, arrayBuffers }) => heapUsed + arrayBuffers);

async function kept(times: number, work: Work, bytesOf: (usage: NodeJS.MemoryUsage) => number): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = (): number => {
    for (let turn = 0; turn < 3; turn += 1) collect();
    return bytesOf(process.memoryUsage()) / 1_048_576;
  };
  const before = used();
  for (let turn = 0; turn < times; turn += 1) await work(turn);
  return used() - before;
}
