// The workflow of the authoring guide, described in terms of the tools. The guide of /v1 names requests, which AI tools
// cannot send.
import { EXAMPLES_ADVICE, SURFACING_ADVICE } from '../../trails/catalog/authoring-guide.ts';

export const TOOL_WORKFLOW: readonly string[] = [
  'authoring_guide: read the limits, the providers and the existing trails. If a trail covers the task already, edit ' +
    'that one (list_trails, get_draft).',
  'create_draft with a document: a draft needs only a title. With an idempotency_key, a retry creates no second trail.',
  'save_draft with the revision you edited from. The answer has the next revision and the remaining publish_issues.',
  'save_draft, restore_version, test_surfacing, run_examples and publish are limited: ten at once, then one every ' +
    'three seconds, unless the service is set otherwise.',
  ...SURFACING_ADVICE,
  'test_surfacing with a prompt you did not write down: would the trail be offered among the live ones, which words ' +
    'decided (reason), and which live trail would be offered instead (winner)?',
  `run_examples. ${EXAMPLES_ADVICE}`,
  'upload_image for each image of the setup guide, and paste the markdown of the answer.',
  'set_visibility restricted and grant_access, if only some people may see the trail.',
  'Ask the person, then publish once no publish issue is an error. Employees see that revision until the next ' +
    'publication.',
  'If save_draft reports another revision, read the draft again, merge your change, and save with that revision.',
];
