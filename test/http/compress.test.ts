// Lists are compressed for clients that accept it, but not bodies with a strong ETag or secrets.

import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestTeam } from '../support/test-team.ts';
import { type World, world } from '../support/world.ts';

let here: World;
let team: TestTeam;
let trail: string;
beforeAll(async () => {
  here = await world();
  team = await here.team();
  for (let count = 0; count < 20; count += 1) {
    const { body } = await team.publisher.speaks.post<{ id: string }>('/v1/trails', {
      title: `A trail of many, ${count}`,
    });
    trail = body.id;
  }
}, 60_000);
afterAll(() => here.close());

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Reads the raw response without decompressing it. */
const raw = (path: string, coding?: string, method = 'GET'): Promise<Raw> =>
  new Promise((done, fail) => {
    const headers = {
      Authorization: `Bearer ${team.publisher.key}`,
      ...(coding === undefined ? {} : { 'Accept-Encoding': coding }),
    };
    request(`${here.address}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', fail)
      .end();
  });

test.each([undefined, 'identity', 'gzip', 'br'])(
  'returns the headers of GET for HEAD, with Accept-Encoding: %s',
  async (coding) => {
    const [get, head] = [await raw('/v1/trails', coding), await raw('/v1/trails', coding, 'HEAD')];
    for (const name of ['content-length', 'content-encoding', 'vary', 'content-type', 'cache-control'])
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    expect(head.headers['content-length']).toBe(String(get.body.byteLength));
    expect(head.body.byteLength).toBe(0);
  },
);

test.each([
  ['br', 'br', brotliDecompressSync],
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
] as const)('responds to Accept-Encoding %s with %s and the same content', async (accepted, coding, unpack) => {
  const plain = await raw('/v1/trails');
  const packed = await raw('/v1/trails', accepted);
  expect(packed.headers).toMatchObject({
    'content-encoding': coding,
    vary: 'Accept-Encoding',
    'content-length': String(packed.body.length),
  });
  expect(unpack(packed.body)).toEqual(plain.body);
  expect(packed.body.length).toBeLessThan(plain.body.length / 3);
});

test.each([undefined, 'identity', 'br;q=0, gzip;q=0', 'zstd', ';;,'])(
  'responds to Accept-Encoding %s uncompressed, with Vary for caches',
  async (accepted) => {
    const { status, headers, body } = await raw('/v1/trails', accepted);
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, 'Accept-Encoding']);
    expect(JSON.parse(body.toString())).toMatchObject({ items: expect.any(Array) });
  },
);

test.each([
  ['a trail with a strong ETag', () => `/v1/trails/${trail}`],
  ['a short response', () => '/v1/me'],
  ['an error', () => `/v1/trails?${'x'.repeat(2_000)}=1`],
])('never compresses %s', async (_, path) => {
  expect((await raw(path(), 'br, gzip')).headers['content-encoding']).toBeUndefined();
});
