// A trail that is made and published as a program does it, over HTTP.
import { expect } from 'vitest';
import type { Speaker } from './speaker.ts';

/** Its id; shown to those whom `visibility` names. */
export async function publishedTrail(speaks: Speaker, document: object, visibility?: string): Promise<string> {
  const { id } = (await speaks.post<{ id: string }>('/v1/trails', { document })).body;
  if (visibility !== undefined) await speaks.patch(`/v1/trails/${id}`, { visibility });
  const { status, body } = await speaks.post(`/v1/trails/${id}/publish`);
  expect([status, JSON.stringify(body).slice(0, 300)]).toEqual([200, expect.any(String)]);
  return id;
}
