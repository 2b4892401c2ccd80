// The published trails that a reader can see, with documents. The database decides visibility each time. Versions never
// change, so their documents are read and parsed once.
import { LRUCache } from 'lru-cache';
import type { Turn } from '../base/semaphore.ts';
import { inSlices } from '../base/slices.ts';
import type { Db } from '../storage/database.ts';
import { type FullDocument, parseDocument } from '../trails/document/full-document.ts';
import {
  listFirstHeads,
  listUnrestrictedHeads,
  listVisibleHeads,
  type ReaderIdentity,
  unrestrictedTrails,
  type VisibleTrailHead,
  type VisibleTrailRow,
  visibleTrails,
} from '../trails/readers/visible-trails.ts';
import { catalogTurns } from './catalog-turns.ts';

export interface PublishedTrail {
  readonly head: VisibleTrailHead;
  readonly document: FullDocument;
}

/** Reads the documents of these trails. */
export type ReadHeads = (heads: readonly VisibleTrailHead[]) => Promise<PublishedTrail[]>;

/** Processes many trails without keeping them. */
export type Use<Result> = (trails: PublishedTrail[]) => Promise<Result>;

export interface PublishedTrails {
  /** All trails that the reader can see, without documents: first the workspace's in order, then service-wide ones. */
  heads(db: Db, reader: ReaderIdentity): Promise<VisibleTrailHead[]>;
  /** At most the first `most` of them. */
  firstHeads(db: Db, reader: ReaderIdentity, most: number): Promise<VisibleTrailHead[]>;
  /** A page of them, with documents. */
  read(db: Db, reader: ReaderIdentity, heads: readonly VisibleTrailHead[]): Promise<PublishedTrail[]>;
  /**
   * Runs `use` on everything the reader can see and may `read`. Waits its turn and refuses as described in
   * catalog-turns.ts.
   */
  inTurn<Result>(
    db: Db,
    reader: ReaderIdentity,
    use: (heads: readonly VisibleTrailHead[], read: ReadHeads) => Promise<Result>,
    turn?: Pick<Turn, 'signal'>,
  ): Promise<Result>;
  /** The same, but with all trails read in advance. */
  list<Result>(db: Db, reader: ReaderIdentity, use: Use<Result>, turn?: Pick<Turn, 'signal'>): Promise<Result>;
  /** The first visible trail that satisfies `isSought`. */
  find(
    db: Db,
    reader: ReaderIdentity,
    isSought: (head: VisibleTrailHead) => boolean,
  ): Promise<PublishedTrail | undefined>;
  /** The same for the unrestricted trails of one catalog, in order: all, or at most the first `most`. */
  unrestricted<Result>(
    db: Db,
    catalogId: string,
    use: Use<Result>,
    turn?: Pick<Turn, 'signal'>,
    most?: number,
  ): Promise<Result>;
  /** The first unrestricted trail that satisfies `isSought`. */
  findUnrestricted(
    db: Db,
    catalogId: string,
    isSought: (head: VisibleTrailHead) => boolean,
  ): Promise<PublishedTrail | undefined>;
}

/** The number of documents per statement. The largest ones have 400 kB each. */
const READ_AT_ONCE = 50;

/** Total characters of cached documents. */
const MAX_CACHED = 50_000_000;

export function publishedTrails(): PublishedTrails {
  const read = documentReader();
  const inTurn = catalogTurns();
  const readFor = (db: Db, reader: ReaderIdentity, heads: readonly VisibleTrailHead[]): Promise<PublishedTrail[]> =>
    read(heads, (ids) => visibleTrails(db, reader, ids));
  const readUnrestricted = (db: Db, catalogId: string, heads: readonly VisibleTrailHead[]) =>
    read(heads, (ids) => unrestrictedTrails(db, catalogId, ids));
  const useInTurn: PublishedTrails['inTurn'] = (db, reader, use, turn) =>
    inTurn(
      reader.team_id,
      () => listVisibleHeads(db, reader),
      (heads) => use(heads, (some) => readFor(db, reader, some)),
      turn,
    );
  return {
    heads: listVisibleHeads,
    firstHeads: listFirstHeads,
    read: readFor,
    inTurn: useInTurn,
    list: (db, reader, use, turn) => useInTurn(db, reader, async (heads, read) => use(await read(heads)), turn),
    async find(db, reader, isSought) {
      const head = (await listVisibleHeads(db, reader)).find(isSought);
      return head === undefined ? undefined : (await readFor(db, reader, [head]))[0];
    },
    unrestricted: (db, catalogId, use, turn, most) =>
      inTurn(
        catalogId,
        () => listUnrestrictedHeads(db, catalogId),
        async (heads) => use(await readUnrestricted(db, catalogId, heads.slice(0, most))),
        turn,
      ),
    async findUnrestricted(db, catalogId, isSought) {
      const head = (await listUnrestrictedHeads(db, catalogId)).find(isSought);
      return head === undefined ? undefined : (await readUnrestricted(db, catalogId, [head]))[0];
    },
  };
}

type ReadDocuments = (
  heads: readonly VisibleTrailHead[],
  rowsOf: (ids: readonly string[]) => Promise<readonly VisibleTrailRow[]>,
) => Promise<PublishedTrail[]>;

/** Reads documents that are not cached, in bounded statements and slices of a few milliseconds. */
function documentReader(): ReadDocuments {
  const kept = new LRUCache<string, FullDocument>({
    maxSize: MAX_CACHED,
    sizeCalculation: (document) => JSON.stringify(document).length,
  });
  return async (heads, rowsOf) => {
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
    // Skip trails whose version changed between the two queries; the next read returns them.
    return heads.flatMap((head) => {
      const document = documents.get(versionKey(head));
      return document === undefined ? [] : [{ head, document }];
    });
  };
}

/** Includes the time, because version numbers repeat after a database is restored. */
export const versionKey = ({ catalog_id, trail_id, version, published_at }: VisibleTrailHead): string =>
  `${catalog_id}/${trail_id}/${version}/${published_at}`;
