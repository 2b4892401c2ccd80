// The roles of a workspace and what they allow (Decision 31). Pure; who holds which role is in the stores.

/** Every role. The Owner is one person a team, named on the team itself; the others are held directly or through groups. */
export const ROLES = ['owner', 'admin', 'author', 'publisher', 'manager', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** The scopes of /v1 (spec 5.2). */
export const SCOPES = ['trails:read', 'trails:write', 'trails:publish'] as const;
export type Scope = (typeof SCOPES)[number];

const ALLOWED: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  publisher: SCOPES,
  author: ['trails:read', 'trails:write'],
  manager: [],
  member: [],
};

/** The scopes that any of the roles allows. Members without one of these read what is published, on the employees' side. */
export function scopesOf(roles: Iterable<Role>): ReadonlySet<Scope> {
  const allowed = new Set<Scope>();
  for (const role of roles) for (const scope of ALLOWED[role]) allowed.add(scope);
  return allowed;
}

/** True when the roles let a person run the workspace: members, groups, connections, keys, settings. */
export const canManage = (roles: Iterable<Role>): boolean =>
  [...roles].some((role) => role === 'owner' || role === 'admin');
