// The published trails that a reader sees, with their documents. Which they are is asked of the database each time;
// what a version says never changes, so it is read and parsed once.
import { LRUCache } from 'lru-cache';
import type { Turn } from '../base/semaphore.ts';
import { inSlices } from '../base/slices.ts';
import type { Db } from '../storage/database.ts';
import { type FullDocument, parseDocument } from '../trails/document/full-document.ts';
import {
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

/** What is to be made of many trails, and keeps none of them. */
export type Use<Result> = (trails: PublishedTrail[]) => Promise<Result>;

export interface PublishedTrails {
  /** All that the reader sees, without the documents: the workspace's in their order, then the service-wide ones. */
  heads(db: Db, reader: ReaderIdentity): Promise<VisibleTrailHead[]>;
  /** Some of them with their documents: a page. */
  read(db: Db, reader: ReaderIdentity, heads: readonly VisibleTrailHead[]): Promise<PublishedTrail[]>;
  /**
   * What `use` makes of all that the reader sees, once it has to `read` them. It takes its turn, and refuses, as
   * catalog-turns.ts says.
   */
  inTurn<Result>(
    db: Db,
    reader: ReaderIdentity,
    use: (heads: readonly VisibleTrailHead[], read: () => Promise<PublishedTrail[]>) => Promise<Result>,
    turn?: Pick<Turn, 'signal'>,
  ): Promise<Result>;
  /** The same of all that were read. */
  list<Result>(db: Db, reader: ReaderIdentity, use: Use<Result>, turn?: Pick<Turn, 'signal'>): Promise<Result>;
  /** The first of them that `isSought` picks. */
  find(
    db: Db,
    reader: ReaderIdentity,
    isSought: (head: VisibleTrailHead) => boolean,
  ): Promise<PublishedTrail | undefined>;
  /** The same of all of one catalog that are restricted to nobody, in their order. */
  unrestricted<Result>(db: Db, catalogId: string, use: Use<Result>, turn?: Pick<Turn, 'signal'>): Promise<Result>;
  /** The first of those that `isSought` picks. */
  findUnrestricted(
    db: Db,
    catalogId: string,
    isSought: (head: VisibleTrailHead) => boolean,
  ): Promise<PublishedTrail | undefined>;
}

/** Documents that are read by one statement: the largest have 400 kB each. */
const READ_AT_ONCE = 50;

/** Characters of documents that are kept in all. */
const MOST_KEPT = 50_000_000;

/** With a cache and turns of its own. */
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
      (heads) => use(heads, () => readFor(db, reader, heads)),
      turn,
    );
  return {
    heads: listVisibleHeads,
    read: readFor,
    inTurn: useInTurn,
    list: (db, reader, use, turn) => useInTurn(db, reader, async (_heads, read) => use(await read()), turn),
    async find(db, reader, isSought) {
      const head = (await listVisibleHeads(db, reader)).find(isSought);
      return head === undefined ? undefined : (await readFor(db, reader, [head]))[0];
    },
    unrestricted: (db, catalogId, use, turn) =>
      inTurn(
        catalogId,
        () => listUnrestrictedHeads(db, catalogId),
        async (heads) => use(await readUnrestricted(db, catalogId, heads)),
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

/** Reads those that it does not keep, a bounded number a statement and in slices of some milliseconds. */
function documentReader(): ReadDocuments {
  const kept = new LRUCache<string, FullDocument>({
    maxSize: MOST_KEPT,
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
    // A trail whose version changed between the two queries is left to the next reading.
    return heads.flatMap((head) => {
      const document = documents.get(versionKey(head));
      return document === undefined ? [] : [{ head, document }];
    });
  };
}

/** With the moment: the number comes again where the database is restored to an earlier state. */
export const versionKey = ({ catalog_id, trail_id, version, published_at }: VisibleTrailHead): string =>
  `${catalog_id}/${trail_id}/${version}/${published_at}`;
