// What a verdict compared goes with it. A generator that is made for each text has a hidden class of its own, by which V8
// keeps all that it sees until the next full collection.
import { expect, it } from 'vitest';
import { leftBehind } from '../../../test/support/minor-collections.ts';
import { judgedTrail } from '../src/judged-trail.ts';
import { lexicalJudge } from '../src/lexical-judge.ts';

it('leaves nothing of what it compared behind', async () => {
  const judge = lexicalJudge({ encoder: null });
  const catalog = judge.emptyCatalog();
  const trail = (id: string) =>
    judgedTrail(id, {
      title: 'Answer a refund request',
      trigger: {
        keywords: ['refund', 'money back'],
        examples: [{ text: `Write back to a customer who wants a refund for parcel ${id}`, expect: 'match' as const }],
      },
    });
  for (let n = 0; n < 32; n++) catalog.upsert(trail(`${n}`));
  const view = { catalogs: [catalog], hidden: new Set<string>() };
  const verdict = () => judge.rank(view, trail('0'), 'A customer wants a refund for a late parcel');
  verdict();
  expect(await leftBehind(250, verdict)).toBeLessThan(0.7);
});
