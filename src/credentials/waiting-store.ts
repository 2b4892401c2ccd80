// The SQL of credentials that wait for an admin to confirm their connection.
import { type Sql, trusted } from '../storage/sql.ts';

/** True for a row `alias` that a set-up link made while its connection `c` has not been confirmed. */
export const isWaiting = (alias: 'k' | 's'): Sql =>
  trusted(`(${alias}.setup_link_id is not null and c.confirmed_at is null)`);
