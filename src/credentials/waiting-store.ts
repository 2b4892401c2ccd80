// The SQL condition for credentials that wait until an admin confirms their connection.
import { type Sql, trusted } from '../storage/sql.ts';

/** True if the row `alias` was created through a set-up link and its connection `c` has not been confirmed. */
export const isWaiting = (alias: 'k' | 's'): Sql =>
  trusted(`(${alias}.setup_link_id is not null and c.confirmed_at is null)`);
