// Builds the types of the console and of packages/client from the snapshots of the OpenAPI documents. Skips a file that
// is up to date: every build and check runs this first.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const V1 = 'docs/openapi.snapshot.json';
const FILES = {
  'console/src/generated/v1.ts': { from: V1, typesFrom: everything },
  'console/src/generated/manage.ts': { from: 'docs/manage/openapi.snapshot.json', typesFrom: everything },
  'packages/client/src/generated/v1.ts': { from: V1, typesFrom: schemasAndSlugs },
};

for (const [file, { from, typesFrom }] of Object.entries(FILES)) {
  const snapshot = read(from);
  const head = `// Built by "npm run build:types" from ${from}, ${digestOf(snapshot)}. Do not edit.\n`;
  if (read(file)?.startsWith(head)) continue;
  const text = head + (await typesFrom(withAnyTool(JSON.parse(snapshot))));
  // Builds may run concurrently and must not see a partly written file.
  const fresh = join(root, `${file}.${process.pid}`);
  mkdirSync(dirname(fresh), { recursive: true });
  writeFileSync(fresh, text);
  renameSync(fresh, join(root, file));
}

function read(file) {
  try {
    return readFileSync(join(root, file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Changes with the snapshot, this script and the version of the generator. */
function digestOf(snapshot) {
  const generator = createRequire(import.meta.url).resolve('openapi-typescript/package.json');
  const digest = createHash('sha256');
  for (const input of [snapshot, readFileSync(generator), readFileSync(fileURLToPath(import.meta.url))])
    digest.update(input);
  return digest.digest('hex').slice(0, 16);
}

/** Each installation has its own list of tools, so clients accept any value. */
function withAnyTool(document) {
  delete document.components.schemas.TrailDocumentInput?.properties.tools.items.enum;
  return document;
}

/** Leaves out example responses, which would become long comments. */
function everything(document) {
  for (const { content = {} } of answersOf(document)) for (const media of Object.values(content)) delete media.example;
  return typesOf(document);
}

/** The client's calls are handwritten, so it doesn't need the paths. */
async function schemasAndSlugs(document) {
  const slugs = new Set(answersOf(document).flatMap((answer) => answer['x-problem-slugs'] ?? []));
  const union = [...slugs].sort().map((slug) => `\n    | "${slug}"`);
  const { schemas } = document.components;
  const types = await typesOf({ ...document, paths: {}, webhooks: {}, components: { schemas } });
  return `${types}/** Every reason for which an endpoint of the document refuses. */\nexport type Slug =${union.join('')};\n`;
}

function answersOf({ paths, components }) {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const inline = operations.flatMap(({ responses = {} }) => Object.values(responses));
  return [...inline, ...Object.values(components.responses)];
}

/** Body fields with a default stay optional, because the service fills them in. */
async function typesOf(document) {
  const { default: openapiTS, astToString } = await import('openapi-typescript');
  return astToString(await openapiTS(document, { defaultNonNullable: false }));
}
