// 256 networks guess passwords at once for 20 seconds, as fast as the default rate limits allow: node
// scripts/run-ts.mjs bench/sign-in/main.ts, after npm run build:server. At the same time an author saves and uploads,
// and the same person signs in with a known device and with a new one. Takes a minute. CAIRN_TEST_DATABASE_URL names an
// empty PostgreSQL database; without it storage is embedded.
import sharp from 'sharp';
import { built } from '../support/built.ts';
import { BY_BENCH } from '../support/by-bench.ts';
import { median } from '../support/median.ts';
import { startCairn } from '../support/processes.ts';
import { seed } from '../support/seed.ts';
import { nameOf, onDatabase, SERVER, storageOn } from '../support/storage.ts';

const NETWORKS = 256;
const IDLE_SECONDS = 10;
const ATTACK_SECONDS = 20;
const TRAILS = 1_000;
const EMAIL = `owner-${TRAILS}@bench.test`;
const PASSWORD = 'a heap of stones marks the way';
/** Before each attempt, waits as long as the service asks. */
const MAX_ATTEMPTS = 10;

const { url, env, remove } = await storageOn(SERVER);
const { seeded, link } = await onDatabase(url, async (database) => {
  const { createLoginLink } =
    await built<typeof import('../../src/identity/login-links.ts')>('identity/login-links.js');
  const place = await seed(database, TRAILS);
  const made = await database.inTransaction((tx) =>
    createLoginLink(tx, { email: EMAIL, team_id: undefined }, Date.now(), BY_BENCH),
  );
  return { seeded: place, link: made.token };
});
const cairn = await startCairn({ CAIRN_RATE_SCALE: '1', CAIRN_TRUST_PROXY: 'on', ...env });
const image = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#336699' } })
  .png()
  .toBuffer();
const known = await knownDevice();

await measured(2); // Warms up.
const idle = await measured(IDLE_SECONDS);
const statuses = new Map<number, number>();
const until = performance.now() + ATTACK_SECONDS * 1_000;
const attack = Array.from({ length: NETWORKS }, (_, at) => guessOn(`10.${at}.0.1`));
const [attacked, atFirst, attempts] = await Promise.all([
  measured(ATTACK_SECONDS),
  attemptsOf('192.0.2.1', known),
  attemptsOf('203.0.113.1', ''),
]);
await Promise.all(attack);
const counted = [...statuses].toSorted().map(([status, count]) => `${count} × ${status}`);
console.log(`${nameOf(SERVER)}: ${NETWORKS} networks guessed for ${ATTACK_SECONDS} s (${counted.join(', ')}).`);
for (const name of ['save', 'upload'] as const)
  console.log(
    `${name}: ${idle[name].toFixed(1)} ms idle, ${attacked[name].toFixed(1)} ms attacked; ratio ` +
      `${(attacked[name] / idle[name]).toFixed(2)} (medians; aim: at most 5).`,
  );
console.log(`A known device signed in at attempt ${atFirst} (aim: 1), a new one at attempt ${attempts} (aim: 3).`);
await cairn.stop();
await remove();
process.exit();

/** Medians of saves and uploads at a steady pace, in milliseconds. */
async function measured(seconds: number): Promise<{ readonly save: number; readonly upload: number }> {
  const times = { save: [] as number[], upload: [] as number[] };
  const end = performance.now() + seconds * 1_000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    times.save.push(await timed(() => save(turn)));
    if (turn % 2 === 0) times.upload.push(await timed(upload));
    await pause(500);
  }
  return { save: median(times.save), upload: median(times.upload) };
}

/** Guesses until the attack ends, and obeys only what the rate limits enforce anyway. */
async function guessOn(address: string): Promise<void> {
  for (let count = 0; performance.now() < until; count += 1) {
    const answer = await signIn(address, `${address}-${count}@bench.test`, 'a wrong password', '');
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 429) await pause(Number(answer.headers.get('retry-after')) * 1_000);
  }
}

/** The number of attempts until the right password is accepted. */
async function attemptsOf(address: string, cookie: string): Promise<number> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const answer = await signIn(address, EMAIL, PASSWORD, cookie);
    if (answer.status === 200) return attempt;
    await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
  return Number.POSITIVE_INFINITY;
}

function signIn(address: string, email: string, password: string, cookie: string): Promise<Response> {
  return post('/sign-in/password', { email, password }, { 'x-forwarded-for': address, cookie });
}

/** The cookie of a browser in which the person has set the password. */
async function knownDevice(): Promise<string> {
  const session = cookieOf(await post('/sign-in/link', { token: link }, {}));
  return cookieOf(await post('/manage/v1/session/password', { new_password: PASSWORD }, { cookie: session }, 'PUT'));
}

function cookieOf(answer: Response): string {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

async function post(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
  method = 'POST',
): Promise<Response> {
  const sent = { 'content-type': 'application/json', 'x-cairn-console': '1', ...headers };
  const answer = await fetch(cairn.address + path, { method, headers: sent, body: JSON.stringify(body) });
  await answer.arrayBuffer();
  return answer;
}

async function save(turn: number): Promise<void> {
  const headers = { authorization: `Bearer ${seeded.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ sort_order: turn });
  await succeeding(
    await fetch(`${cairn.address}/v1/trails/${seeded.trail_ids[0]}`, { method: 'PATCH', headers, body }),
  );
}

async function upload(): Promise<void> {
  const body = new FormData();
  body.set('file', new Blob([image], { type: 'image/png' }), 'picture.png');
  const headers = { authorization: `Bearer ${seeded.key}` };
  await succeeding(await fetch(`${cairn.address}/v1/content-assets`, { method: 'POST', headers, body }));
}

async function succeeding(answer: Response): Promise<void> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
