// Runs the stages of a build whose sources have changed, in parallel, and reports each one. A stage has a name, sources
// (files and folders) and an output, which has to exist.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Folders of results and installed packages. */
const SKIPPED = new Set(['dist', 'node_modules', 'generated', 'data', '.cache']);

/** `run(stage)` returns the exit code. Returns the highest one. */
export async function buildStages(stages, { root, run, print, seconds }) {
  const due = [];
  for (const stage of stages) {
    const digest = digestOf(root, stage.sources);
    if (existsSync(join(root, stage.output)) && stampOf(root, stage) === digest) print(`${stage.name} is up to date.`);
    else due.push({ stage, digest });
  }
  if (due.length === 0) return 0;
  print(
    `Building: ${due.map(({ stage }) => stage.name.toLowerCase()).join(', ')}. The first build takes a minute or two.`,
  );
  const codes = due.map(async ({ stage, digest }) => {
    const begun = seconds();
    const code = await run(stage);
    const took = `${Math.round(seconds() - begun)} s`;
    if (code === 0) {
      mkdirSync(dirname(stampFile(root, stage)), { recursive: true });
      writeFileSync(stampFile(root, stage), digest);
    }
    print(code === 0 ? `${stage.name} is built (${took}).` : `${stage.name} could not be built (${took}).`);
    return code;
  });
  return Math.max(...(await Promise.all(codes)));
}

const stampFile = (root, { output }) => join(root, dirname(output), `${output.replaceAll(/\W+/g, '-')}-stage.txt`);

function stampOf(root, stage) {
  return existsSync(stampFile(root, stage)) ? readFileSync(stampFile(root, stage), 'utf8') : '';
}

/** Contents, not times, because a fresh clone has new times. */
function digestOf(root, sources) {
  const digest = createHash('sha256').update(process.version);
  for (const file of sources.flatMap((source) => filesIn(join(root, source))).sort())
    digest.update(`${relative(root, file)}\0`).update(readFileSync(file));
  return digest.digest('hex');
}

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.has(name))
    .flatMap(({ name }) => filesIn(join(path, name)));
}
