// The pages of the documentation site, in reading order: the file of each page and its title in the navigation.
export const NAVIGATION = [
  {
    name: 'Start',
    pages: [
      ['site/index.md', 'What Cairn is'],
      ['docs/quickstart.md', 'Five minutes with curl'],
    ],
  },
  {
    name: 'Connect your directory',
    pages: [
      ['docs/scim/okta.md', 'Okta'],
      ['docs/scim/entra.md', 'Microsoft Entra ID'],
      ['docs/scim/others.md', 'Other providers'],
      ['docs/scim/setup-link.md', 'Set-up link for IT'],
      ['docs/scim/domains.md', 'Domains'],
      ['docs/scim/attributes.md', 'Your own attributes'],
      ['docs/scim/rehearsal.md', 'Rehearse a sync'],
      ['docs/scim/selftest.md', 'Test the connection'],
      ['docs/scim/universal-logout.md', 'Universal Logout'],
      ['docs/scim/mass-deprovisioning.md', 'Mistakes in the directory'],
    ],
  },
  {
    name: 'Reach people',
    pages: [
      ['docs/mcp.md', 'AI tools (MCP)'],
      ['docs/skills.md', 'Agent Skills and the plugin'],
      ['docs/oauth.md', 'Sign-in for apps (OAuth)'],
      ['docs/console.md', 'The console'],
    ],
  },
  {
    name: 'Write and publish',
    pages: [
      ['docs/publishing.md', 'Approvals, schedules and reviews'],
      ['docs/safety.md', 'Safety check'],
      ['docs/git.md', 'Trails in Git'],
      ['docs/webhooks.md', 'Webhooks and streams'],
      ['docs/overview.md', 'The Overview'],
    ],
  },
  {
    name: 'Run the service',
    pages: [
      ['docs/operations.md', 'Operations'],
      ['docs/scale.md', 'Scale'],
      ['docs/benchmarks.md', 'Benchmarks'],
      ['SECURITY.md', 'Security'],
    ],
  },
  {
    name: 'Reference',
    pages: [
      ['docs/contract.md', 'What Cairn promises'],
      ['docs/status-codes.md', 'Status codes'],
      ['docs/access.md', 'Who may do what'],
      ['packages/client/README.md', 'The typed client'],
      ['CHANGELOG.md', 'Changes'],
    ],
  },
  {
    name: 'How it works',
    pages: [
      ['docs/judge.md', 'The surfacing judge'],
      ['ARCHITECTURE.md', 'Architecture'],
      ['docs/mechanisms/README.md', 'Mechanisms'],
      ['docs/mechanisms/request-coalescing.md', 'Request coalescing'],
      ['docs/mechanisms/group-commit.md', 'Group commit'],
      ['docs/mechanisms/precise-invalidation.md', 'Precise invalidation'],
      ['docs/mechanisms/json-in-pieces.md', 'JSON in pieces'],
      ['docs/mechanisms/prepared-groups.md', 'Prepared groups'],
      ['docs/mechanisms/attended-sessions.md', 'Attended sessions'],
      ['docs/mechanisms/test-engines.md', 'Kept test engines'],
      ['docs/decisions.md', 'Decisions'],
      ['CONTRIBUTING.md', 'Contributing'],
      ['docs/voice.md', 'Voice'],
      ['docs/testing.md', 'Testing'],
      ['docs/debugging.md', 'Debugging'],
    ],
  },
];

/** The OpenAPI documents that the API reference shows, with the prefix of their paths. */
export const APIS = [
  { file: 'docs/openapi.snapshot.json', folder: 'api/v1', name: 'API for authors', prefix: '' },
  { file: 'docs/manage/openapi.snapshot.json', folder: 'api/manage', name: 'API of the console', prefix: '/manage/v1' },
];

/** The path of a file's page below /docs: `docs/scim/okta.md` has `scim/okta`, and the index has ''. */
export const pathOf = (file) =>
  file
    .replace(/^site\/index\.md$/, '')
    .replace(/^docs\//, '')
    .replace(/^packages\/(\w+)\/README\.md$/, '$1')
    .replace(/\/README\.md$/, '')
    .replace(/\.md$/, '')
    .toLowerCase();
