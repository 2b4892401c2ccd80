// Checks rules that compilers don't check. Only the room that owns a table names it. Files named in comments exist.
// Lines of the service and comments have at most 120 characters. SQL conditions are not disabled by a null parameter.
// Folders are created with a call that always ends. No regular expression takes quadratic time at the end of a text.
// Tests mock no modules and leave no folders behind. No file contains merge markers.
// Usage: node scripts/check-source.mjs
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The tables that each room may name. A new table belongs to exactly one room. */
const OWNERS = {
  http: ['idempotency_keys'],
  storage: ['service_settings', 'row_moves'],
  audit: ['audit_entries', 'audit_followers', 'audit_outbox'],
  webhooks: [...['webhook_endpoints', 'feed_events', 'webhook_deliveries', 'audit_streams', 'audit_stream_entries']],
  directory: [
    ...['accounts', 'teams', 'team_seats', 'seat_bookings', 'team_domains', 'members', 'member_roles'],
    ...['groups', 'group_memberships', 'group_changes', 'group_roles', 'group_managers', 'connections'],
    ...['invitations', 'former_members', 'domain_claims', 'seat_days', 'domain_owners'],
  ],
  credentials: [
    ...['api_credentials', 'oauth_grants', 'oauth_artifacts', 'oauth_policies'],
    ...['scim_tokens', 'scim_client_secrets', 'scim_workload_identities', 'setup_links'],
    ...['token_owners', 'id_owners'],
  ],
  provisioning: [
    ...['provisioning_log', 'provisioning_days', 'scim_user_records', 'scim_group_records', 'scim_departures'],
    ...['deactivation_limits', 'deactivation_guards', 'suspensions'],
  ],
  identity: [
    'sessions',
    'login_links',
    'passwords',
    'single_sign_on',
    'single_sign_on_attempts',
    'single_sign_on_links',
  ],
  trails: [
    ...['catalogs', 'catalog_changes', 'trails', 'trail_revisions', 'trail_versions', 'trail_grants', 'trail_search'],
    ...['deleted_trails', 'trail_sets', 'trail_set_items', 'trail_set_grants'],
    ...['trail_feedback', 'trail_approvals', 'trail_schedules', 'trail_care', 'trail_favourites'],
    'trail_safety',
  ],
  assets: ['content_assets', 'content_asset_trails'],
  surfacing: ['model_spending', 'trail_meanings', 'example_runs'],
  skills: ['public_catalogs'],
  insight: ['trail_deliveries', 'trail_reach', 'unanswered_questions', 'insight_settings', 'tool_calls'],
};
const LONGEST_LINE = 120;
/** With `${key}::uuid is null or …`, a generic plan reads all rows to find one (src/storage/key-range.ts). */
const SWITCHED_OFF = /\$\{[^}]*\}::\w+ is null or/;

/** Node's `mkdir` with `recursive` retries forever if a folder cannot be created. */
// A plain object as a map: `constructor` and `__proto__` are names of trails, folders and placeholders, too.
const PLAIN_MAP = /^\s*(?:const|let) \w+: (?:Readonly<)?Record<string, .*> = \{\};/;
const ENDLESS = /\bmkdir(?:Sync)?\(.*recursive: true/;

/** Takes quadratic time: the pattern restarts at each character of a run (a second for 40 kB). */
const LOOKED_FOR_ANEW = /\.replace\(\/(?:\\?[^\\^[(.]|\[[^\]]*\])\+\$\/[a-z]*,/;

/** The mutation runner, and the helper with which tests create folders. */
const MAKES_FOLDERS = /^test\/(mutants\/|support\/temporary-folder\.ts$)/;

const filesBelow = (folder, ending) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/(^|\/)(node_modules|dist|generated)\//.test(name))
    .map((name) => join(folder, name));

const sources = [...filesBelow('src', /\.(ts|mjs)$/), ...filesBelow('packages', /\/src\/.*\.ts$/)];
const everyFile = ['src', 'packages', 'test', 'bench', 'scripts', 'console', 'deploy', 'docs'].flatMap((folder) => {
  try {
    return filesBelow(folder, /./);
  } catch {
    return [];
  }
});
const known = new Set([...everyFile, ...readdirSync('.')].map((file) => basename(file).replace(/^\./, '')));

const ownerOf = new Map(Object.entries(OWNERS).flatMap(([room, tables]) => tables.map((table) => [table, room])));
const findings = [];

const migrations = filesBelow('migrations', /\.sql$/).sort();
migrations.forEach((migration, index) => {
  if (Number(basename(migration).slice(0, 4)) === index + 1) return;
  findings.push(`${migration}: migrations have numbers of their own without a gap; the next is ${index + 1}`);
});
for (const migration of migrations) {
  for (const [, table] of readFileSync(migration, 'utf8').matchAll(/^create table (?:if not exists )?([a-z_]+)/gim)) {
    if (!ownerOf.has(table)) findings.push(`${migration}: the table ${table} belongs to no room; name it in OWNERS`);
  }
}

for (const file of sources) {
  const text = readFileSync(file, 'utf8');
  const room = file.split('/')[1];
  const code = text.replace(/^\s*(\*|\/\/|\/\*).*$/gm, '');
  for (const [, statement] of code.matchAll(/\bsql`([\s\S]*?)`/g)) {
    for (const [, table] of statement.matchAll(/\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_]+)/gi)) {
      const owner = ownerOf.get(table);
      if (owner !== undefined && owner !== room) findings.push(`${file}: names the table ${table} of ${owner}/`);
    }
  }
  text.split('\n').forEach((line, index) => {
    const place = `${file}:${index + 1}`;
    if (line.length > LONGEST_LINE) findings.push(`${place}: ${line.length} characters; at most ${LONGEST_LINE}`);
    if (ENDLESS.test(line)) findings.push(`${place}: may never end; see make-folder.ts`);
    if (PLAIN_MAP.test(line)) findings.push(`${place}: finds inherited keys; use a Map or Object.create(null)`);
    if (SWITCHED_OFF.test(line)) findings.push(`${place}: a condition that a null switches off; see key-range.ts`);
    if (file.startsWith('src/') && !file.startsWith('src/cli/') && LOOKED_FOR_ANEW.test(line))
      findings.push(`${place}: looks for the end anew from each character; see ending-slashes.ts`);
  });
}

for (const file of everyFile.filter((name) => /\.(ts|tsx|mjs|cjs)$/.test(name))) {
  const text = readFileSync(file, 'utf8');
  for (const [line] of text.matchAll(/^ *(?:\/\/|\/?\*+) .*$/gm)) {
    if (line.length > LONGEST_LINE)
      findings.push(`${file}: a comment of ${line.length} characters a line: ${line.trim()}`);
  }
  for (const [, comment] of text.matchAll(/(?:\/\/|^\s*\/?\*)(.*)$/gm)) {
    for (const [name] of comment.matchAll(/\b[\w.-]+\.(?:ts|tsx|mjs|cjs)\b/g)) {
      if (!known.has(name)) findings.push(`${file}: names ${name}, which does not exist`);
    }
  }
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

// Paths, links and commands in documents and SQL. `{a,b}`, `*` and `…` stand for several files and are skipped.
const TREE =
  /(?<![\w/.-])(?:src|test|packages|console|scripts|bench|docs|deploy|migrations)\/[\w./-]*\w(?![\w/*{….-]*[\w/*{…])/g;
const documents = [...readdirSync('.').filter((name) => /\.md$/.test(name)), ...everyFile, ...migrations];
for (const file of documents.filter((name) => /\.(md|sql)$/.test(name))) {
  const text = readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const links = [...text.replace(/`[^`]*`/g, '').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link]) =>
    join(dirname(file), link),
  );
  const paths = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => code.match(TREE) ?? []);
  for (const [, script] of text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g))
    if (!(script in scripts)) findings.push(`${file}: names "npm run ${script}", which does not exist`);
  for (const path of [...links, ...(file.endsWith('.sql') ? (text.match(TREE) ?? []) : paths)])
    if (!existsSync(path) && !path.includes('NNNN')) findings.push(`${file}: names ${path}, which does not exist`);
}

const OF_THE_BROWSER =
  /toLocale(?:String|DateString|TimeString|LowerCase)\((?!locale)|new Intl\.\w+\((?!\s*(?:locale|\)))/;
for (const file of filesBelow('console/src', /\.tsx?$/)) {
  if (
    readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => PLAIN_MAP.test(line))
  )
    findings.push(`${file}: finds inherited keys; use a Map or Object.create(null)`);
  if (OF_THE_BROWSER.test(readFileSync(file, 'utf8')))
    findings.push(`${file}: writes in the language of the browser; see parts/texts/language.ts`);
}

for (const file of filesBelow('console/src', /\.tsx$/)) {
  if (basename(file) !== 'dialog.tsx' && /<Modal\b/.test(readFileSync(file, 'utf8')))
    findings.push(
      `${file}: draws the kit's Modal; Escape would close it beneath another one: see parts/dialogs/dialog.tsx`,
    );
}

// Test files share a process and its modules: a mock would affect other files, or come too late.
for (const file of [...filesBelow('test', /\.ts$/), ...filesBelow('packages', /\/test\/.*\.ts$/)]) {
  const text = readFileSync(file, 'utf8');
  if (/\bvi\.(mock|doMock)\(/.test(text)) findings.push(`${file}: mocks a module; see test/support/in-place-of.ts`);
  if (/\bmkdtemp/.test(text) && !MAKES_FOLDERS.test(file))
    findings.push(`${file}: makes a folder that stays; see test/support/temporary-folder.ts`);
  const [properties, counts] = [/\bfc\.assert\(/g, /\bnumRuns\b(?!: [\d_]+)/g].map((of) => text.match(of)?.length ?? 0);
  if (properties > counts)
    findings.push(`${file}: a property that is tried no oftener at night; see test/support/runs.ts`);
}

const texts = [...everyFile, ...readdirSync('.')].filter((file) =>
  /\.(md|ts|tsx|mjs|cjs|json|ya?ml|css|txt|sh)$/.test(file),
);
for (const file of texts) {
  if (/^(<{7}|>{7}|\|{7})( |$)/m.test(readFileSync(file, 'utf8')))
    findings.push(`${file}: two versions of it were put together and none was chosen`);
}

for (const finding of findings) console.error(finding);
if (findings.length > 0) {
  console.error(`${findings.length} findings`);
  process.exitCode = 1;
}
