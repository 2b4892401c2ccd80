// The publish checks (Decision 19): errors block publication, warnings suggest improvements. Each finding names its
// field and says what to do.

import { excerpt } from '../../base/excerpt.ts';
import { errorAt, warningAt } from '../../base/field-finding.ts';
import type { ValidationIssue } from '../../base/issue.ts';
import { isBlank } from '../../base/text.ts';
import { type Sentence, type Text, t } from '../../base/texts/t.ts';
import type { FullDocument } from '../document/full-document.ts';
import { badPlaceholders } from '../document/placeholders.ts';
import { repeatedPromptIds } from '../document/prompt-ids.ts';
import { remoteImages } from '../document/remote-images.ts';
import type { TriggerExample } from '../document/trail-fields.ts';
import type { SurfacingTestsSummary } from '../trail.ts';

/** Facts that are not in the document. `tests` is for exactly this draft; null if its examples were not run. */
export interface PublishFacts {
  readonly tests: SurfacingTestsSummary | null;
  /** Findings of the judge from the example run. */
  readonly findings?: readonly ValidationIssue[];
  readonly ownImagePrefix: string;
  /** Safety findings, by the decisions of the workspace (safety-checks.ts). */
  readonly safety: readonly ValidationIssue[];
}

/** How many of each are enough for reliable matching. */
const ENOUGH = { keywords: 3, match: 3, no_match: 2 } as const;

/**
 * All findings, errors first. If there are none, there is nothing to improve. If there are no errors, publishing will
 * succeed.
 */
export function publishIssues(document: FullDocument, facts: PublishFacts): ValidationIssue[] {
  const found = [...blockers(document), ...advice(document, facts), ...(facts.findings ?? [])];
  return [...found, ...facts.safety].sort(errorsFirst);
}

/** The publish checks as plain sentences (Decision 20). */
export const PUBLISH_CHECKLIST: readonly string[] = [
  'Required: a title and a description.',
  'Required: at least one prompt, each with a label and a body.',
  'Required: every placeholder in a prompt is written as {{snake_case}}. To use two literal braces, as in ' +
    'a template, put a backslash before them: \\{{#if}} is shown as {{#if}}.',
  'Required: a "when", a keyword or an example with expect "match" in the trigger.',
  'Required: no secrets such as keys and passwords, and no invisible tag characters.',
  'Recommended: the target role and the moment (trigger.when).',
  `Recommended: at least ${ENOUGH.keywords} keywords, ${ENOUGH.match} examples with expect "match" and ` +
    `${ENOUGH.no_match} with expect "no_match".`,
  'Recommended: the examples were run on this draft, and all of them pass.',
  'Recommended, checked by an example run: other wordings in the trail support each match example, no live trail ' +
    'lists the same prompt or would lose its own prompts to this one, and no keyword is shared with several live ' +
    'trails.',
  'Recommended: a setup guide with uploaded images instead of external links.',
  'Recommended: a description that addresses the reader as "you".',
  'Recommended: no personal data, hidden text, code from the network, or instructions that hide something from ' +
    'people. The workspace decides which of these are required.',
];

function blockers(document: FullDocument): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const block = (field: string, message: Sentence) => issues.push(errorAt(field, message));
  if (isBlank(document.title)) block('title', 'Add a title that names the task and starts with a verb.');
  if (isBlank(document.description))
    block('description', 'Add a description so people know what they will accomplish and how AI helps.');
  if (document.prompts.length === 0) block('prompts', 'Add at least one prompt that the employee can copy.');
  document.prompts.forEach(({ label, body }, index) => {
    if (isBlank(label)) block(`prompts[${index}].label`, 'Add a short title for the step.');
    if (isBlank(body)) block(`prompts[${index}].body`, 'Write the prompt, or remove the step.');
    for (const { written, suggestion } of badPlaceholders(body)) {
      const remedy =
        suggestion === undefined
          ? t('Give it a name such as {example}', { example: '{{customer_name}}' })
          : t('Write it as {suggestion}', { suggestion });
      block(
        `prompts[${index}].body`,
        t(
          'The placeholder {written} is not {style}. {remedy}, or put a backslash before it if the braces belong to ' +
            'the text.',
          { written: excerpt(written), style: '{{snake_case}}', remedy },
        ),
      );
    }
  });
  const { when, keywords, examples } = document.trigger;
  if (isBlank(when) && keywords.length === 0 && countOf(examples, 'match') === 0) {
    block('trigger', 'Say when the trail applies: fill in "when", or add a keyword or an example with expect "match".');
  }
  return [...issues, ...repeatedPromptIds(document.prompts)];
}

function advice(document: FullDocument, facts: PublishFacts): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const advise = (field: string, message: Sentence) => issues.push(warningAt(field, message));
  if (isBlank(document.target_role)) advise('target_role', 'Say who does this task.');
  if (!isBlank(document.description) && !addressesReader(document.description)) {
    advise('description', 'Does not address the reader. Write to the employee: "You …", "your …".');
  }
  if (isBlank(document.trigger.when))
    advise('trigger.when', 'Describe the moment in the workflow in one or two sentences.');
  const { keywords, examples } = document.trigger;
  if (keywords.length < ENOUGH.keywords)
    advise('trigger.keywords', tooFew(keywords.length, ENOUGH.keywords, t('keywords')));
  for (const expect of ['match', 'no_match'] as const) {
    const count = countOf(examples, expect);
    if (count < ENOUGH[expect])
      advise('trigger.examples', tooFew(count, ENOUGH[expect], t('examples with expect "{expect}"', { expect })));
  }
  issues.push(...testAdvice(examples, facts.tests));
  if (isBlank(document.setup_guide))
    advise('setup_guide', 'Say which tool and mode to use, what to connect, and what to leave out.');
  for (const address of remoteImages(document.setup_guide, facts.ownImagePrefix)) {
    advise(
      'setup_guide',
      t('The image {address} is loaded from another site. Upload it and use the address you get.', {
        address: excerpt(address, 120),
      }),
    );
  }
  return issues;
}

function testAdvice(examples: readonly TriggerExample[], tests: SurfacingTestsSummary | null): ValidationIssue[] {
  if (examples.length === 0) return [];
  if (tests === null) return [warningAt('trigger.examples', 'The examples have not been run on this draft. Run them.')];
  return tests.failing.map((index) =>
    warningAt(
      `trigger.examples[${index}]`,
      examples[index]?.expect === 'no_match'
        ? 'Fails: the trail surfaces for it. Make keywords and examples more specific.'
        : 'Fails: the trail does not surface for it. Add keywords or examples in these words.',
    ),
  );
}

/** Forms of "you" in the languages that Cairn's readers write in. */
const PRONOUNS = `
  you your yours yourself yourselves du dir dich dein\\p{L}* sie ihnen ihr\\p{L}* tu te toi ton ta tes
  vous votre vos usted ustedes tú tus su sus você vocês seu sua seus suas lei voi tuo tua vostr\\p{L}
  je jij jouw uw u`
  .trim()
  .split(/\s+/);

/** Words that address the reader, in the Latin-script languages that most catalogs use. */
const SECOND_PERSON = new RegExp(`(?<!\\p{L})(?:${PRONOUNS.join('|')})(?!\\p{L})`, 'iu');

const addressesReader = (text: string): boolean => !/\p{Script=Latin}/u.test(text) || SECOND_PERSON.test(text);

const tooFew = (count: number, enough: number, what: Text): Text =>
  t('Has {count} of the {enough} {what} from which a trail surfaces dependably. Add {missing}.', {
    count,
    enough,
    what,
    missing: enough - count,
  });

const countOf = (examples: readonly TriggerExample[], expect: TriggerExample['expect']): number =>
  examples.filter((example) => example.expect === expect).length;

const errorsFirst = (one: ValidationIssue, other: ValidationIssue): number =>
  Number(one.severity === 'warning') - Number(other.severity === 'warning');
