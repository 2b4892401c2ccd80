// The published trails that a reader sees, with their documents. Which they are is asked of the database each time;
// what a version says never changes, so it is read and parsed once.
import { LRUCache } from 'lru-cache';
import type { Db } from '../storage/database.ts';
import { type FullDocument, parseDocument } from '../trails/full-document.ts';
import {
  listVisibleHeads,
  type ReaderIdentity,
  type VisibleTrailHead,
  visibleTrails,
} from '../trails/visible-trails.ts';

export interface PublishedTrail {
  readonly head: VisibleTrailHead;
  readonly document: FullDocument;
}

export interface PublishedTrails {
  /** All that the reader sees: the workspace's in their order, then the service-wide ones. */
  list(db: Db, reader: ReaderIdentity): Promise<PublishedTrail[]>;
  /** The first of them that `wanted` picks. */
  find(
    db: Db,
    reader: ReaderIdentity,
    wanted: (head: VisibleTrailHead) => boolean,
  ): Promise<PublishedTrail | undefined>;
}

/** Characters of documents that are kept in all. */
const MOST_KEPT = 50_000_000;

/** With a cache of its own. */
export function publishedTrails(): PublishedTrails {
  const kept = new LRUCache<string, FullDocument>({
    maxSize: MOST_KEPT,
    sizeCalculation: (document) => JSON.stringify(document).length,
  });
  const read = async (
    db: Db,
    reader: ReaderIdentity,
    heads: readonly VisibleTrailHead[],
  ): Promise<PublishedTrail[]> => {
    const documents = new Map(heads.map((head) => [versionKey(head), kept.get(versionKey(head))]));
    const missing = heads.filter((head) => documents.get(versionKey(head)) === undefined);
    const rows = await visibleTrails(
      db,
      reader,
      missing.map(({ trail_id }) => trail_id),
    );
    for (const row of rows) {
      const document = parseDocument(row.document);
      kept.set(versionKey(row), document);
      documents.set(versionKey(row), document);
    }
    // A trail whose version changed between the two queries is left to the next reading.
    return heads.flatMap((head) => {
      const document = documents.get(versionKey(head));
      return document === undefined ? [] : [{ head, document }];
    });
  };
  return {
    list: async (db, reader) => read(db, reader, await listVisibleHeads(db, reader)),
    async find(db, reader, wanted) {
      const head = (await listVisibleHeads(db, reader)).find(wanted);
      return head === undefined ? undefined : (await read(db, reader, [head]))[0];
    },
  };
}

const versionKey = ({ catalog_id, trail_id, version }: VisibleTrailHead): string =>
  `${catalog_id}/${trail_id}/${version}`;
