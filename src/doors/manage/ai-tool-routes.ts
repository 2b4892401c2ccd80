// The AI tools that authors can choose for a trail: the built-in ones and those that the operator added.
import { Type } from '@sinclair/typebox';
import { closed } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import { Provider } from '../../trails/document/providers.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';
import { operation, routes } from '../session/session-endpoint.ts';

const AiTools = Type.Object({ items: Type.Array(Provider) }, { $id: 'AiTools', ...closed });

const listAiToolsOperation = ({ rules }: { readonly rules: TrailRules }) =>
  operation({
    id: 'listAiTools',
    forEditors: true,
    tag: 'Authoring',
    needs: 'author',
    summary: 'AI tools that a trail can be for',
    answers: {
      200: { description: 'The values of `tools`, in display order.', schema: AiTools },
    },
    refusals: [],
    handle: async () => ok({ items: [...rules.providers] }),
  });

export const aiToolEndpoints = (deps: { readonly rules: TrailRules }) =>
  routes({
    'GET /ai-tools': listAiToolsOperation(deps),
  });
