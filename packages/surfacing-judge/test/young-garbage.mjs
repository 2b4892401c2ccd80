// Prints the megabytes of buffers that 1,000 verdicts leave behind. Runs in a separate process, because objects kept by
// other test files would keep young objects too.
import { judgedTrail } from '@cairn/surfacing-judge/judged-trail';
import { lexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { leftBehind } from '../../../test/support/minor-collections.mjs';

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
console.log(await leftBehind(1_000, verdict));
