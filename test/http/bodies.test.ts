import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBytes } from '../../src/http/bodies/body.ts';
import { sendRaw } from '../support/raw-http.ts';
import { type Problem, slugOf } from '../support/speaker.ts';
import { type KitWorld, kitWorld } from './kit-world.ts';

let deps: KitWorld;
let impatient: KitWorld;
beforeAll(async () => {
  deps = await kitWorld();
  impatient = await kitWorld(1_000, { requestTimeout: 1_600, headersTimeout: 1_500, connectionsCheckingInterval: 100 });
});
afterAll(() => Promise.all([deps.close(), impatient.close()]));

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test.each([
  ['text that is not JSON', '{"a":'],
  ['a trailing comma', '{"a":1,}'],
  ['an array', '[]'],
  ['a number', '7'],
  ['null', 'null'],
  ['nothing', ''],
  ['__proto__', '{"__proto__": {"admin": true}}'],
  ['__proto__ in escapes', '{"\\u005f_proto__": {"admin": true}}'],
  ['__proto__ deep inside', '{"a":[{"b":{"__proto__":1}}]}'],
  ['a NUL', '{"a":"x\\u0000y"}'],
  ['a NUL in a key', '{"x\\u0000":1}'],
  ['a lone high surrogate', '{"a":"\\ud800"}'],
  ['a lone low surrogate in a key', '{"\\udc00":1}'],
  ['a number beyond doubles', '{"a":1e400}'],
  ['10,000 levels', `{"a":${deep(10_000)}}`],
  ['ten thousand levels of objects', `{"a":`.repeat(10_000)],
  ['a duplicate member', '{"a":1,"b":{"c":1},"a":2}'],
  [
    'a duplicate member in escapes, deep inside',
    '[{"x":[{"name":1,"n\\u0061me":2}]}]'.replace('[', '{"y":[').replace(/\]$/, ']}'),
  ],
])('refuses a body with %s: 400 bad-request', async (_what, text) => {
  const refused = await deps
    .caller('amy')
    .send('POST', '/echo', Buffer.from(text), { 'Content-Type': 'application/json' });
  expect([refused.status, slugOf(refused)]).toEqual([400, 'bad-request']);
});

test.each([
  ['a byte order mark of UTF-16', Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ['an overlong slash', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
  ['a surrogate in UTF-8', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')])],
])('refuses bytes that are not UTF-8 (%s): 400 bad-request', async (_what, bytes) => {
  const refused = await deps.caller('amy').send('POST', '/echo', bytes, { 'Content-Type': 'application/json' });
  expect([refused.status, slugOf(refused)]).toEqual([400, 'bad-request']);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/jsonp',
  'multipart/form-data; boundary=x',
  '',
])('refuses a body of type %j: 415 unsupported-media-type', async (type) => {
  const refused = await deps.caller('amy').send('POST', '/echo', Buffer.from('{}'), { 'Content-Type': type });
  expect([refused.status, slugOf(refused)]).toEqual([415, 'unsupported-media-type']);
  expect(refused.headers.get('accept')).toBe('application/json');
});

test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
  'accepts %s as JSON',
  async (type) => {
    const heard = await deps.caller('amy').send('POST', '/echo', Buffer.from('{"ü":"🪨"}'), { 'Content-Type': type });
    expect(heard.body).toEqual({ echoed: { ü: '🪨' } });
  },
);

test.each(['gzip, chunked', 'gzip,chunked', 'deflate, gzip, chunked'])(
  'refuses the transfer coding %s with 415 instead of treating the body as plain',
  async (coding) => {
    const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: amy\r\nContent-Type: application/json\r\n';
    const send = (value: string) =>
      sendRaw(deps.port, `${head}Transfer-Encoding: ${value}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`);
    expect((await send(coding)).status).toBe(415);
    expect((await send('Chunked')).status).toBe(200);
  },
);

test('reports all errors of a body together, and coerces nothing', async () => {
  const refused = await deps.caller('amy').post<Problem>('/things', { name: 7 });
  expect([refused.status, slugOf(refused)]).toEqual([422, 'validation']);
  expect(refused.body.issues).toEqual([{ severity: 'error', field: 'name', message: 'Must be of type string.' }]);
});

test('refuses an announced gigabyte with 413 before the first byte', async () => {
  const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: amy\r\nContent-Type: application/json\r\n';
  const answer = await sendRaw(deps.port, `${head}Content-Length: 1073741824\r\n\r\n`);
  expect([answer.status, (JSON.parse(answer.body) as Problem).type]).toEqual([
    413,
    'https://cairn.test/problems/payload-too-large',
  ]);
});

test('refuses a chunked gigabyte with 413 in constant memory, and keeps serving others', async () => {
  const before = process.memoryUsage().rss;
  const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: amy\r\nContent-Type: application/json\r\n';
  const answer = sendRaw(deps.port, `${head}Transfer-Encoding: chunked\r\n\r\n`, gigabyte());
  expect((await deps.caller('ben').post('/echo', { still: 'served' })).status).toBe(200);
  expect((await answer).status).toBe(413);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1_048_576);
});

async function* gigabyte(): AsyncGenerator<Buffer> {
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(1_048_576, 0x20), Buffer.from('\r\n')]);
  for (let sent = 0; sent < 1_024; sent += 1) yield chunk;
}

test('does not delay others while a body never arrives, and never reports it as a success', async () => {
  const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: amy\r\nContent-Type: application/json\r\n';
  const slow = sendRaw(impatient.port, `${head}Content-Length: 100\r\n\r\n{"a":`);
  expect((await impatient.caller('ben').post('/echo', {})).status).toBe(200);
  expect((await slow).status).toBe(408);
});

test('reads a form within its limits, and refuses one byte more with 413', async () => {
  const send = (bytes: number) => {
    const form = new FormData();
    form.set('alt', 'A cairn');
    form.set('file', new Blob([new Uint8Array(bytes)]), 'a.png');
    return deps.caller('amy').post('/form', form);
  };
  expect((await send(100_000)).body).toEqual({ fields: { alt: 'A cairn' }, size: 100_000 });
  const refused = await send(100_001);
  expect([refused.status, slugOf(refused)]).toEqual([413, 'payload-too-large']);
});

test('names an unknown form field', async () => {
  const form = new FormData();
  form.set('alt_text', 'A cairn');
  const refused = await deps.caller('amy').post<Problem>('/form', form);
  expect([refused.status, slugOf(refused), refused.body.issues?.[0]?.field]).toEqual([422, 'validation', 'alt_text']);
});

test.each(['alt', 'file'])('names %s if it was sent twice, and drops nothing', async (name) => {
  const form = new FormData();
  for (const text of ['one', 'two']) form.append(name, name === 'file' ? new Blob([text]) : text);
  const refused = await deps.caller('amy').post<Problem>('/form', form);
  expect([refused.status, slugOf(refused), refused.body.issues?.[0]?.field]).toEqual([422, 'validation', name]);
});

/** A form with one text field of raw bytes. */
const formOf = (bytes: Buffer, headers = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="alt"\r\n${headers}\r\n`),
    bytes,
    Buffer.from('\r\n--x--\r\n'),
  ]);

test.each([
  ['a byte that is not UTF-8', Buffer.from([0x61, 0xff, 0x62]), ''],
  ['a surrogate in UTF-8', Buffer.from([0xed, 0xa0, 0x80]), ''],
  ['Latin-1, as declared', Buffer.from('ä', 'latin1'), 'Content-Type: text/plain; charset=iso-8859-1\r\n'],
  ['UTF-16, as declared', Buffer.from('äö', 'utf16le'), 'Content-Type: text/plain; charset=utf-16le\r\n'],
  ['a NUL', Buffer.from('a\0b'), ''],
])('refuses a form field with %s (400 bad-request) instead of replacing characters', async (_what, bytes, headers) => {
  const type = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const refused = await deps.caller('amy').send<Problem>('POST', '/form', formOf(bytes, headers), type);
  expect([refused.status, slugOf(refused)]).toEqual([400, 'bad-request']);
  expect(refused.body.detail).toContain('alt');
});

test('reads a form field as UTF-8, declared or not, up to 8,192 bytes', async () => {
  const send = (text: string, headers = '') =>
    deps.caller('amy').send('POST', '/form', formOf(Buffer.from(text), headers), {
      'Content-Type': 'multipart/form-data; boundary=x',
    });
  for (const headers of ['', 'Content-Type: text/plain; charset=utf-8\r\n', 'Content-Type: text/plain\r\n'])
    expect((await send('ä, 😀', headers)).body).toEqual({ fields: { alt: 'ä, 😀' }, size: -1 });
  expect((await send('')).body).toEqual({ fields: { alt: '' }, size: -1 });
  expect((await send('a'.repeat(8_192))).status).toBe(200);
  const refused = await send('a'.repeat(8_193));
  expect([refused.status, slugOf(refused)]).toEqual([422, 'validation']);
});

test.each([
  ['without a boundary', 'multipart/form-data', '--x\r\n\r\n--x--', 400],
  [
    'that ends in the middle',
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\nab',
    400,
  ],
  ['that is JSON', 'application/json', '{}', 415],
  ['in Latin-1', 'multipart/form-data; charset=iso-8859-1; boundary=x', '--x--', 415],
])('refuses a form %s', async (_what, type, text, status) => {
  const refused = await deps.caller('amy').send('POST', '/form', Buffer.from(text), { 'Content-Type': type });
  expect(refused.status).toBe(status);
});

test('stops listening after a complete body, so that a closed connection is not an error', async () => {
  const request = new IncomingMessage(new Socket());
  const before = ['end', 'error', 'close'].map((event) => request.listenerCount(event));
  const whole = readBytes(request, 10);
  request.push('body');
  request.push(null);
  expect((await whole).toString()).toBe('body');
  expect(['end', 'error', 'close'].map((event) => request.listenerCount(event))).toEqual(before);
});
