// `npm run mutants`: plants small changes in the source, one at a time, and reports those that no test notices.
// npm run mutants -- --sample 20 --seed 7 20 mutants of each folder
// npm run mutants -- --folder src/http --file etag every mutant of the files with `etag` in their names
// npm run mutants -- --tests '^test/http' only these test files
// npm run mutants -- --sample 20 --minutes 15 stops this long after mapping; folders take turns
// npm run mutants -- --list only lists them; --strict fails if one survives
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { equivalents, isMutant } from './equivalents.ts';
import { findMutants } from './find-mutants.ts';
import { changeOf, type Mutant } from './mutant.ts';
import { mapFolder, readMap, testsThatReach, unmapped } from './reached-map.ts';
import { type Outcome, runMutant, runReached } from './run-tests.ts';
import { inTurn, sampled } from './sample.ts';
import { tableOf } from './table.ts';

/** Skips test files that reach the code through a browser or a built release, and those that take minutes. */
const LEFT_OUT = new RegExp(
  `^(${[
    'packages/client/test/(generated|package|prism|recipes)',
    'packages/surfacing-judge/test/package',
    'test/(browser|console|faults|fuzz|cli|deploy|architecture|documents|storage/(earlier|beside|blank))',
  ].join('|')})`,
);
/** Folders that contain test files directly, or whose subfolders count separately. */
const NO_FOLDER_OF_ITS_OWN = /^src\/(cli|demo|doors)$/;
const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [join(folder, one.name)] : []));
/** Every room, door and package. */
const FOLDERS = [
  ...[...foldersIn('src'), ...foldersIn('src/doors')].filter((folder) => !NO_FOLDER_OF_ITS_OWN.test(folder)),
  ...foldersIn('packages').map((folder) => join(folder, 'src')),
];
/** The number of test files that one run maps. */
const AT_ONCE = 12;

const { values } = parseArgs({
  options: {
    folder: { type: 'string', multiple: true, default: FOLDERS },
    file: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '300' },
    minutes: { type: 'string', default: 'Infinity' },
    list: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    out: { type: 'string', default: '.cache/mutants/outcomes.json' },
  },
});

const filesBelow = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/(^|\/)(node_modules|dist|generated)\//.test(name))
    .map((name) => join(folder, name))
    .sort();

const isEquivalent = (mutant: Mutant): boolean => equivalents.some((one) => isMutant(one, mutant));

const drawn = values.folder.map((folder) => {
  const all = filesBelow(folder, /\.ts$/)
    .filter((file) => file.slice(folder.length).includes(values.file))
    .flatMap((file) => findMutants(file, readFileSync(file, 'utf8')));
  const few = values.sample === undefined ? all : sampled(all, Number(values.sample), `${values.seed} ${folder}`);
  console.log(`${folder}: ${few.length} of ${all.length} mutants`);
  return few.map((mutant) => ({ folder, mutant }));
});
const mutants = inTurn(drawn);

if (values.list)
  for (const { mutant } of mutants)
    console.log(`${mutant.file}:${mutant.line}  ${changeOf(mutant)}  in  ${mutant.context}`);
else await run();

async function run(): Promise<void> {
  // Ends its child processes too (run-tests.ts).
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const map = mapFolder([...filesBelow('src', /\.ts$/), ...filesBelow('packages', /\/src\/.*\.ts$/)]);
  const tests = [...filesBelow('test', /\.test\.ts$/), ...filesBelow('packages', /\.test\.ts$/)];
  const mapped = tests.filter((test) => !LEFT_OUT.test(test) && new RegExp(values.tests).test(test));
  const missing = unmapped(map, mapped);
  const begun = performance.now();
  for (let at = 0; at < missing.length; at += AT_ONCE) await runReached(map, missing.slice(at, at + AT_ONCE));
  const failing = unmapped(map, mapped);
  if (failing.length > 0) console.log(`left out, they fail without a mutant, or did not end: ${failing.join(', ')}`);
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  console.log(
    `mapped: ${mapped.length - failing.length} of ${mapped.length} test files, ${missing.length} anew in ${minutes} min`,
  );
  const reached = readMap(map, mapped);
  const outcomes: Outcome[] = [];
  const until = performance.now() + Number(values.minutes) * 60_000;
  for (const { folder, mutant } of mutants) {
    if (performance.now() > until) break;
    const outcome: Outcome = isEquivalent(mutant)
      ? { folder, mutant, result: 'equivalent', by: '' }
      : {
          folder,
          mutant,
          ...(await runMutant(mutant, testsThatReach(reached, mutant), Number(values.seconds) * 1000)),
        };
    outcomes.push(outcome);
    console.log(`${outcome.result}  ${mutant.file}:${mutant.line}  ${changeOf(mutant)}  ${outcome.by}`);
    writeFileSync(values.out, JSON.stringify(outcomes, null, 1));
  }
  console.log(`planted: ${outcomes.length} of ${mutants.length}`);
  console.log(tableOf(outcomes));
  const isBitten =
    outcomes.length > 0 && outcomes.every(({ result }) => result === 'killed' || result === 'equivalent');
  if (values.strict && !isBitten) process.exitCode = 1;
}
