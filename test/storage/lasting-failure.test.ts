// Failures to reach a server that waiting does not cure. Operators read the remedy, and clients read "try again".
import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { failureSentence, isRefusal } from '../../src/base/refusal.ts';
import { openPostgres } from '../../src/storage/server/postgres.ts';
import { sql } from '../../src/storage/sql.ts';
import { tlsInFrontOf } from '../egress/closed-network.ts';

/** A server that refuses every login with this SQLSTATE, and TLS. */
async function refusingServer(state: string, message: string): Promise<Server & { port: number }> {
  const fields = Buffer.from(`SFATAL\0C${state}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (asked) => {
      if (asked.length === 8) socket.write('N');
      else socket.end(Buffer.concat([head, fields]));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(server, { port: (server.address() as { port: number }).port });
}

async function failureAt(url: string): Promise<unknown> {
  const database = openPostgres({ url, poolSize: 1, onIdleFailure: () => undefined });
  const [failure, { failure: logged }] = await Promise.all([
    database.rows(sql`select 1`).catch((thrown: unknown) => thrown),
    database.health(),
  ]);
  await database.close();
  expect(logged).toBe(failureSentence(failure));
  return failure;
}

function expectRemedy(failure: unknown, remedy: string | RegExp): void {
  expect(failureSentence(failure)).toMatch(remedy);
  expect(failureSentence(failure)).not.toContain('Try again');
  expect(isRefusal(failure, 'not-ready') && failure.message).toContain('Try again');
}

test.each([
  ['28P01', 'password authentication failed for user "cairn"', /user "cairn"\)\. Check the password/],
  ['28000', 'no pg_hba.conf entry for host "10.0.0.9"', /pg_hba\.conf/],
  ['3D000', 'database "carin" does not exist', /database "carin" does not exist\)\. Create it/],
])('names the remedy if the server refuses a login with %s', async (state, message, remedy) => {
  const server = await refusingServer(state, message);
  expectRemedy(await failureAt(`postgres://cairn:wrong@127.0.0.1:${server.port}/cairn`), remedy);
  server.close();
});

test('names the remedy for an unknown host', async () => {
  expectRemedy(await failureAt('postgres://cairn@db.internal.invalid/cairn'), /db\.internal\.invalid.*name servers/);
});

test('names the remedy if the server offers no TLS, or has a certificate of an unknown authority', async () => {
  const server = await refusingServer('28000', 'unused');
  const url = (port: number) => `postgres://cairn@127.0.0.1:${port}/cairn?sslmode=verify-full`;
  expectRemedy(await failureAt(url(server.port)), 'does not offer TLS');
  const front = await tlsInFrontOf(server.port, 'postgres');
  expectRemedy(await failureAt(url(front.port)), 'Set CAIRN_CA_FILE');
  front.close();
  server.close();
});

test('keeps the advice to try again for a server that may come back', async () => {
  const failure = await failureAt('postgres://cairn@127.0.0.1:1/cairn').catch((thrown: unknown) => thrown);
  expect(String(failureSentence(failure))).toMatch(/Try again|ECONNREFUSED/);
});
