// Within what a request of an identity provider acts: one connection of one team, under its base URL.
import type { By } from '../audit/audit-log.ts';

export interface ScimContext {
  readonly team_id: string;
  readonly connection_id: string;
  /** Absolute URL of the connection, without a slash at its end; never built from the Host header. */
  readonly base: string;
  /** Refuse what RFC 7644 does not allow (Decision 33). */
  readonly strict: boolean;
  readonly by: By;
  /** The moment of the request, in milliseconds since the epoch. */
  readonly now: number;
  /** An admin's decision is carried out: only who was let through may go (held-deactivations.ts). */
  readonly onlyAllowed?: boolean;
  /** Notes in the provisioning log what was understood, and applied in part or not as it was sent. */
  readonly warn: (sentence: string) => void;
}
