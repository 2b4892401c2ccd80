// The tool that lists trails, for questions such as "which guides do we have for sales?".
import { Type } from '@sinclair/typebox';
import { excerpt } from '../../base/excerpt.ts';
import { closed } from '../../base/shape.ts';
import { inSlices } from '../../base/slices.ts';
import type { PublishedTrail, PublishedTrails } from '../../skills/published-trails.ts';
import { foldText } from '../../trails/catalog/search-text.ts';
import { LIMITS } from '../../trails/document/limits.ts';
import { pageAfter } from './list-page.ts';
import type { Tool } from './tool.ts';
import { readerOf, requireReader } from './visit.ts';

export interface BrowseToolDeps {
  readonly trails: Pick<PublishedTrails, 'list'>;
  /** The AI tools that a trail can be made for. */
  readonly providerIds: readonly string[];
}

const PAGE = 20;
const MAX_WHEN = 120;

const Listed = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    title: Type.String(),
    role: Type.Optional(Type.String()),
    when: Type.Optional(Type.String({ description: 'When the trail applies.' })),
    tools: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);

export const browseTool = ({ trails, providerIds }: BrowseToolDeps): Tool => ({
  name: 'browse_trails',
  title: 'List trails',
  description: 'Lists the trails that the person can see, for questions about what exists. For a task use find_trail.',
  askedAbout: 'browse_trails',
  input: Type.Object(
    {
      role: Type.Optional(Type.String({ maxLength: LIMITS.q.max, description: 'Words of the role, e.g. sales.' })),
      tool: Type.Optional(Type.String({ 'x-enum': [...providerIds], description: 'As in find_trail.' })),
      text: Type.Optional(Type.String({ maxLength: LIMITS.q.max, description: 'Words that all occur.' })),
      cursor: Type.Optional(Type.String({ maxLength: 100, description: 'next_cursor of the previous page.' })),
    },
    closed,
  ),
  output: Type.Object(
    { trails: Type.Array(Listed), total: Type.Integer(), next_cursor: Type.Optional(Type.String()) },
    closed,
  ),
  annotations: { readOnlyHint: true, idempotentHint: true },
  offered: ({ call }) => readerOf(call) !== undefined,
  run: ({ call }, { role = '', tool, text = '', cursor }) =>
    trails.list(
      call.db,
      requireReader(call),
      async (all) => {
        const isWanted = filterOf(wordsOf(String(role)), wordsOf(String(text)), tool);
        const found: PublishedTrail[] = [];
        const othersTurn = inSlices();
        for (const trail of all) {
          if (isWanted(trail)) found.push(trail);
          await othersTurn();
        }
        const after = cursor === undefined ? undefined : String(cursor);
        const { page, next } = pageAfter(found, ({ head }) => head.trail_id, after, PAGE);
        const { nextCursor: next_cursor } = next;
        return {
          trails: page.map(listed),
          total: found.length,
          ...(next_cursor === undefined ? {} : { next_cursor }),
        };
      },
      { signal: call.signal() },
    ),
});

const wordsOf = (text: string): string[] => foldText(text).split(/\s+/).filter(Boolean);

/** A trail that names no AI tools is for all of them. */
function filterOf(role: readonly string[], words: readonly string[], tool: unknown) {
  const hasAll = (text: string, sought: readonly string[]): boolean =>
    sought.length === 0 || sought.every((word) => foldText(text).includes(word));
  return ({ document }: PublishedTrail): boolean => {
    const { title, target_role, description, trigger, tools } = document;
    if (tool !== undefined && tools.length > 0 && !tools.some((id) => id === tool)) return false;
    return hasAll(target_role, role) && hasAll([title, target_role, description, trigger.when].join('\n'), words);
  };
}

const listed = ({ head, document: { title, target_role, trigger, tools } }: PublishedTrail) => ({
  id: head.trail_id,
  title,
  ...(target_role === '' ? {} : { role: target_role }),
  ...(trigger.when === '' ? {} : { when: excerpt(trigger.when, MAX_WHEN) }),
  ...(tools.length === 0 ? {} : { tools: [...tools] }),
});
