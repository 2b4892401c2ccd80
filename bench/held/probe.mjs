// Loaded into a measured process before its code (node --import). Measures how long the main thread works between two
// clock readings, in processor time, because other work on the machine hardly affects that. A message starts a
// measurement and returns the longest stretch of the previous one, in milliseconds.
import { readFileSync } from 'node:fs';

/** Processor time of the main thread, in nanoseconds. */
const worked = () => Number(readFileSync('/proc/self/schedstat', 'latin1').split(' ', 1)[0]);
let [before, longest] = [worked(), 0];
const look = () => {
  const now = worked();
  longest = Math.max(longest, now - before);
  before = now;
};
setInterval(look, 1).unref();
process.on('message', () => {
  look();
  process.send?.({ longestMs: longest / 1e6 });
  longest = 0;
});
process.channel?.unref();
