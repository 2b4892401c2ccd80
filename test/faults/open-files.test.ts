// More callers than the process may have open files. Runs the output of `npm run build:server`.
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { connectionsBesideFiles } from '../../src/http/server/open-files.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { memoryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 240_000 });
/** More than the service's modules, which Node opens at the same time at the start. */
const OPEN_FILES = 700;

const folder = memoryFolder('open-files');
const callers: Socket[] = [];
let service: ServiceProcess | undefined;
afterAll(async () => {
  for (const caller of callers) caller.destroy();
  service?.child.kill('SIGKILL');
  await service?.ended;
});

/** The status of a first registration, for which the program loads a part of itself. */
async function registered(on: Socket): Promise<string> {
  const body = JSON.stringify({ redirect_uris: ['http://127.0.0.1/callback'], token_endpoint_auth_method: 'none' });
  const head = `POST /oauth/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  let heard = '';
  on.on('data', (chunk) => (heard += chunk));
  on.write(`${head}\r\n\r\n${body}`);
  await expect.poll(() => heard).toContain('\r\n\r\n');
  return heard.slice(0, heard.indexOf('\r\n'));
}

test('keeps files available for the service itself, for any number of callers', async () => {
  const place = { CAIRN_DATABASE_URL: `embedded:${join(folder, 'data')}`, CAIRN_ASSETS: join(folder, 'assets') };
  service = await startProcess(place, '.', OPEN_FILES);
  const { port, child, ended } = service;
  await service.until(200);
  const first = connect(port, '127.0.0.1');
  callers.push(first);
  let refused = 0;
  for (let n = 0; n < OPEN_FILES + 100; n += 1)
    callers.push(
      connect(port, '127.0.0.1')
        .on('close', () => (refused += 1))
        .on('error', () => undefined),
    );
  await expect.poll(() => refused).toBeGreaterThan(100);
  expect(await registered(first)).toBe('HTTP/1.1 201 Created');
  for (const caller of callers) caller.destroy();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test.each([
  [10, 5],
  [400, 200],
  [1_024, 512],
  [1_048_576, 1_048_064],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('with %d files allows %d connections', (files, connections) => {
  expect(connectionsBesideFiles(files)).toBe(connections);
});
