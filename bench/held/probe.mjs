// Loaded into a measured process before its own code (node --import): how long its main thread worked between two looks
// at the clock, in processor time, which other work on the machine does not change much. A message begins a measurement
// and is answered with the longest stretch of the one before, in milliseconds.
import { readFileSync } from 'node:fs';

/** Nanoseconds of the processor that the main thread had. */
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
