// GET /v1/authoring-guide (contract 4.2).
import { ok } from '../../http/answers/answer.ts';
import { AuthoringGuide, authoringGuide } from '../../trails/catalog/authoring-guide.ts';
import type { V1Deps } from './v1-deps.ts';
import { operation } from './v1-door.ts';

export const getAuthoringGuideOperation = (deps: V1Deps) =>
  operation({
    id: 'getAuthoringGuide',
    forEditors: true,
    summary: 'How to write a trail here',
    description:
      'The rule, the workflow, the limits, the providers, the publish checklist, existing trails, and the JSON ' +
      'Schema of the document. Read it before the first draft.',
    tag: 'Authoring',
    needs: 'trails:read',
    answers: {
      200: {
        description: 'The guide of this catalog.',
        schema: AuthoringGuide,
        links: { create: { operationId: 'createTrail', parameters: {} } },
      },
    },
    refusals: [],
    handle: async ({ db, caller }) => {
      const editor = caller.isEditor === true ? caller.person.account_id : undefined;
      return ok(await authoringGuide(db, caller.catalog.catalog_id, deps.rules, editor));
    },
  });
