// Catalog-wide rules, and deleted trails, which admins can restore.
import { Type } from '@sinclair/typebox';
import { restoreTrailWithImages } from '../../assets/delete-trail.ts';
import { Count, closed, Instant, ids, Nullable, OneOf, Uuid } from '../../base/shape.ts';
import { noContent, ok } from '../../http/answers/answer.ts';
import { SAFETY_CLASSES, type SafetyClass } from '../../safety/safety-finding.ts';
import { changeCatalogRules, getCatalogRules, MAX_PLUGIN_TRAILS } from '../../trails/catalog/catalog-rules.ts';
import { SAFETY_DECISIONS } from '../../trails/checks/safety-checks.ts';
import { listDeletedTrails, RESTORABLE_DAYS } from '../../trails/editing/deleted-trails.ts';
import { personRef, TrailStatus } from '../../trails/trail.ts';
import { byOf, catalogOf, operation, routes } from '../session/session-endpoint.ts';

const TAG = 'Authoring';

/** Lowercase labels with at least one dot between them. */
const DOMAIN_NAME = '^[a-z0-9-]+(\\.[a-z0-9-]+)+$';
const SAFETY_TEXTS: Readonly<Record<SafetyClass, string>> = {
  secrets: 'Keys, tokens and passwords.',
  tag_characters: 'Invisible tag characters, which can hide text.',
  personal_data: 'Card numbers, bank accounts, phone numbers and email addresses of people.',
  instructions: 'Instructions to ignore rules, to hide something from people, or to send data away.',
  remote_code: 'Commands that run code from the network.',
  invisible_characters: 'Other invisible characters, and characters that change the direction of text.',
  html_comments: 'HTML comments.',
  outside_links: 'Links to domains that are not in link_domains.',
  data_uris: 'Data URIs.',
};

const RULES = {
  approval_required: Type.Boolean({ description: 'Publishing requires approval from another person.' }),
  approver_group_id: Nullable(Uuid('A group.'), {
    description: 'Only publishers who are in this group approve; null: every publisher.',
  }),
  publish_to_delete: Type.Boolean({ description: 'Deleting a live trail requires trails:publish.' }),
  keep_deleted: Type.Boolean({ description: `Admins can restore deleted trails for ${RESTORABLE_DAYS} days.` }),
  private_images: Type.Boolean({
    description: 'Images require a session, an API key or an access token of the workspace.',
  }),
  plugin_trails: Type.Integer({
    minimum: 0,
    maximum: MAX_PLUGIN_TRAILS,
    description: 'Maximum number of trails that the company plugin contains as skills.',
  }),
  link_domains: Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: DOMAIN_NAME }), {
    maxItems: 100,
    uniqueItems: true,
    description:
      'Links to other domains are safety findings, and email addresses in these domains are none. Subdomains belong ' +
      'to them. Empty: links to any domain are allowed.',
  }),
};

const decisionAbout = (kind: SafetyClass) => OneOf(SAFETY_DECISIONS, { description: SAFETY_TEXTS[kind] });
const Decisions = Object.fromEntries(SAFETY_CLASSES.map((kind) => [kind, decisionAbout(kind)])) as Record<
  SafetyClass,
  ReturnType<typeof decisionAbout>
>;
const SAFETY = {
  description:
    'How findings count. second_person: an error until another person accepts the finding. block: always an error.',
  ...closed,
};
const CatalogRules = Type.Object(
  { ...RULES, safety: Type.Object(Decisions, SAFETY) },
  { $id: 'CatalogRules', ...closed },
);
const CatalogRulesBody = Type.Partial(Type.Object({ ...RULES, safety: Type.Partial(Type.Object(Decisions), SAFETY) }), {
  $id: 'CatalogRulesBody',
  ...closed,
});

const DeletedTrails = Type.Object(
  {
    total: Count('Number of restorable trails.'),
    items: Type.Array(
      Type.Object(
        {
          id: Uuid('The trail.'),
          title: Type.String(),
          status: TrailStatus,
          deleted_at: Instant('When.'),
          deleted_by: Nullable(Type.Object({ id: Uuid('The person.'), name: Type.String() }, closed)),
          restorable_until: Instant('When the trail is permanently deleted.'),
        },
        closed,
      ),
    ),
  },
  { $id: 'DeletedTrails', ...closed },
);

const rulesAnswers = { 200: { description: 'The rules.', schema: CatalogRules } };

const getCatalogRulesOperation = operation({
  id: 'getCatalogRules',
  summary: 'The rules of this catalog',
  tag: TAG,
  needs: 'author',
  answers: rulesAnswers,
  refusals: [],
  handle: async (call) => ok(await getCatalogRules(call.db, catalogOf(call))),
});

const updateCatalogRulesOperation = operation({
  id: 'updateCatalogRules',
  summary: 'Change the rules of this catalog',
  description: 'Omitted rules stay unchanged.',
  tag: TAG,
  needs: 'catalog',
  body: { schema: CatalogRulesBody, example: { approval_required: true } },
  answers: rulesAnswers,
  refusals: ['validation', 'not-found'],
  async handle(call) {
    const change = await call.json(CatalogRulesBody);
    return call.commit(async (tx) => ok(await changeCatalogRules(tx, catalogOf(call), change, byOf(call))));
  },
});

const listDeletedTrailsOperation = operation({
  id: 'listDeletedTrails',
  summary: 'List deleted trails that can be restored',
  description: 'Returns at most 200, the most recently deleted first. Admins only.',
  tag: TAG,
  needs: 'catalog',
  answers: { 200: { description: 'The deleted trails.', schema: DeletedTrails } },
  refusals: [],
  async handle(call) {
    const { total, items } = await listDeletedTrails(call.db, catalogOf(call));
    return ok({
      total,
      items: items.map(({ trail_id, title, status, deleted_at, deleted_by, deleted_by_name, restorable_until }) => {
        const person = personRef(deleted_by, deleted_by_name);
        return { id: trail_id, title, status, deleted_at, deleted_by: person, restorable_until };
      }),
    });
  },
});

const restoreDeletedTrailOperation = operation({
  id: 'restoreDeletedTrail',
  summary: 'Restore a deleted trail as a draft',
  description: 'Restores id, versions, grants, owner and images. Approvals, votes and schedules are not restored.',
  tag: TAG,
  needs: 'catalog',
  params: ids('trail_id'),
  answers: { 204: { description: 'The trail is a draft again.' } },
  refusals: ['not-found'],
  handle: (call) =>
    call.commit(async (tx) => {
      await restoreTrailWithImages(tx, catalogOf(call), call.params.trail_id, byOf(call));
      return noContent();
    }),
});

export const catalogEndpoints = () =>
  routes({
    'GET /catalog-rules': getCatalogRulesOperation,
    'PATCH /catalog-rules': updateCatalogRulesOperation,
    'GET /deleted-trails': listDeletedTrailsOperation,
    'POST /deleted-trails/:trail_id/restore': restoreDeletedTrailOperation,
  });
