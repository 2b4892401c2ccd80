// The authoring guide (contract 2.7): one response with everything that an author, or a program writing for one, needs
// to know before the first draft.
import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { Db } from '../../storage/database.ts';
import { PUBLISH_CHECKLIST } from '../checks/publish-checks.ts';
import { safetyComment } from '../checks/safety-comment.ts';
import { documentSchema } from '../document/document.ts';
import { Provider } from '../document/providers.ts';
import { FIELD_SHAPES } from '../document/trail-fields.ts';
import { ExistingTrailRef } from '../trail.ts';
import type { TrailRules } from '../trail-rules.ts';
import { getCatalogRules } from './catalog-rules.ts';
import { listExistingTrails } from './trail-page-store.ts';

const Sentences = (description: string) => Type.Array(Type.String(), { description });

/** Contract 2.7. */
export const AuthoringGuide = Type.Object(
  {
    audience_rule: Type.String({ description: 'The one rule that every field must follow.' }),
    workflow: Sentences('The recommended sequence of calls.'),
    field_limits: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
      description:
        'Character and item limits by field path; `[]` stands for each item. Characters are Unicode code points.',
    }),
    providers: Type.Array(Provider, { description: 'The AI tools a trail can target: the allowed values of `tools`.' }),
    publish_checklist: Sentences('What publishing checks.'),
    existing_trails: Type.Array(ExistingTrailRef, {
      description:
        'Trails that are not archived, most recently updated first, at most 500. Do not write one of them again.',
    }),
    document_schema: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'JSON Schema (2020-12) of the document, with patterns that compile in every language. What it accepts is ' +
        'accepted as a draft, except that no two prompts may share an id, that invisible characters alone count as ' +
        'blank, and that keywords have no capital letters in any script.',
    }),
  },
  { $id: 'AuthoringGuide', additionalProperties: false },
);
export type AuthoringGuide = Static<typeof AuthoringGuide>;

/** The guide of the catalog. For an editor, it names only the trails that they may edit. */
export async function authoringGuide(
  db: Db,
  catalogId: string,
  rules: TrailRules,
  editor?: string,
): Promise<AuthoringGuide> {
  const { safety, link_domains } = await getCatalogRules(db, catalogId);
  return {
    audience_rule: AUDIENCE_RULE,
    workflow: [...WORKFLOW],
    field_limits: FIELD_LIMITS,
    providers: [...rules.providers],
    publish_checklist: [...PUBLISH_CHECKLIST],
    existing_trails: await listExistingTrails(db, catalogId, editor),
    document_schema: { ...documentSchema(rules.schema), $comment: safetyComment(safety, link_domains) },
  };
}

const AUDIENCE_RULE =
  'Write every field for the employee who does the task, at the moment of doing it: say "you", use their words, ' +
  'name what they get, and leave out how the trail was made.';

/** How to make a trail surface. Every door shows the same text. */
export const SURFACING_ADVICE: readonly string[] = [
  "Write the trigger in the words employees really type. What makes a trail surface: an employee's prompt is " +
    'compared with the match examples, title, trigger.when, description, keywords and prompts of every live trail ' +
    'that the employee may see. Tools and setup guide say how, not when: they do not count.',
  'The closest trail is offered, if it is close enough; otherwise none is. Words that few trails use decide, words ' +
    'that every prompt has ("write", "help", "please") hardly count, and of a long prompt the sentence that asks ' +
    'counts more than what is pasted below it. A keyword that several trails share decides nothing.',
  "Give at least three match examples, each in other words: a wording that resembles none of the trail's texts is " +
    'not found. Add no_match examples for requests that look alike but belong elsewhere: they keep the trail away ' +
    'from prompts near them, and a prompt that equals one never brings it up.',
];

/** How to fix failing examples. */
export const EXAMPLES_ADVICE =
  'Fix what fails. A match example fails: use its words in a keyword, the title or another example. A no_match ' +
  'example fails: make keywords and match examples narrower. Another trail wins: set the two apart with no_match ' +
  'examples on both sides, or make them one.';

const WORKFLOW: readonly string[] = [
  'GET /v1/authoring-guide: read the limits, the providers and the existing trails. If a trail covers the task ' +
    'already, edit that one.',
  'POST /v1/trails with a document: a draft needs only a title. Send an Idempotency-Key, and keep the ETag of the ' +
    'answer.',
  'An Idempotency-Key repeats what succeeded, for 24 hours. A request that was refused (4xx) frees its key: send the ' +
    'corrected request with the same key or with a new one.',
  'Saving the document, restoring a version, surfacing-test, run-examples and publish spend the model bucket: ten ' +
    'at once, then one every three seconds, unless the service is set otherwise. RateLimit-Remaining tells what is ' +
    'left, and the replay of a key spends none of it.',
  'Fill the draft with PUT /v1/trails/{trail_id}/document, If-Match set to the ETag; every save answers a new ETag ' +
    'and the remaining publish_issues.',
  ...SURFACING_ADVICE,
  'POST /v1/trails/{trail_id}/surfacing-test with a prompt you did not write down: it answers whether the trail ' +
    'would be offered among the live ones (confidence is the probability that it is the right one; the trail has to ' +
    'come first and to reach 0.5, unless the service is set otherwise), which words decided (reason), and which ' +
    'live trail would be offered instead (winner).',
  `POST /v1/trails/{trail_id}/run-examples. ${EXAMPLES_ADVICE}`,
  'Upload images for the setup guide with POST /v1/content-assets and paste the markdown of the answer.',
  'POST /v1/trails/{trail_id}/publish once no publish issue is an error; employees see that revision until the next ' +
    'publication.',
  'On 412 read the trail again, merge your change with what changed_fields names, and save with the new ETag.',
];

const SHAPES: Readonly<Record<string, TSchema>> = FIELD_SHAPES;

/** The limits of every field, derived from the shapes. */
const FIELD_LIMITS = Object.fromEntries(Object.entries(SHAPES).flatMap(([name, shape]) => limitsOf(name, shape)));

/** The limits at and below `path`. `[]` means each item of a list. */
function limitsOf(path: string, { minLength, maxLength, maxItems, items, properties }: TSchema): FieldLimit[] {
  const own = {
    ...(minLength === undefined ? {} : { min_characters: minLength }),
    ...(maxLength === undefined ? {} : { max_characters: maxLength }),
    ...(maxItems === undefined ? {} : { max_items: maxItems }),
  };
  const below = Object.entries<TSchema>(properties ?? {}).flatMap(([name, shape]) =>
    limitsOf(`${path}.${name}`, shape),
  );
  const ofItems = items === undefined ? [] : limitsOf(`${path}[]`, items);
  return [...(Object.keys(own).length === 0 ? [] : [[path, own] as const]), ...ofItems, ...below];
}

type FieldLimit = readonly [path: string, limits: Readonly<Record<string, number>>];
