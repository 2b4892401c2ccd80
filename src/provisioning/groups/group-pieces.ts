// Streams a large group as JSON text. Only 1,000 members at a time exist as objects.
import type { JsonObject, JsonValue } from '@cairn/scim-protocol/json';
import { type Projection, project } from '@cairn/scim-protocol/projection';
import { GROUP_TYPE } from '@cairn/scim-protocol/resource-type';
import { elementsText, membersText } from '../../base/json.ts';
import { inSlices } from '../../base/slices.ts';
import type { ScimContext } from '../scim-context.ts';
import type { GroupRow } from './group-record-store.ts';
import { groupResource } from './group-resource.ts';

/** Members rendered at once, which takes 1 to 2 ms. */
export const MEMBERS_AT_ONCE = 1_000;

/** Renders a group with all members already read. Yields to other requests between batches. */
export async function* groupPieces(
  context: ScimContext,
  row: GroupRow,
  projection: Projection,
): AsyncGenerator<string, void> {
  const ids: readonly string[] = row.members === null ? [] : JSON.parse(row.members);
  const shown = (from: number): JsonObject => {
    const members = JSON.stringify(ids.slice(from, from + MEMBERS_AT_ONCE));
    return project(GROUP_TYPE, groupResource(context, { ...row, members }), projection);
  };
  const othersTurn = inSlices();
  let before = '{';
  for (const [name, value] of Object.entries(shown(0))) {
    if (name === 'members') {
      yield `${before}"members":[${elementsOf(value)}`;
      for (let from = MEMBERS_AT_ONCE; from < ids.length; from += MEMBERS_AT_ONCE) {
        await othersTurn();
        yield `,${elementsOf(shown(from).members)}`;
      }
      yield ']';
    } else yield before + membersText({ [name]: value });
    before = ',';
  }
  yield '}';
}

const elementsOf = (members: JsonValue | undefined): string => elementsText(Array.isArray(members) ? members : []);
