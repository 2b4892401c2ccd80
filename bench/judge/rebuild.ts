// Checks that a randomly edited catalog equals one that was rebuilt in any order.
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { seededRandom } from './random.ts';
import { syntheticId, syntheticPrompts, syntheticTrails } from './synthetic-catalog.ts';

export interface RebuildFigures {
  readonly prompts: number;
  readonly different_verdicts: number;
  readonly largest_difference: number;
}

/** Makes thirty random edits to a catalog of that size and compares it with a shuffled rebuild. */
export function measureRebuild(index: LexicalJudge, size = 300): RebuildFigures {
  const random = seededRandom(30);
  const trails = new Map([...syntheticTrails(size)].map((trail) => [trail.id, trail]));
  const edited = index.emptyCatalog();
  for (const trail of trails.values()) edited.upsert(trail);
  const spares = [...syntheticTrails(30, 77)];
  for (const spare of spares) {
    const id = syntheticId(random.below(size + 20));
    if (random.next() < 0.4) {
      trails.delete(id);
      edited.remove(id);
    } else {
      trails.set(id, { ...spare, id });
      edited.upsert({ ...spare, id });
    }
  }
  const fresh = index.emptyCatalog();
  for (const trail of random.sample([...trails.values()], trails.size)) fresh.upsert(trail);
  let different = 0;
  let largest = 0;
  const prompts = syntheticPrompts(size + 100, null);
  for (const prompt of prompts) {
    const one = index.rank({ catalogs: [edited], hidden: new Set() }, null, prompt).scored;
    const other = index.rank({ catalogs: [fresh], hidden: new Set() }, null, prompt).scored;
    if (one.map((each) => each.indexed.trail.id).join() !== other.map((each) => each.indexed.trail.id).join())
      different++;
    for (const [at, each] of one.entries()) {
      largest = Math.max(largest, Math.abs(each.confidence - (other[at]?.confidence ?? 0)));
    }
  }
  return { prompts: prompts.length, different_verdicts: different, largest_difference: largest };
}
