// Creates and publishes a trail over HTTP, as a program does.
import { expect } from 'vitest';
import type { Speaker } from './speaker.ts';

/** Returns its id. `visibility` controls who can see it. */
export async function publishedTrail(speaks: Speaker, document: object, visibility?: string): Promise<string> {
  const { id } = (await speaks.post<{ id: string }>('/v1/trails', { document })).body;
  if (visibility !== undefined) await speaks.patch(`/v1/trails/${id}`, { visibility });
  const { status, body } = await speaks.post(`/v1/trails/${id}/publish`);
  expect([status, JSON.stringify(body).slice(0, 300)]).toEqual([200, expect.any(String)]);
  return id;
}
