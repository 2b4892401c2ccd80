// Makes the blank database of this release (src/storage/blank-database.ts). Does nothing where it is there already, with
// the same migrations.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blankFolder, stateFile, stateOf } from '../dist/storage/blank-database.js';
import { openEmbedded } from '../dist/storage/embedded.js';
import { migrate } from '../dist/storage/migrate.js';
import { migrations } from '../dist/storage/migration-files.js';

const state = stateOf(migrations());
if (existsSync(stateFile()) && readFileSync(stateFile(), 'utf8') === state) process.exit(0);

const root = dirname(stateFile());
mkdirSync(dirname(root), { recursive: true });
// Made aside: two builds at once, or one that is cut short, leave a whole one or none.
const made = mkdtempSync(`${root}-`);
try {
  const database = await openEmbedded(made);
  await migrate(database, { isAlone: true });
  await database.close();
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  renameSync(join(made, 'postgres'), blankFolder());
  writeFileSync(stateFile(), state);
} finally {
  rmSync(made, { recursive: true, force: true });
}
