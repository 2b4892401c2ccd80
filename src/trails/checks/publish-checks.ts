// What stands between a draft and a good publication (Decision 19): errors block it, warnings would improve it. Pure;
// each finding names its field and says what to do.
import { isBlank } from '../../base/blank.ts';
import { excerpt } from '../../base/excerpt.ts';
import { errorAt, warningAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import type { FullDocument } from '../document/full-document.ts';
import { badPlaceholders } from '../document/placeholders.ts';
import { repeatedPromptIds } from '../document/prompt-ids.ts';
import { remoteImages } from '../document/remote-images.ts';
import type { TriggerExample } from '../document/trail-fields.ts';
import type { SurfacingTestsSummary } from '../trail.ts';

/** What is known beside the document. `tests` is of exactly this draft, null where its examples were not run. */
export interface PublishFacts {
  readonly tests: SurfacingTestsSummary | null;
  /** What a judge noticed when it ran the examples. */
  readonly findings?: readonly ValidationIssue[];
  readonly ownImagePrefix: string;
}

/** How many make the matching dependable. */
const ENOUGH = { keywords: 3, match: 3, no_match: 2 } as const;

/** Every finding, errors first. None means: nothing to improve; no error among them means: publish will succeed. */
export function publishIssues(document: FullDocument, facts: PublishFacts): ValidationIssue[] {
  return [...blockers(document), ...advice(document, facts), ...(facts.findings ?? [])].sort(errorsFirst);
}

/** What publish checks, in plain sentences (Decision 20). */
export const PUBLISH_CHECKLIST: readonly string[] = [
  'Blocks: the title and the description say something.',
  'Blocks: there is at least one prompt, and every prompt has a label and a body.',
  'Blocks: every placeholder in a prompt is written {{snake_case}}. Two braces that belong to the text itself, as in ' +
    'a template, are written with a backslash before them: \\{{#if}} is shown as {{#if}}.',
  'Blocks: the trigger has a "when", a keyword or an example with expect "match".',
  'Advised: the target role and the moment (trigger.when) are named.',
  `Advised: at least ${ENOUGH.keywords} keywords, ${ENOUGH.match} examples with expect "match" and ` +
    `${ENOUGH.no_match} with expect "no_match".`,
  'Advised: the examples were run on this very draft, and all of them pass.',
  'Advised, found when the examples are run: other wordings of the trail support each match example, no live trail ' +
    'lists the same prompt or would lose its own prompts to this one, and no keyword is shared with several live ' +
    'trails.',
  'Advised: there is a setup guide, and its images were uploaded rather than linked from elsewhere.',
  'Advised: the description addresses the reader as "you".',
];

function blockers(document: FullDocument): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const block = (field: string, message: string) => issues.push(errorAt(field, message));
  if (isBlank(document.title)) block('title', 'Is blank. Name the task, starting with a verb.');
  if (isBlank(document.description))
    block('description', 'Is blank. Tell the employee what they will accomplish and how AI helps.');
  if (document.prompts.length === 0)
    block('prompts', 'There is no prompt. Add at least one that the employee can copy.');
  document.prompts.forEach(({ label, body }, index) => {
    if (isBlank(label)) block(`prompts[${index}].label`, 'Is blank. Give the step a short title.');
    if (isBlank(body)) block(`prompts[${index}].body`, 'Is blank. Write the prompt, or remove the step.');
    for (const { written, suggestion } of badPlaceholders(body)) {
      const remedy =
        suggestion === undefined ? 'Give it a name such as {{customer_name}}' : `Write it as ${suggestion}`;
      const otherwise = 'or put a backslash before it where the braces belong to the text';
      const finding = `The placeholder ${excerpt(written)} is not {{snake_case}}. ${remedy}, ${otherwise}.`;
      block(`prompts[${index}].body`, finding);
    }
  });
  const { when, keywords, examples } = document.trigger;
  if (isBlank(when) && keywords.length === 0 && countOf(examples, 'match') === 0) {
    block(
      'trigger',
      'Nothing says when the trail applies. Fill in "when", or add a keyword or an example with expect "match".',
    );
  }
  return [...issues, ...repeatedPromptIds(document.prompts)];
}

function advice(document: FullDocument, facts: PublishFacts): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const advise = (field: string, message: string) => issues.push(warningAt(field, message));
  if (isBlank(document.target_role)) advise('target_role', 'Is blank. Say who does this task.');
  if (!isBlank(document.description) && !addressesReader(document.description)) {
    advise('description', 'Does not address the reader. Write to the employee: "You …", "your …".');
  }
  if (isBlank(document.trigger.when))
    advise('trigger.when', 'Is blank. Describe the moment in the workflow in one or two sentences.');
  const { keywords, examples } = document.trigger;
  if (keywords.length < ENOUGH.keywords)
    advise('trigger.keywords', tooFew(keywords.length, ENOUGH.keywords, 'keywords'));
  for (const expect of ['match', 'no_match'] as const) {
    const count = countOf(examples, expect);
    if (count < ENOUGH[expect])
      advise('trigger.examples', tooFew(count, ENOUGH[expect], `examples with expect "${expect}"`));
  }
  issues.push(...testAdvice(examples, facts.tests));
  if (isBlank(document.setup_guide))
    advise('setup_guide', 'Is blank. Say which tool and mode to use, what to connect, and what to keep out.');
  for (const address of remoteImages(document.setup_guide, facts.ownImagePrefix)) {
    advise(
      'setup_guide',
      `The image ${excerpt(address, 120)} is loaded from elsewhere. Upload it and use the address you get.`,
    );
  }
  return issues;
}

function testAdvice(examples: readonly TriggerExample[], tests: SurfacingTestsSummary | null): ValidationIssue[] {
  if (examples.length === 0) return [];
  if (tests === null)
    return [warningAt('trigger.examples', 'The examples have not been run on this draft. Run them (run-examples).')];
  return tests.failing.map((index) =>
    warningAt(
      `trigger.examples[${index}]`,
      examples[index]?.expect === 'no_match'
        ? 'Fails: the trail surfaces for it. Make keywords and examples more specific.'
        : 'Fails: the trail does not surface for it. Add keywords or examples in these words.',
    ),
  );
}

/** How a text says "you", in the languages that Cairn's readers write in. */
const PRONOUNS = `
  you your yours yourself yourselves du dir dich dein\\p{L}* sie ihnen ihr\\p{L}* tu te toi ton ta tes
  vous votre vos usted ustedes tú tus su sus você vocês seu sua seus suas lei voi tuo tua vostr\\p{L}
  je jij jouw uw u`
  .trim()
  .split(/\s+/);

/** Words that speak to the reader, in the languages of Latin script that catalogs are mostly written in. */
const SECOND_PERSON = new RegExp(`(?<!\\p{L})(?:${PRONOUNS.join('|')})(?!\\p{L})`, 'iu');

const addressesReader = (text: string): boolean => !/\p{Script=Latin}/u.test(text) || SECOND_PERSON.test(text);

const tooFew = (count: number, enough: number, what: string): string =>
  `Has ${count} of the ${enough} ${what} from which a trail surfaces dependably. Add ${enough - count}.`;

const countOf = (examples: readonly TriggerExample[], expect: TriggerExample['expect']): number =>
  examples.filter((example) => example.expect === expect).length;

const errorsFirst = (one: ValidationIssue, other: ValidationIssue): number =>
  Number(one.severity === 'warning') - Number(other.severity === 'warning');
