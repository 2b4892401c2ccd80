// The AI tools that a trail may be for, as authors choose among them: those everybody knows and the operator's own.
import { Type } from '@sinclair/typebox';
import { closed } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { Provider } from '../../trails/document/providers.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';
import { type ManageEndpoint, operation, routes } from '../session/session-endpoint.ts';

const AiTools = Type.Object({ items: Type.Array(Provider) }, { $id: 'AiTools', ...closed });

const listAiToolsOperation = ({ rules }: { readonly rules: TrailRules }) =>
  operation({
    id: 'listAiTools',
    tag: 'Authoring',
    needs: 'author',
    summary: 'The AI tools that a trail may be for',
    answers: {
      200: { description: 'The values of `tools`, in the order in which they are offered.', schema: AiTools },
    },
    refusals: [],
    handle: async () => ok({ items: [...rules.providers] }),
  });

export const aiToolEndpoints = (deps: { readonly rules: TrailRules }): ManageEndpoint[] =>
  routes({
    'GET /ai-tools': listAiToolsOperation(deps),
  });
