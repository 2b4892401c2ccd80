// A group with many members is written in pieces that add up to the whole.
import { project, readProjection } from '@cairn/scim-protocol/projection';
import { GROUP_TYPE } from '@cairn/scim-protocol/resource-type';
import { expect, test } from 'vitest';
import { groupPieces, MEMBERS_AT_ONCE } from '../../src/provisioning/groups/group-pieces.ts';
import type { GroupRow } from '../../src/provisioning/groups/group-record-store.ts';
import { groupResource } from '../../src/provisioning/groups/group-resource.ts';
import type { ScimContext } from '../../src/provisioning/scim-context.ts';

const context = { base: 'https://cairn.test/scim/v2/connection' } as ScimContext;
const groupOf = (members: number): GroupRow => ({
  record_id: 'group',
  attributes: JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Every "body"' }),
  version: '7',
  created_at: '2026-11-27T08:00:00Z',
  last_modified: '2026-11-27T09:00:00Z',
  members: members === 0 ? null : JSON.stringify(Array.from({ length: members }, (_, n) => `member-${n}`)),
});

test.each([
  {},
  { attributes: 'displayName' },
  { attributes: 'members.value' },
  { attributes: 'members' },
  { excludedAttributes: 'members.$ref,meta' },
  { excludedAttributes: 'members' },
])('joins the pieces into the whole with %j', async (parameters) => {
  const projection = readProjection(GROUP_TYPE, parameters);
  for (const members of [0, 1, MEMBERS_AT_ONCE, MEMBERS_AT_ONCE + 1, 2 * MEMBERS_AT_ONCE + 500]) {
    const row = groupOf(members);
    const pieces: string[] = [];
    for await (const piece of groupPieces(context, row, projection)) pieces.push(piece);
    const whole = project(GROUP_TYPE, groupResource(context, row), projection);
    expect(JSON.parse(pieces.join(''))).toEqual(whole);
    // Names keep their order, so the text is equal.
    expect(pieces.join('')).toBe(JSON.stringify(whole));
    const inOne = pieces.map((piece) => piece.match(/"member-/g)?.length ?? 0);
    expect(Math.max(...inOne)).toBeLessThanOrEqual(MEMBERS_AT_ONCE);
  }
});
