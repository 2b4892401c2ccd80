import type { By } from '../../src/audit/audit-log.ts';

/** The actor for everything that a bench seeds. */
export const BY_BENCH: By = {
  account_id: null,
  actor: { kind: 'system', id: null, name: 'bench' },
  request_id: 'bench',
};
