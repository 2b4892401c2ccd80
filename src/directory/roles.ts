// The roles of a workspace and their rights (Decision 31). Pure. The stores record who has which role.

/** All roles. A team has one Owner, named on the team itself. Other roles are granted directly or through groups. */
export const ROLES = ['owner', 'admin', 'author', 'publisher', 'manager', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** The scopes for authors, which the routes of /v1 require. */
export const SCOPES = ['trails:read', 'trails:write', 'trails:publish'] as const;
/** The scope for employees: find and read published trails and give feedback (Decision 67). Every member has it. */
export const USE_SCOPE = 'trails:use';
/** The author scopes that people can use for the trails that they may edit, whatever their roles. */
export const EDITOR_SCOPES = ['trails:read', 'trails:write'] as const;
/** Every scope that a credential can have. */
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

/** The union of the roles' scopes. Members without any can still read published trails as employees. */
export function scopesOf(roles: Iterable<Role>): ReadonlySet<Scope> {
  const allowed = new Set<Scope>();
  for (const role of roles) for (const scope of ALLOWED[role]) allowed.add(scope);
  return allowed;
}

/** True if the roles allow a person to manage the workspace: members, groups, connections, keys and settings. */
export const canManage = (roles: Iterable<Role>): boolean =>
  [...roles].some((role) => role === 'owner' || role === 'admin');
