// What the endpoints of /v1 need of the process, and the parameters that several of them take.

import type { Judge } from '@cairn/surfacing-judge/judge';
import type { LexicalJudge } from '@cairn/surfacing-judge/lexical-judge';
import { Type } from '@sinclair/typebox';
import type { Blobs } from '../../assets/blob.ts';
import type { DecodeImage } from '../../assets/decode-image.ts';
import type { Clock } from '../../base/clock.ts';
import type { CursorKeys } from '../../base/signed-cursor.ts';
import type { CatalogIndexes } from '../../surfacing/catalog-index.ts';
import type { CoalescedSaves } from '../../trails/editing/coalesced-saves.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';

export interface V1Deps {
  readonly baseUrl: string;
  /** The key that signs cursors; known once the database is prepared, so asked for by each request. */
  readonly cursorKeys: () => CursorKeys;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly decode: DecodeImage;
  readonly rules: TrailRules;
  /** The configured judge, the embedded one that findings come from, and the live trails they compare. */
  readonly judge: Judge;
  readonly embeddedJudge: LexicalJudge;
  readonly indexes: CatalogIndexes;
  readonly saves: CoalescedSaves;
}

/** An id in a path; its length is told to clients whose validator takes `urn:uuid:…` for a UUID. */
export const PathId = (description: string) => Type.String({ format: 'uuid', maxLength: 36, description });

/** The parameters of everything below /v1/trails/{trail_id}. */
export const TrailParams = Type.Object({ trail_id: PathId('The trail.') });

/** The preconditions that every request about a trail takes (Decision 62). */
export const OPTIONAL_PRECONDITIONS = {
  'If-Match': { description: 'The ETag of the revision of the trail that the request is meant for; optional.' },
  'If-Unmodified-Since': {
    description: 'The Last-Modified of the trail that you read; optional, and passed over beside If-Match.',
  },
} as const;
