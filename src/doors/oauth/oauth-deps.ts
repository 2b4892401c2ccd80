// Dependencies of the OAuth endpoints.
import type { Clock } from '../../base/clock.ts';
import type { FairTurns } from '../../base/fair-turns.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Egress } from '../../egress/egress-request.ts';
import type { ClaimsReader } from '../../egress/signed-claims.ts';
import type { RateLimiter } from '../../http/rate-limits/rate-limit.ts';
import type { ProvisioningObserver } from '../../provisioning/log/provisioning-observer.ts';
import type { Database } from '../../storage/database.ts';
import type { MetadataDocuments } from './metadata-documents.ts';

export interface OauthDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The issuer, and the prefix of every resource. */
  readonly publicUrl: string;
  readonly egress: Egress;
  /** Reads what identity providers claim about people and workloads. */
  readonly readClaims: ClaimsReader;
  readonly limiter: RateLimiter;
  /** Queues requests of strangers that store something. */
  readonly requests: FairTurns;
  /** Tells admins, in a connection's log, why its identity provider did not get a token. */
  readonly observer: ProvisioningObserver;
  /** Signs cookies and handles, and derives the signing key. Available only once the database is prepared. */
  readonly secrets: () => Secrets;
  readonly documents: MetadataDocuments;
  /** Whether anyone can register a client (RFC 7591). */
  readonly registration: boolean;
  /** Logs every refusal, without secrets. */
  readonly report: (refusal: OauthRefusal) => void;
}

export interface OauthRefusal {
  readonly request_id: string;
  readonly endpoint: string;
  readonly error: string;
  readonly reason: string;
  readonly client_id: string | undefined;
}
