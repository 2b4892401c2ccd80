// The only author tool for authors and editors whose connection does not allow authoring. A call asks the client to
// step up, which opens the consent page again. Until then, the other author tools don't have to be listed.

import { Type } from '@sinclair/typebox';
import type { Caller } from '../../admission/caller.ts';
import { refuse } from '../../base/refusal.ts';
import { closed } from '../../base/shape.ts';
import { t } from '../../base/texts/t.ts';
import { SCOPES } from '../../directory/roles.ts';
import type { Tool } from './tool.ts';
import { usableScopes, type Visit } from './visit.ts';

/** `authorTools` are the tools that become available afterwards. */
export const startAuthoring = (authorTools: readonly Tool[]): Tool => ({
  name: 'start_authoring',
  title: 'Start writing trails',
  description:
    'Call this when the person wants to write, change, test or publish trails. It asks them to allow that, and then ' +
    'lists the tools for it.',
  askedAbout: 'find_trail',
  input: Type.Object({}, closed),
  output: Type.Object({ tools: Type.Array(Type.String()), next: Type.String() }, closed),
  annotations: { readOnlyHint: true, idempotentHint: true },
  isForAuthors: true,
  offered: (visit) => usableScopes(visit).has('trails:write') && !hasAuthorScope(visit),
  async run(visit) {
    const missing = missingOf(visit);
    if (missing.length > 0 && !hasAuthorScope(visit)) throw needsScopes(visit.call.caller, missing);
    const tools = authorTools.filter((tool) => tool.offered(visit)).map(({ name }) => name);
    return { tools, next: 'List the tools again and call authoring_guide.' };
  },
});

/** True if the credential has an author scope that the person can use. */
const hasAuthorScope = (visit: Visit): boolean =>
  SCOPES.some((scope) => usableScopes(visit).has(scope) && visit.call.caller.scopes.includes(scope));

const missingOf = (visit: Visit): string[] =>
  SCOPES.filter((scope) => usableScopes(visit).has(scope) && !visit.call.caller.scopes.includes(scope));

function needsScopes({ credential }: Caller, missing: readonly string[]) {
  const remedy =
    credential.kind === 'oauth' ? t('Connect the app again and allow it.') : t('Create a key with the author scopes.');
  return refuse(
    'insufficient-scope',
    t('"{name}" may not write trails yet. {remedy}', { name: credential.name, remedy }),
    {
      required_scope: missing.join(' '),
    },
  );
}
