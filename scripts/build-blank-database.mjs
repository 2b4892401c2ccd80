// Builds this release's blank database (src/storage/embedded/blank-database.ts), unless one with the same migrations
// exists. The user who runs the service can read it even if another user built it (an image, /opt/cairn).
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { blankFolder, schemaDigest, stateFile, WITHOUT_TEMPLATES } from '../dist/storage/embedded/blank-database.js';
import { openEmbedded } from '../dist/storage/embedded/embedded.js';
import { migrate } from '../dist/storage/migrations/migrate.js';
import { migrations } from '../dist/storage/migrations/migration-files.js';

// This process ends before optimized code would pay off, and optimizing would cost a second of CPU time. If V8 does not
// know one of these flags, it prints a warning and continues.
setFlagsFromString('--wasm-tiering-budget=100000000');
setFlagsFromString('--interrupt-budget=1000000');

const state = schemaDigest(migrations());
if (!existsSync(stateFile()) || readFileSync(stateFile(), 'utf8') !== state) await make();
// PostgreSQL lets only the owner read its files. These contain no data, so everyone may read them.
openToAll(blankFolder());

async function make() {
  const root = dirname(stateFile());
  mkdirSync(dirname(root), { recursive: true });
  // Built in a temporary folder, so that concurrent or interrupted builds leave either a complete database or none.
  const made = mkdtempSync(`${root}-`);
  try {
    const database = await openEmbedded(made);
    await migrate(database, { isAlone: true });
    for (const statement of WITHOUT_TEMPLATES) await database.script(statement);
    await database.close();
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root);
    renameSync(join(made, 'postgres'), blankFolder());
    writeFileSync(stateFile(), state);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function openToAll(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else chmodSync(path, 0o644);
  }
}
