// Lists are compressed for who takes that; what a strong ETag names, and what holds secrets, is not.

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

/** As it comes over the wire: nothing is unpacked on the way. */
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
  'a HEAD has what the GET has, with Accept-Encoding: %s',
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
] as const)('Accept-Encoding: %s is answered in %s, and holds the same', async (accepted, coding, unpack) => {
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
  'Accept-Encoding: %s is answered as it is, and a cache is told that there are two forms',
  async (accepted) => {
    const { status, headers, body } = await raw('/v1/trails', accepted);
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, undefined, 'Accept-Encoding']);
    expect(JSON.parse(body.toString())).toMatchObject({ items: expect.any(Array) });
  },
);

test.each([
  ['a trail, whose ETag names its bytes', () => `/v1/trails/${trail}`],
  ['a short answer', () => '/v1/me'],
  ['a refusal', () => `/v1/trails?${'x'.repeat(2_000)}=1`],
])('%s is never compressed', async (_, path) => {
  expect((await raw(path(), 'br, gzip')).headers['content-encoding']).toBeUndefined();
});
