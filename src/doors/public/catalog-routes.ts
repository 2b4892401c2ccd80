// Catalogs that an admin made public: Agent Skills Discovery 0.2.0 for the whole service and for one catalog, the files
// that it lists, and a Claude Code marketplace. No credentials are needed. Catalogs that are not public return
// `not-found`.
import { createHash } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { SVC_CATALOG_ID } from '../../directory/catalog.ts';
import { type Answer, bringsBody } from '../../http/answers/answer.ts';
import { archiveAnswer } from '../../http/answers/archive-answer.ts';
import { HELD_ANSWER, unlessHeld } from '../../http/answers/conditional.ts';
import type { Anyone } from '../../http/endpoint/anyone.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import type { DeliveryLog } from '../../insight/delivery-log.ts';
import { hostedMarketplace, pluginZip } from '../../skills/company-plugin.ts';
import { DISCOVERY_SCHEMA, discoveryEntries } from '../../skills/discovery-index.ts';
import {
  eachPublicCatalog,
  type PublicPart,
  publicSkill,
  type SkillRooms,
  withPublicSkills,
} from '../../skills/public-catalog.ts';
import { rootedSkillZip, type SkillSet, skillsZip } from '../../skills/skill-packages.ts';
import { type OpenEndpoint, operation, routes } from './open-door.ts';

export interface CatalogDeps {
  readonly baseUrl: string;
  readonly skills: SkillRooms;
  readonly deliveries: DeliveryLog;
}

/** Cacheable for a minute, and readable by pages of other origins. */
const PUBLIC = {
  'Cache-Control': 'public, max-age=60',
  'Access-Control-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
};
const CatalogParams = Type.Object({ catalog_id: Type.String({ format: 'uuid', maxLength: 36 }) });
const SkillParams = Type.Object({
  catalog_id: Type.String({ format: 'uuid', maxLength: 36 }),
  name: Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-z0-9-]+$' }),
});

/** Shared settings: one minute of caching, and rate limits per IP address. */
const base = {
  tag: 'Public skills',
  rate: 'default',
  idempotent: false,
  answers: { 200: { description: 'The published content.' }, ...HELD_ANSWER },
  refusals: ['bad-request', 'not-found', 'unprocessable', 'rate-limited'],
} as const;

type OpenCall = Pick<Call<Anyone>, 'db' | 'header' | 'method'>;

const getSkillsIndexOperation = (deps: CatalogDeps) =>
  operation({
    ...base,
    id: 'getSkillsIndex',
    summary: 'List all public skills of the service',
    async handle(call) {
      const entries = (set: SkillSet) => entriesOf(deps, set);
      const skills = (await eachPublicCatalog(deps.skills, call.db, entries, { signal: call.signal() })).flat();
      return textAnswer(call, JSON.stringify({ $schema: DISCOVERY_SCHEMA, skills }), 'application/json');
    },
  });

/** An endpoint about one catalog as a whole. */
const ofCatalog = (
  { skills }: CatalogDeps,
  id: string,
  summary: string,
  answer: (call: OpenCall, set: SkillSet) => Promise<Answer>,
  part: PublicPart = 'plugin',
) =>
  operation({
    ...base,
    id,
    summary,
    params: CatalogParams,
    handle: (call) =>
      withPublicSkills(
        skills,
        call.db,
        call.params.catalog_id,
        (set) => answer(call, set),
        { signal: call.signal() },
        part,
      ),
  });

const getCatalogSkillsIndexOperation = (deps: CatalogDeps) =>
  ofCatalog(
    deps,
    'getCatalogSkillsIndex',
    'List the skills of a catalog',
    async (call, set) => {
      const skills = await entriesOf(deps, set);
      return textAnswer(call, JSON.stringify({ $schema: DISCOVERY_SCHEMA, skills }), 'application/json');
    },
    'all',
  );

const getMarketplaceOperation = (deps: CatalogDeps) =>
  ofCatalog(deps, 'getMarketplace', 'Get the catalog as a Claude Code marketplace', async (call, set) => {
    const plugin = `${addressOf(deps, set.id)}/plugin.zip`;
    return textAnswer(call, hostedMarketplace(set, plugin, await pluginZip(set)), 'application/json');
  });

const getPublicPluginOperation = (deps: CatalogDeps) =>
  ofCatalog(deps, 'getPublicPlugin', "Download the catalog's plugin", async (call, set) =>
    archiveAnswer(call, await pluginZip(set), 'plugin.zip', PUBLIC),
  );

const getPublicSkillsOperation = (deps: CatalogDeps) =>
  ofCatalog(deps, 'getPublicSkills', 'Download the skills that AI tools show of the catalog', async (call, set) =>
    archiveAnswer(call, await skillsZip(set), 'skills.zip', PUBLIC),
  );

const getPublicSkillOperation = (deps: CatalogDeps, file: 'SKILL.md' | 'skill.zip') =>
  operation({
    ...base,
    id: `getPublicSkill.${file}`,
    summary: `One skill: ${file}`,
    params: SkillParams,
    handle: (call) => oneSkill(deps, call, file),
  });

const addressOf = ({ baseUrl }: CatalogDeps, catalogId: string): string => `${baseUrl}/catalogs/${catalogId}`;

const entriesOf = (deps: CatalogDeps, set: SkillSet) => discoveryEntries(set, addressOf(deps, set.id));

async function oneSkill(
  deps: CatalogDeps,
  call: OpenCall & { readonly params: Static<typeof SkillParams> },
  file: 'SKILL.md' | 'skill.zip',
): Promise<Answer> {
  const { catalog_id, name } = call.params;
  const { skill, head } = await publicSkill(deps.skills, call.db, catalog_id, name);
  const { trail_id, version } = head;
  const answer =
    file === 'skill.zip'
      ? archiveAnswer(call, await rootedSkillZip(skill), `${name}.zip`, PUBLIC)
      : textAnswer(call, skill.files[0]?.bytes ?? Buffer.alloc(0), 'text/markdown');
  if (bringsBody(call, answer) && catalog_id !== SVC_CATALOG_ID)
    deps.deliveries.delivered({ team_id: catalog_id, account_id: null, trail_id, version, shape: 'zip' });
  return answer;
}

/** Uses a weak ETag, because a proxy may compress the text. */
function textAnswer(call: OpenCall, text: string | Buffer, type: string): Answer {
  const bytes = Buffer.from(text);
  const ETag = `W/"${createHash('sha256').update(bytes).digest('hex')}"`;
  return unlessHeld(call, {
    status: 200,
    headers: { ...PUBLIC, ETag, 'Content-Type': `${type}; charset=utf-8` },
    body: typeof text === 'string' ? { json: text } : { bytes },
  });
}

/** All endpoints. `/catalogs/{catalog_id}` is the URL of a catalog for tools. */
export const catalogEndpoints = (deps: CatalogDeps): OpenEndpoint[] =>
  routes({
    'GET /.well-known/agent-skills/index.json': getSkillsIndexOperation(deps),
    'GET /catalogs/:catalog_id/.well-known/agent-skills/index.json': getCatalogSkillsIndexOperation(deps),
    'GET /catalogs/:catalog_id/marketplace.json': getMarketplaceOperation(deps),
    'GET /catalogs/:catalog_id/plugin.zip': getPublicPluginOperation(deps),
    'GET /catalogs/:catalog_id/skills.zip': getPublicSkillsOperation(deps),
    'GET /catalogs/:catalog_id/skills/:name/SKILL.md': getPublicSkillOperation(deps, 'SKILL.md'),
    'GET /catalogs/:catalog_id/skills/:name/skill.zip': getPublicSkillOperation(deps, 'skill.zip'),
  });
