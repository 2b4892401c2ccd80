// Lists of users and groups: GET on a type, POST /.search on a type (RFC 7644 3.4.2 and 3.4.3), and both at the root.

import { listResponse } from '@cairn/scim-protocol/list-response';
import { readSearchRequest, type SearchRequest } from '@cairn/scim-protocol/search-request';
import { readListQuery } from '../../provisioning/list-query.ts';
import { type Listed, listResources } from '../../provisioning/list-resources.ts';
import { LISTED_GROUPS, LISTED_USERS } from '../../provisioning/listed-types.ts';
import { searchEverything } from '../../provisioning/root-search.ts';
import { scimOk } from './scim-answer.ts';
import { type ScimDeps, scimContextOf } from './scim-deps.ts';
import { operation, routes, type ScimCall, type ScimEndpoint } from './scim-door.ts';
import { searchOf } from './search-query.ts';

interface ListedRow {
  readonly record_id: string;
}

const searchOperation = <Row extends ListedRow>(deps: ScimDeps, listed: Listed<Row>) =>
  operation({
    id: `search${listed.type.name}`,
    summary: `Find ${listed.type.name.toLowerCase()}s.`,
    handle: async (call) => page(deps, call, listed, searchOf(call.query)),
  });

const searchPostedOperation = <Row extends ListedRow>(deps: ScimDeps, listed: Listed<Row>) =>
  operation({
    id: `search${listed.type.name}Posted`,
    summary: `Find ${listed.type.name.toLowerCase()}s, the query in the body.`,
    handle: async (call) => page(deps, call, listed, await searchIn(call)),
  });

const searchAllOperation = (deps: ScimDeps) =>
  operation({
    id: 'searchAll',
    summary: 'Users and groups.',
    handle: async (call) => everything(deps, call, searchOf(call.query)),
  });

const searchAllPostedOperation = (deps: ScimDeps) =>
  operation({
    id: 'searchAllPosted',
    summary: 'Users and groups, the query in the body.',
    handle: async (call) => everything(deps, call, await searchIn(call)),
  });

async function page<Row extends ListedRow>(deps: ScimDeps, call: ScimCall, listed: Listed<Row>, search: SearchRequest) {
  const context = scimContextOf(deps, call);
  const query = await readListQuery(call.db, context, listed.type, search);
  return scimOk(listResponse(query.page, await listResources(deps, call.db, context, listed, query)));
}

async function everything(deps: ScimDeps, call: ScimCall, search: SearchRequest) {
  const { page, listing } = await searchEverything(deps, call.db, scimContextOf(deps, call), search);
  return scimOk(listResponse(page, listing));
}

async function searchIn(call: ScimCall): Promise<SearchRequest> {
  const body = await call.object();
  call.note({ body });
  return readSearchRequest(body);
}

/** The endpoints that answer lists. A search that is posted reads all the same: a paused connection answers it. */
export const searchEndpoints = (deps: ScimDeps): ScimEndpoint[] =>
  routes({
    'GET /Users': searchOperation(deps, LISTED_USERS),
    'POST /Users/.search': searchPostedOperation(deps, LISTED_USERS),
    'GET /Groups': searchOperation(deps, LISTED_GROUPS),
    'POST /Groups/.search': searchPostedOperation(deps, LISTED_GROUPS),
    'GET /': searchAllOperation(deps),
    'POST /.search': searchAllPostedOperation(deps),
  });
