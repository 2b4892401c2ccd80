// Rehearsals of directory sync: what the requests of an identity provider would change.
import type { components } from '../generated/manage.ts';
import { answerOf } from './answer.ts';
import { manage, ofConnection } from './client.ts';
import { fetchOnce } from './once.ts';

type Shapes = components['schemas'];
export type Rehearsal = Shapes['Rehearsal'];
export type RehearsalBody = Shapes['RehearsalBody'];
export type RehearsedPerson = Rehearsal['people'][number];
export type RehearsedLine = Rehearsal['lines'][number];

/** A rehearsal takes up to 20 s, after the upload of up to 10 MB. */
const REHEARSAL_MS = 120_000;

export const rehearse = (id: string, body: RehearsalBody, signal: AbortSignal): Promise<Rehearsal> =>
  answerOf(
    manage.POST('/manage/v1/connections/{connection_id}/rehearsals', {
      ...ofConnection(id),
      body,
      signal,
      fetch: (request) => fetchOnce(request, REHEARSAL_MS),
    }),
  );
