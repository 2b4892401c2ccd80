// A published trail as employees read it, in any format. Contains neither drafts nor examples, which are for finding a
// trail and not for using it.
import { type Static, Type } from '@sinclair/typebox';
import { OneOf } from '../../base/shape.ts';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { type FullDocument, parseDocument } from '../document/full-document.ts';
import { listedOf } from '../document/listed-fields.ts';
import { LISTED_SHAPES } from '../document/trail-fields.ts';
import type { VisibleTrailRow } from './visible-trail-store.ts';

/** The members in every listing of published trails. */
export const readableMembers = {
  id: Type.String({ format: 'uuid', description: 'The id of the trail.' }),
  catalog: OneOf(['team', 'svc'], { description: 'team: from the workspace; svc: from the service-wide catalog.' }),
  ...LISTED_SHAPES,
  version: Type.Integer({ minimum: 1 }),
  published_at: Type.String({ format: 'date-time', description: 'When employees began to see this version.' }),
};

/** A published trail in a list. */
export const ReadableTrail = Type.Object(readableMembers, { $id: 'ReadableTrail', additionalProperties: false });
export type ReadableTrail = Static<typeof ReadableTrail>;

export const readableTrail = (row: VisibleTrailRow, document = parseDocument(row.document)): ReadableTrail => ({
  id: row.trail_id,
  catalog: row.catalog_id === SVC_CATALOG_ID ? 'svc' : 'team',
  ...listedOf(document),
  tools: [...document.tools],
  version: row.version,
  published_at: row.published_at,
});

/** The document as employees read it. */
export const readableDocument = (document: FullDocument): FullDocument => ({
  ...document,
  trigger: { ...document.trigger, examples: [] },
});
