// Dependencies of the endpoints of /v1, and parameters that several of them share.

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
  /** The key that signs cursors. A function, because the key is unknown until the database is prepared. */
  readonly cursorKeys: () => CursorKeys;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly decode: DecodeImage;
  readonly rules: TrailRules;
  /** The configured judge, the embedded judge (which produces the findings), and the live trails to compare with. */
  readonly judge: Judge;
  readonly embeddedJudge: LexicalJudge;
  readonly indexes: CatalogIndexes;
  readonly saves: CoalescedSaves;
}

/** An id in a path. The declared length helps clients whose validators accept `urn:uuid:…` as a UUID. */
export const PathId = (description: string) => Type.String({ format: 'uuid', maxLength: 36, description });

/** The parameters of everything below /v1/trails/{trail_id}. */
export const TrailParams = Type.Object({ trail_id: PathId('The trail.') });

/** Preconditions supported by every request about a trail (Decision 62). */
export const OPTIONAL_PRECONDITIONS = {
  'If-Match': { description: 'The ETag of the trail revision the request applies to; optional.' },
  'If-Unmodified-Since': {
    description: 'The Last-Modified of the trail you read; optional, and ignored if If-Match is sent.',
  },
} as const;
