// Which client ID metadata documents this installation accepts and advertises. A capability that cannot work in a
// closed network must not be advertised, because AI tools prefer it and do not fall back to registration.
import { artifactHash, deleteArtifact, findArtifact, putArtifact } from '../../credentials/oauth-artifacts.ts';
import { egressFailureOf } from '../../egress/egress-failure.ts';
import type { Egress } from '../../egress/egress-request.ts';
import type { Database } from '../../storage/database.ts';

export interface MetadataDocuments {
  /** `auto`: advertised unless the last attempt to fetch the documents of widespread AI tools failed. */
  readonly mode: 'auto' | 'on' | 'off';
  /** Documents that come from files, by their URL. They are never fetched. */
  readonly pinned: ReadonlyMap<string, string>;
}

/**
 * Documents of widespread AI tools. Only fetches from their hosts count, because a stranger can name a host that does
 * not exist.
 */
export const WIDESPREAD = [
  'https://claude.ai/oauth/claude-code-client-metadata',
  'https://chatgpt.com/oauth/codex/client.json',
] as const;
const HOSTS: readonly string[] = WIDESPREAD.map((url) => new URL(url).hostname);

/** How long after a failure a request for the metadata starts another attempt in the background. */
const RETRY_AFTER_MS = 10 * 60_000;
const KEPT_MS = 30 * 86_400_000;
const KIND = 'UnreachableDocuments';
const HASH = artifactHash(KIND);

/** True if this client id may be resolved to its document. */
export const acceptsDocument = ({ mode, pinned }: MetadataDocuments, url: string): boolean =>
  mode !== 'off' || pinned.has(url);

export interface DocumentReach {
  /** Records, for every process, whether the document could be fetched. */
  noted(url: string, failure: unknown): Promise<void>;
  isAdvertised(): Promise<boolean>;
}

export interface ReachDeps {
  readonly database: Database;
  readonly clock: () => number;
  readonly egress: Egress;
  readonly documents: MetadataDocuments;
  /** Without registration, documents are the only way to connect, so they are always advertised. */
  readonly registration: boolean;
}

export function documentReach({ database, clock, egress, documents, registration }: ReachDeps): DocumentReach {
  const isAutomatic = documents.mode === 'auto' && registration;
  const noted: DocumentReach['noted'] = async (url, failure) => {
    if (!isAutomatic || !HOSTS.includes(new URL(url).hostname)) return;
    if (failure === undefined) await deleteArtifact(database, KIND, HASH);
    else if (egressFailureOf(failure) !== undefined)
      await putArtifact(database, KIND, HASH, { payload: { url, at: clock() }, expires_at: clock() + KEPT_MS });
  };
  let isRetrying = false;
  const tryAgain = async (url: string): Promise<void> => {
    if (isRetrying) return;
    isRetrying = true;
    const failure = await egress.fetch(url).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    await noted(url, failure).catch(() => undefined);
    isRetrying = false;
  };
  return {
    noted,
    async isAdvertised() {
      if (!isAutomatic) return documents.mode !== 'off';
      const last = (await findArtifact(database, KIND, HASH))?.payload;
      if (last === undefined) return true;
      if (Number(last.at) < clock() - RETRY_AFTER_MS) void tryAgain(String(last.url));
      return false;
    },
  };
}
