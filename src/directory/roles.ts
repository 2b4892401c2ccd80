// The roles of a workspace and what they allow (Decision 31). Pure; who holds which role is in the stores.

/**
 * Every role. The Owner is one person a team, named on the team itself; the others are held directly or through groups.
 */
export const ROLES = ['owner', 'admin', 'author', 'publisher', 'manager', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** The scopes of the authors' side: what the routes of /v1 ask for. */
export const SCOPES = ['trails:read', 'trails:write', 'trails:publish'] as const;
/** The employees' side: find, read what is published, give feedback (Decision 67). Every member may. */
export const USE_SCOPE = 'trails:use';
/** Every scope that a credential can bear. */
export const ALL_SCOPES = [USE_SCOPE, ...SCOPES] as const;
export type Scope = (typeof ALL_SCOPES)[number];

const ALLOWED: Readonly<Record<Role, readonly Scope[]>> = {
  owner: ALL_SCOPES,
  admin: ALL_SCOPES,
  publisher: ALL_SCOPES,
  author: [USE_SCOPE, 'trails:read', 'trails:write'],
  manager: [USE_SCOPE],
  member: [USE_SCOPE],
};

/**
 * The scopes that any of the roles allows. Members without one of these read what is published, on the employees' side.
 */
export function scopesOf(roles: Iterable<Role>): ReadonlySet<Scope> {
  const allowed = new Set<Scope>();
  for (const role of roles) for (const scope of ALLOWED[role]) allowed.add(scope);
  return allowed;
}

/** True when the roles let a person run the workspace: members, groups, connections, keys, settings. */
export const canManage = (roles: Iterable<Role>): boolean =>
  [...roles].some((role) => role === 'owner' || role === 'admin');
