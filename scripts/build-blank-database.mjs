// Makes the blank database of this release (src/storage/embedded/blank-database.ts), where it is not there already
// with the same migrations. The user who runs the service may read it, also where another user has built it: an
// image, /opt/cairn.
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

// Nothing here runs for long enough to gain by being optimised, which costs a second of a processor. A V8 that does not
// know one of these says so and goes on.
setFlagsFromString('--wasm-tiering-budget=100000000');
setFlagsFromString('--interrupt-budget=1000000');

const state = schemaDigest(migrations());
if (!existsSync(stateFile()) || readFileSync(stateFile(), 'utf8') !== state) await make();
// PostgreSQL makes files that their owner alone may read. There is nothing in them that is anybody's.
openToAll(blankFolder());

async function make() {
  const root = dirname(stateFile());
  mkdirSync(dirname(root), { recursive: true });
  // Made aside: two builds at once, or one that is cut short, leave a whole one or none.
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
