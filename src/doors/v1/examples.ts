// Examples for the OpenAPI document: one trail, as an author sends and receives it.

export const EXAMPLE_DOCUMENT = {
  title: 'Turn meeting notes into tasks',
  target_role: 'Project lead',
  description: 'You paste your raw notes and get a list of tasks with an owner and a date for each.',
  tools: ['claude', 'copilot'],
  trigger: {
    when: 'Right after a meeting, while the notes are still rough.',
    keywords: ['meeting notes', 'action items', 'tasks from notes'],
    examples: [
      { text: 'make a task list out of these notes from the kick-off', expect: 'match' },
      { text: 'write an agenda for tomorrow', expect: 'no_match' },
    ],
  },
  prompts: [
    {
      id: 'extract_tasks',
      label: 'Extract the tasks',
      body: 'List every task in these notes of {{meeting_name}} with owner and due date: {{notes}}',
    },
  ],
  setup_guide: 'Use the chat without web search. Remove names of customers before you paste.',
  feedback_enabled: true,
} as const;

export const EXAMPLE_TRAIL_ID = '01993b5e-6f00-7c3a-9d53-0b7f1c2a4e58';

export const EXAMPLE_SUMMARY = {
  id: EXAMPLE_TRAIL_ID,
  title: EXAMPLE_DOCUMENT.title,
  target_role: EXAMPLE_DOCUMENT.target_role,
  description: EXAMPLE_DOCUMENT.description,
  tools: EXAMPLE_DOCUMENT.tools,
  status: 'draft',
  visibility: 'all_teams',
  grant_count: 0,
  prompt_count: 1,
  sort_order: 7,
  revision: 2,
  has_unpublished_changes: true,
  created_at: '2026-03-02T09:15:00.000001Z',
  updated_at: '2026-03-02T09:21:44.120934Z',
  created_by: { id: '01993b5e-1111-7abc-8def-0123456789ab', name: 'Ada Author' },
  published_at: null,
  published_revision: null,
  published_version: null,
  surfacing_tests: null,
} as const;

export const EXAMPLE_TRAIL = {
  ...EXAMPLE_SUMMARY,
  document: EXAMPLE_DOCUMENT,
  publish_issues: [
    {
      severity: 'warning',
      field: 'trigger.examples',
      message: 'The examples have not been run on this draft. Run them.',
    },
  ],
} as const;

export const EXAMPLE_GRANTS = [
  {
    kind: 'user',
    user_id: '01993b5e-2222-7abc-8def-0123456789ab',
    email: 'max.member@acme.example',
    name: 'Max Member',
    granted_at: '2026-03-02T09:30:00.000001Z',
  },
] as const;
