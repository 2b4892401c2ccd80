// The two kinds of catalogs (contract 1): those of workspaces, whose id is the team's, and the service-wide one.

/** The id of the service-wide catalog, the same in every database (migration 0003). */
export const SVC_CATALOG_ID = '00000000-0000-7000-8000-000000000000';

/** The catalog that a caller works in: `team` if `team_id` is a workspace, `svc` if it is null. */
export interface Catalog {
  readonly kind: 'team' | 'svc';
  readonly catalog_id: string;
  readonly team_id: string | null;
  readonly team_name: string | null;
}
