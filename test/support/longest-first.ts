// The order of the test files: those that take longest begin, so that none of them is what everybody waits for at the
// end.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Before them those that collect all garbage again and again (kept-heap.ts): once a process has run a hundred files,
 * each time takes half a second. Then by the seconds that they took on a quiet machine of two cores; all others follow
 * by their size, as usual.
 */
const LONG = [
  'packages/surfacing-judge/test/memory.test.ts',
  'test/storage/coalesced-reads.test.ts',
  'test/doors/scim/provisioning-entry.test.ts',
  'test/surfacing/floors.test.ts',
  'test/cli/restore-faults.test.ts',
  'test/surfacing/floors-by-words.test.ts',
  'test/surfacing/calibration.test.ts',
  'test/cli/process.test.ts',
  'test/cli/serve.test.ts',
  'test/browser/',
  'test/faults/',
  'test/cli/trails/killed.test.ts',
  'test/webhooks/',
  'test/backup/',
  'test/fuzz/',
  'test/doors/oauth/metadata-document.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((name) => moduleId.includes(`/${name}`));
      return at === -1 ? LONG.length : at;
    };
    return others.sort((one, other) => rank(one) - rank(other));
  }
}
