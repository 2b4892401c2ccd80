// Domains of the session's workspace: verified ones, and claims that wait for their DNS record.
import { Type } from '@sinclair/typebox';
import { closed, Instant, Nullable } from '../../base/shape.ts';
import {
  claimDomain,
  dropClaim,
  listClaims,
  type ResolveTxt,
  verifyDomain,
} from '../../directory/teams/domain-claims.ts';
import { listDomains, removeDomain } from '../../directory/teams/domains.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { byOf, type ManageDeps, operation, routes, teamOf } from '../session/session-endpoint.ts';
import { DomainList, DomainParams } from './team-routes.ts';

const common = { tag: 'Workspace', needs: 'admin' } as const;

const DomainClaimResource = Type.Object(
  {
    domain: Type.String(),
    record_name: Type.String({ description: 'Where to set the TXT record.' }),
    record_value: Type.String({ description: 'The value of the TXT record.' }),
    created_at: Instant('When the domain was claimed.'),
    checked_at: Nullable(Instant('When the service last checked the record; null if not yet.')),
    problem: Nullable(Type.String({ description: 'The problem that the last check found.' })),
  },
  { $id: 'DomainClaim', ...closed },
);
const ClaimList = Type.Object({ items: Type.Array(DomainClaimResource) }, { $id: 'DomainClaimList', ...closed });
const ClaimBody = Type.Object(
  { domain: Type.String({ maxLength: 253, description: 'A host name such as example.com.' }) },
  { $id: 'ClaimDomainBody', ...closed },
);

export interface DomainDeps extends ManageDeps {
  readonly resolveTxt: ResolveTxt;
}

const listDomainsOperation = operation({
  ...common,
  id: 'listDomains',
  summary: 'List verified domains',
  description: 'A connection can link accounts with e-mail addresses of these domains (contract 3.2).',
  answers: { 200: { description: 'The domains, by name.', schema: DomainList } },
  refusals: [],
  handle: async (call) => ok({ items: await listDomains(call.db, teamOf(call)) }),
});

const removeDomainOperation = operation({
  ...common,
  id: 'removeDomain',
  summary: 'Remove a verified domain',
  params: DomainParams,
  answers: { 204: { description: 'The domain is no longer verified. Linked members stay.' } },
  refusals: ['not-found'],
  handle: (call) => noContentAfter(call, (tx) => removeDomain(tx, teamOf(call), call.params.domain, byOf(call))),
});

const listDomainClaimsOperation = operation({
  ...common,
  id: 'listDomainClaims',
  summary: 'List domains that wait for their DNS record',
  answers: { 200: { description: 'The claims, by name, each with its record.', schema: ClaimList } },
  refusals: [],
  handle: async (call) => ok({ items: await listClaims(call.db, teamOf(call)) }),
});

const claimDomainOperation = operation({
  ...common,
  id: 'claimDomain',
  summary: 'Start verifying a domain',
  description:
    "Set the TXT record from the response in the domain's DNS, then verify it. Repeating the claim has no effect.",
  body: { schema: ClaimBody, example: { domain: 'example.com' } },
  answers: { 201: { description: 'The claim, with the record to set.', schema: DomainClaimResource } },
  refusals: ['validation', 'conflict'],
  async handle(call) {
    const { domain } = await call.json(ClaimBody);
    return call.commit(async (tx) => ({ status: 201, body: await claimDomain(tx, teamOf(call), domain) }));
  },
});

const verifyDomainOperation = (deps: DomainDeps) =>
  operation({
    ...common,
    id: 'verifyDomain',
    summary: 'Check the DNS record and verify the domain',
    description: 'The first workspace to prove a domain gets it. Responds within seconds, even if DNS does not.',
    params: DomainParams,
    answers: { 200: { description: 'The verified domains, by name.', schema: DomainList } },
    refusals: ['not-found', 'unprocessable', 'conflict'],
    // Depends on DNS: every request looks the record up again.
    idempotent: false,
    async handle(call) {
      const world = { resolveTxt: deps.resolveTxt, now: deps.clock() };
      await verifyDomain(call.database, teamOf(call), call.params.domain, world, byOf(call));
      return ok({ items: await listDomains(call.database, teamOf(call)) });
    },
  });

const dropDomainClaimOperation = operation({
  ...common,
  id: 'dropDomainClaim',
  summary: 'Cancel a domain claim',
  params: DomainParams,
  answers: { 204: { description: 'The claim is gone, and its record no longer proves anything.' } },
  refusals: ['not-found'],
  handle: (call) => noContentAfter(call, (tx) => dropClaim(tx, teamOf(call), call.params.domain)),
});

export const domainEndpoints = (deps: DomainDeps) =>
  routes({
    'GET /domains': listDomainsOperation,
    'DELETE /domains/:domain': removeDomainOperation,
    'GET /domain-claims': listDomainClaimsOperation,
    'POST /domain-claims': claimDomainOperation,
    'POST /domain-claims/:domain/verify': verifyDomainOperation(deps),
    'DELETE /domain-claims/:domain': dropDomainClaimOperation,
  });
