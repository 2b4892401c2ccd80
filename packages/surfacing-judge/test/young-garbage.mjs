// Prints the megabytes of buffers that 250 verdicts leave behind in a process of their own: collections of young objects
// alone, as a busy service has most, do not see what other work of the process has kept.
import { judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';

const { gc } = globalThis;
if (gc === undefined) throw new Error('Start it with --expose-gc.');
const held = () => {
  for (let turn = 0; turn < 3; turn += 1) gc({ type: 'minor' });
  return process.memoryUsage().arrayBuffers / 1_048_576;
};

const judge = lexicalJudge({ encoder: null });
const catalog = judge.emptyCatalog();
/** @param {string} id */
const trail = (id) =>
  judgedTrail(id, {
    title: 'Answer a refund request',
    trigger: {
      keywords: ['refund', 'money back'],
      examples: [
        {
          text: `Write back to a customer who wants a refund for parcel ${id}`,
          expect: /** @type {const} */ ('match'),
        },
      ],
    },
  });
for (let n = 0; n < 32; n++) catalog.upsert(trail(`${n}`));
const view = { catalogs: [catalog], hidden: new Set() };
const verdict = () => judge.rank(view, trail('0'), 'A customer wants a refund for a late parcel');
verdict();
gc({ type: 'major' });
const before = held();
for (let turn = 0; turn < 250; turn += 1) {
  await verdict();
  if (turn % 50 === 49) gc({ type: 'minor' });
}
console.log(held() - before);
