// Orders the test files. The slowest start first, so that none of them runs alone at the end. Files that mostly wait
// are spread among them, so that two others can use the CPUs.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * First come the files that run many full garbage collections (kept-heap.ts), because each collection takes half a
 * second once a process has run a hundred files. Then come the files by their time on an idle two-core machine. All
 * others follow by size, as usual.
 */
const LONG = [
  'packages/surfacing-judge/test/memory.test.ts',
  'test/storage/coalesced-reads.test.ts',
  'test/doors/scim/provisioning-entry.test.ts',
  'test/surfacing/floors.test.ts',
  'test/storage/row-types.test.ts',
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

/** Files that mostly wait for a silent server, receiver or database. The longest come first here too. */
const WAITING = [
  'test/faults/silent-move.test.ts',
  'test/faults/silent-database.test.ts',
  'test/faults/read-replica.test.ts',
  'test/egress/hostile-receivers.test.ts',
  'test/webhooks/webhooks.test.ts',
  'test/webhooks/silent-receivers.test.ts',
  'test/faults/pgbouncer.test.ts',
  'test/faults/refusing-database.test.ts',
  'test/faults/undecided.test.ts',
  'test/faults/standing-still.test.ts',
  'test/tracing/collector-away.test.ts',
  'test/egress/',
  'test/doors/oauth/client-credentials.test.ts',
  'test/cli/cairn.test.ts',
  'test/cli/remote.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = (file: TestSpecification): boolean => rank(file, WAITING) < WAITING.length;
    const waiting = ranked(sorted.filter(waits), WAITING);
    const busy = ranked(
      sorted.filter((file) => !waits(file)),
      LONG,
    );
    // One of three, because three files run at once on two cores.
    const mixed = busy.flatMap((file, at) => (at % 2 === 0 ? [...waiting.slice(at / 2, at / 2 + 1), file] : [file]));
    return [...mixed, ...waiting.slice(Math.ceil(busy.length / 2))];
  }
}

/** The file's position among `names`, or after all of them. */
function rank({ moduleId }: TestSpecification, names: readonly string[]): number {
  const at = names.findIndex((name) => moduleId.includes(`/${name}`));
  return at === -1 ? names.length : at;
}

const ranked = (files: readonly TestSpecification[], names: readonly string[]): readonly TestSpecification[] =>
  [...files].sort((one, other) => rank(one, names) - rank(other, names));
