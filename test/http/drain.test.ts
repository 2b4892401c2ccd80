// A drain finishes active requests with Connection: close, and closes idle connections immediately.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { kitWorld } from './kit-world.ts';

test('closes idle connections immediately, finishes active requests with Connection: close, and ends', async () => {
  const deps = await kitWorld();
  const idle = connect(deps.port, '127.0.0.1');
  const idleClosed = new Promise((done) => idle.once('close', done));
  await new Promise((done) => idle.once('connect', done));
  const slow = deps.caller('amy').post('/slow', { name: 'slow' });
  await deps.waiting();
  const closed = deps.close();
  await idleClosed;
  deps.release();
  const answer = await slow;
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  await closed;
});

test('leaves no listener behind after 25 requests on one connection', async () => {
  const deps = await kitWorld();
  const warnings: string[] = [];
  // At this moment libraries used by other test files in this process may emit warnings.
  const note = ({ name, message }: Error): void => {
    if (name === 'MaxListenersExceededWarning') warnings.push(message);
  };
  process.on('warning', note);
  for (let sent = 0; sent < 25; sent += 1) await deps.caller('amy').post('/signalled', {});
  await new Promise((done) => setImmediate(done));
  process.off('warning', note);
  expect(warnings).toEqual([]);
  await deps.close();
});

test('refuses forged credentials without a lookup after too many failures from their address', async () => {
  const deps = await kitWorld(1);
  let refused = 0;
  for (let sent = 0; sent < 310; sent += 1)
    if ((await deps.caller(`forged ${sent}`).get('/things/01999999-0000-7000-8000-000000000001')).status === 429)
      refused += 1;
  expect(refused).toBe(10);
  expect((await deps.caller('amy').get('/things/01999999-0000-7000-8000-000000000001')).status).toBe(200);
  await deps.close();
});
