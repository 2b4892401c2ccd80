// The two kinds of catalog (contract 1): a workspace's, whose id is the team's, and the service-wide one.

/** The id of the service-wide catalog, the same in every database (migration 0003). */
export const SVC_CATALOG_ID = '00000000-0000-7000-8000-000000000000';

/** Which catalog a caller works in. `team` where `team_id` is a workspace, `svc` where it is null. */
export interface Catalog {
  readonly kind: 'team' | 'svc';
  readonly catalog_id: string;
  readonly team_id: string | null;
  readonly team_name: string | null;
}
