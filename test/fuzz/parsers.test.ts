// Feeds almost valid input to every parser of bytes or text from callers. Each one returns a value or an error. None
// throws anything else, hangs, or leaves an unhandled error (which would end this process and the test).

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { parseFilter } from '@cairn/scim-protocol/filter-parser';
import { USER_TYPE } from '@cairn/scim-protocol/resource-type';
import { ScimError } from '@cairn/scim-protocol/scim-error';
import { parseCookie } from 'cookie';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openImageDecoder } from '../../src/assets/decode-image.ts';
import { parseJson } from '../../src/base/json.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { parseTags } from '../../src/http/answers/etag.ts';
import { readForm } from '../../src/http/bodies/form.ts';
import { parseKey } from '../../src/http/idempotency/idempotency.ts';
import { clientAddress, parseTrustedProxies } from '../../src/http/incoming/client-address.ts';
import { draftFindings } from '../../src/trails/document/validate-document.ts';
import { mutationsOf } from './mutations.ts';

const text = (bytes: Buffer): string => bytes.toString('latin1');
const samples = (...texts: readonly string[]): Buffer[] => texts.map((one) => Buffer.from(one));

const FORM = [
  '--x\r\nContent-Disposition: form-data; name="alt"\r\n\r\nWhere the switch is',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\u0089PNG',
  '--x--\r\n',
].join('\r\n');

const DOCUMENT = JSON.stringify({
  title: 'Summarise an interview',
  tools: ['claude'],
  trigger: { when: 'after it', keywords: ['interview'], examples: [{ text: 'sum it up', expect: 'match' }] },
  prompts: [{ label: 'Go', body: 'Summarise {{notes}}', id: 'go' }],
  feedback_enabled: true,
});

/** The thrown error, unless it is a refusal. */
async function fault(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (thrown) {
    return isRefusal(thrown) || thrown instanceof ScimError ? undefined : thrown;
  }
}

async function faultsOf(bytes: Iterable<Buffer>, parse: (bytes: Buffer) => unknown): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const one of bytes) {
    const thrown = await fault(() => parse(one));
    if (thrown !== undefined) faults.push({ thrown, bytes: text(one) });
  }
  return faults;
}

/** A request with this body, as far as the form reader looks at it. */
function requestOf(body: Buffer, type = 'multipart/form-data; boundary=x'): IncomingMessage {
  const half = Math.floor(body.length / 2);
  const stream = Readable.from([body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0));
  return Object.assign(stream, { headers: { 'content-type': type } }) as unknown as IncomingMessage;
}

const LIMITS = { fields: ['alt'], file: 'file', fileBytes: 100_000 };

test('multipart bodies', async () => {
  expect(await faultsOf(mutationsOf(samples(FORM), 1), (bytes) => readForm(requestOf(bytes), LIMITS))).toEqual([]);
});

test('the boundaries of multipart bodies', async () => {
  const types = mutationsOf(samples('multipart/form-data; boundary=x', 'multipart/form-data; boundary="x y"'), 2);
  expect(await faultsOf(types, (type) => readForm(requestOf(Buffer.from(FORM), text(type)), LIMITS))).toEqual([]);
});

test.each([
  ['JSON, and documents in it', DOCUMENT, (bytes: Buffer) => draftFindings(parseJson(bytes), { type: 'object' })],
  ['cookies', 'cairn_session=svc_session_a; other="b c"; x=%20', (bytes: Buffer) => parseCookie(text(bytes))],
  ['entity tags', '"1", W/"2" , "a"', (bytes: Buffer) => parseTags('If-Match', text(bytes))],
  ['idempotency keys', '"a \\"key\\" of mine"', (bytes: Buffer) => parseKey(text(bytes))],
  ['networks of proxies', '10.0.0.0/8, 2001:db8::/32, 192.0.2.7', (bytes: Buffer) => parseTrustedProxies(text(bytes))],
  ['forwarded addresses', '192.0.2.1:80, [2001:db8::1]:443, 10.0.0.1', (bytes: Buffer) => forwarded(text(bytes))],
  [
    'SCIM filters',
    'userName eq "a" and (emails[type eq "work" and value co "@"] or not (active eq true)) and title pr',
    (bytes: Buffer) => parseFilter(USER_TYPE, text(bytes)),
  ],
])('%s', async (_what, sample, parse) => {
  expect(await faultsOf(mutationsOf(samples(sample), 3), parse)).toEqual([]);
});

test('images', async () => {
  const decode = openImageDecoder();
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a6' } });
  const images = [
    await image.clone().png().toBuffer(),
    await image.clone().jpeg().toBuffer(),
    await image.webp().toBuffer(),
  ];
  expect(await faultsOf(mutationsOf(images, 4), (bytes) => decode(bytes))).toEqual([]);
});

function forwarded(header: string): string {
  const addressOf = clientAddress(parseTrustedProxies('10.0.0.0/8,127.0.0.1') ?? { hops: 0 });
  const headers = { 'x-forwarded-for': header };
  return addressOf({ headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage);
}
