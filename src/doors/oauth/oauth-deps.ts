// What the door /oauth needs of the process.
import type { Clock } from '../../base/clock.ts';
import type { FairTurns } from '../../base/fair-turns.ts';
import type { Secrets } from '../../base/secrets.ts';
import type { Egress } from '../../egress/egress-request.ts';
import type { ClaimsReader } from '../../egress/signed-claims.ts';
import type { RateLimiter } from '../../http/rate-limits/rate-limit.ts';
import type { ProvisioningObserver } from '../../provisioning/log/provisioning-observer.ts';
import type { Database } from '../../storage/database.ts';

export interface OauthDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The issuer, and what every resource begins with. */
  readonly publicUrl: string;
  readonly egress: Egress;
  /** Reads what identity providers state of people and workloads. */
  readonly readClaims: ClaimsReader;
  readonly limiter: RateLimiter;
  /** In which requests of strangers take turns if they store something. */
  readonly requests: FairTurns;
  /** Admins see in a connection's log why its identity provider got no token. */
  readonly observer: ProvisioningObserver;
  /** Signs cookies and handles, and is where the signing key comes from; known once the database is prepared. */
  readonly secrets: () => Secrets;
  /** Whether anybody may register a client (RFC 7591). */
  readonly registration: boolean;
  /** Told of every refusal, for the log: never of anything secret. */
  readonly report: (refusal: OauthRefusal) => void;
}

export interface OauthRefusal {
  readonly request_id: string;
  readonly endpoint: string;
  readonly error: string;
  readonly reason: string;
  readonly client_id: string | undefined;
}
