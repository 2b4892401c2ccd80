// Requests to other systems carry their trace.

import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEgress } from '../../src/egress/egress.ts';
import type { Egress } from '../../src/egress/egress-request.ts';
import { tracedEgress } from '../../src/egress/traced-egress.ts';
import { type Managed, managedTeam } from '../doors/manage/support.ts';
import { OWN_RANGES } from '../support/own-machine.ts';
import { type Receiver, receiver, status } from '../webhooks/receiver.ts';
import { type TracedWorld, tracedWorld } from './traced-world.ts';

const HERE = 'http://localhost:8080';
let service: TracedWorld;
let team: Managed;
let hook: Receiver;
beforeAll(async () => {
  service = await tracedWorld({}, { CAIRN_PUBLIC_URL: HERE });
  team = await managedTeam(service, { plan: 'enterprise' });
  hook = await receiver();
});
afterAll(async () => {
  await service.close();
  await hook.close();
});

const spanOfHeader = (traceparent = '') => {
  const [version, trace_id, span_id = '', flags] = traceparent.split('-');
  expect([version, flags]).toEqual(['00', '01']);
  return service.collector.until((spans) =>
    spans.find((span) => span.span_id === span_id && span.trace_id === trace_id),
  );
};

test('gives a delivery a separate trace, and sends its traceparent with a valid signature', async () => {
  const asked = { traceparent: `00-${'c'.repeat(32)}-b7ad6b7169203331-01`, tracestate: 'vendor=secret' };
  const body = { name: 'Test', url: `${hook.url}/hidden-place?token=hidden`, events: ['trail.saved'] };
  const made = await team.asAdmin.post<{ webhook: { id: string }; secret: string }>('/manage/v1/webhooks', body, asked);
  await team.asAdmin.post(`/manage/v1/webhooks/${made.body.webhook.id}/test`, undefined, asked);
  await service.app.dispatcher.round();
  const [arrived] = hook.received;
  if (arrived === undefined) throw new Error('Nothing arrived.');
  expect(new Webhook(made.body.secret).verify(arrived.body, arrived.headers)).toMatchObject({ type: 'webhook.test' });
  const span = await spanOfHeader(arrived.headers.traceparent);
  expect(span).toMatchObject({ name: 'POST webhooks', kind: 'client', parent: '', isError: false });
  expect(span.trace_id).not.toBe('c'.repeat(32));
  expect(span.attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 204,
    'url.scheme': 'http',
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(hook.url).port),
  });
  expect(arrived.headers.tracestate).toBeUndefined();
  expect(service.collector.payloads.join()).not.toMatch(/hidden|whsec_/);
});

test('marks a refused or failed connection to a receiver as an error in its span', async () => {
  hook.answers(status(503));
  const traced = { tracing: service.tracing, purpose: 'webhooks' };
  const egress = openEgress({ allow: OWN_RANGES, publicUrl: HERE, traced });
  await egress.fetch(hook.url, { method: 'POST', headers: { traceparent: 'of the caller', 'x-own': '1' } });
  const last = hook.received.at(-1);
  expect(last?.headers['x-own']).toBe('1');
  const refused = await spanOfHeader(last?.headers.traceparent);
  expect(refused).toMatchObject({
    isError: true,
    attributes: { 'http.response.status_code': 503, 'error.type': '503' },
  });
  await expect(egress.fetch('http://example.com/')).rejects.toThrow('https');
  const unsent = await service.collector.until((spans) =>
    spans.find(({ attributes }) => attributes['error.type'] === 'scheme'),
  );
  expect(unsent).toMatchObject({
    name: 'GET webhooks',
    isError: true,
    attributes: { 'server.address': 'example.com' },
  });
  await egress.close();
});

test.each([
  [399, false],
  [400, true],
])('marks a response of %i as an error in its span: %s', async (code, isError) => {
  hook.answers(status(code));
  const egress = openEgress({
    allow: OWN_RANGES,
    publicUrl: HERE,
    traced: { tracing: service.tracing, purpose: 'webhooks' },
  });
  await egress.fetch(hook.url);
  expect(await spanOfHeader(hook.received.at(-1)?.headers.traceparent)).toMatchObject({ isError });
  await egress.close();
});

test.each<[url: string, server: object]>([
  ['https://idp.example/keys', { 'url.scheme': 'https', 'server.address': 'idp.example', 'server.port': 443 }],
  ['http://idp.example/keys', { 'url.scheme': 'http', 'server.address': 'idp.example', 'server.port': 80 }],
  ['https://idp.example:8443/', { 'url.scheme': 'https', 'server.address': 'idp.example', 'server.port': 8443 }],
  ['no address', {}],
])('includes for a request to %j only the non-secret parts of the address in the span', async (url, server) => {
  let sent: Headers | undefined;
  const fetch: Egress['fetch'] = async (_url, request) => {
    sent = new Headers(request?.headers);
    return new Response(null, { status: 204 });
  };
  await tracedEgress({ fetch } as Egress, service.tracing, 'sign-in').fetch(url, { method: 'PUT' });
  const span = await spanOfHeader(sent?.get('traceparent') ?? '');
  expect(span.name).toBe('PUT sign-in');
  expect(span.attributes).toEqual({ 'http.request.method': 'PUT', 'http.response.status_code': 204, ...server });
});

test('makes an outgoing request a child of the incoming one, and says so if the caller does not record', async () => {
  hook.answers(status(204));
  const egress = openEgress({
    allow: OWN_RANGES,
    publicUrl: HERE,
    traced: { tracing: service.tracing, purpose: 'sign-in' },
  });
  const parent = { trace_id: 'd'.repeat(32), span_id: 'b7ad6b7169203331' };
  for (const isSampled of [true, false]) {
    const span = service.tracing.begin({ name: 'GET', kind: 'server' }, { ...parent, isSampled });
    await span.run(() => egress.fetch(hook.url));
    const header = hook.received.at(-1)?.headers.traceparent ?? '';
    expect(header).toMatch(new RegExp(`^00-d{32}-[0-9a-f]{16}-0${isSampled ? 1 : 0}$`));
    expect(header).not.toContain(span.span_id);
    if (isSampled) expect((await spanOfHeader(header)).parent).toBe(span.span_id);
  }
  await egress.close();
});
