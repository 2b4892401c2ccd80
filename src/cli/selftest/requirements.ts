// What Microsoft's application gallery and Okta's integration network ask of a SCIM service.

export interface Requirement {
  readonly id: string;
  readonly program: 'Entra gallery' | 'Okta OIN';
  readonly text: string;
}

const of = (program: Requirement['program'], texts: Readonly<Record<string, string>>): Requirement[] =>
  Object.entries(texts).map(([id, text]) => ({ id, program, text }));

/** Requirements for which steps of the dialects are evidence. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...of('Okta OIN', {
    'okta-create': 'Creates users, and returns the whole user with 201',
    'okta-read': 'Returns a user by id',
    'okta-filter': 'Finds users by userName, and returns an empty list if there is none',
    'okta-update': 'Updates users by PUT',
    'okta-deactivate': 'Deactivates users by PUT and by PATCH',
    'okta-on': 'Reactivates users',
    'okta-duplicate': 'Refuses duplicates with 409',
    'okta-pages': 'Returns users in pages (startIndex, count)',
    'okta-groups': 'Group push: creates, renames and deletes groups, adds and removes members',
  }),
  ...of('Entra gallery', {
    'entra-test': 'Answers the connection test with an empty list',
    'entra-create': 'Creates users',
    'entra-duplicate': 'Refuses duplicates with 409',
    'entra-filter': 'Finds users by each matching attribute, ignoring case',
    'entra-patch': 'Updates users by PATCH, with and without aadOptscim062020',
    'entra-manager': 'Sets the manager',
    'entra-disable': 'Disables users, and still returns them',
    'entra-groups': 'Creates groups, and returns them without members',
    'entra-members': 'Adds and removes several members in one PATCH',
    'entra-delete': 'Deletes users and groups',
  }),
];

/** Requirements that no request can show, with the place that does. */
export const DOCUMENTED = [
  {
    program: 'Entra gallery',
    text: '25 requests per second for each tenant',
    evidence: 'The limit is 50 (docs/scim).',
  },
  {
    program: 'Entra gallery',
    text: 'OAuth client credentials',
    evidence: 'Client secrets and workload identities (docs/scim/entra.md).',
  },
  {
    program: 'Entra gallery',
    text: 'Schema discovery',
    evidence: 'GET /Schemas and /ResourceTypes of the connection.',
  },
  { program: 'Okta OIN', text: 'Universal Logout', evidence: 'docs/scim/universal-logout.md' },
] as const;
