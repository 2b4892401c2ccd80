// The published trails that a reader sees, with their documents. Which they are is asked of the database each time;
// what a version says never changes, so it is read and parsed once.
import { LRUCache } from 'lru-cache';
import { inSlices } from '../base/slices.ts';
import type { Db } from '../storage/database.ts';
import { type FullDocument, parseDocument } from '../trails/full-document.ts';
import {
  listUnrestrictedHeads,
  listVisibleHeads,
  type ReaderIdentity,
  unrestrictedTrails,
  type VisibleTrailHead,
  type VisibleTrailRow,
  visibleTrails,
} from '../trails/visible-trails.ts';

export interface PublishedTrail {
  readonly head: VisibleTrailHead;
  readonly document: FullDocument;
}

export interface PublishedTrails {
  /** All that the reader sees: the workspace's in their order, then the service-wide ones. */
  list(db: Db, reader: ReaderIdentity): Promise<PublishedTrail[]>;
  /** The first of them that `isSought` picks. */
  find(
    db: Db,
    reader: ReaderIdentity,
    isSought: (head: VisibleTrailHead) => boolean,
  ): Promise<PublishedTrail | undefined>;
  /** All of one catalog that are restricted to nobody, in their order; only those that `isSought` picks. */
  unrestricted(db: Db, catalogId: string, isSought?: (head: VisibleTrailHead) => boolean): Promise<PublishedTrail[]>;
}

/** Documents that are read by one statement: the largest have 400 kB each. */
const READ_AT_ONCE = 50;

/** Characters of documents that are kept in all. */
const MOST_KEPT = 50_000_000;

/** With a cache of its own. */
export function publishedTrails(): PublishedTrails {
  const kept = new LRUCache<string, FullDocument>({
    maxSize: MOST_KEPT,
    sizeCalculation: (document) => JSON.stringify(document).length,
  });
  const read = async (
    heads: readonly VisibleTrailHead[],
    rowsOf: (ids: readonly string[]) => Promise<readonly VisibleTrailRow[]>,
  ): Promise<PublishedTrail[]> => {
    const documents = new Map(heads.map((head) => [versionKey(head), kept.get(versionKey(head))]));
    const missing = heads.filter((head) => documents.get(versionKey(head)) === undefined);
    const othersTurn = inSlices();
    for (let from = 0; from < missing.length; from += READ_AT_ONCE) {
      const portion = missing.slice(from, from + READ_AT_ONCE);
      for (const row of await rowsOf(portion.map(({ trail_id }) => trail_id))) {
        const document = parseDocument(row.document);
        kept.set(versionKey(row), document);
        documents.set(versionKey(row), document);
        await othersTurn();
      }
    }
    // A trail whose version changed between the two queries is left to the next reading.
    return heads.flatMap((head) => {
      const document = documents.get(versionKey(head));
      return document === undefined ? [] : [{ head, document }];
    });
  };
  const readFor = (db: Db, reader: ReaderIdentity, heads: readonly VisibleTrailHead[]): Promise<PublishedTrail[]> =>
    read(heads, (ids) => visibleTrails(db, reader, ids));
  return {
    list: async (db, reader) => readFor(db, reader, await listVisibleHeads(db, reader)),
    async find(db, reader, isSought) {
      const head = (await listVisibleHeads(db, reader)).find(isSought);
      return head === undefined ? undefined : (await readFor(db, reader, [head]))[0];
    },
    async unrestricted(db, catalogId, isSought = () => true) {
      const heads = (await listUnrestrictedHeads(db, catalogId)).filter(isSought);
      return read(heads, (ids) => unrestrictedTrails(db, catalogId, ids));
    },
  };
}

/** With the moment: the number comes again where the database is restored to an earlier state. */
export const versionKey = ({ catalog_id, trail_id, version, published_at }: VisibleTrailHead): string =>
  `${catalog_id}/${trail_id}/${version}/${published_at}`;
