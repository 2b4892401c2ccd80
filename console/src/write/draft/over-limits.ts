// Fields that are longer than the service accepts. Texts are never truncated: the field says by how much it is too
// long.

import { countCharacters, LIMITS } from '../../../../src/trails/document/limits.ts';
import type { Issue } from '../../api/problem.ts';
import { t } from '../../parts/texts/t.ts';
import type { FullDocument } from './full-document.ts';

/** An issue for every field over its limit. The document cannot be saved while there are any. */
export function overLimits(document: FullDocument): Issue[] {
  const { trigger, prompts } = document;
  return [
    ...tooLong('title', document.title, LIMITS.title.max),
    ...tooLong('target_role', document.target_role, LIMITS.target_role.max),
    ...tooLong('description', document.description, LIMITS.description.max),
    ...tooLong('trigger.when', trigger.when, LIMITS.when.max),
    ...tooMany('trigger.keywords', trigger.keywords.length, LIMITS.keywords.maxItems),
    ...trigger.keywords.flatMap((keyword, at) => tooLong(`trigger.keywords[${at}]`, keyword, LIMITS.keywords.max)),
    ...tooMany('trigger.examples', trigger.examples.length, LIMITS.examples.maxItems),
    ...trigger.examples.flatMap(({ text }, at) => tooLong(`trigger.examples[${at}]`, text, LIMITS.examples.max)),
    ...tooMany('prompts', prompts.length, LIMITS.prompts.maxItems),
    ...prompts.flatMap(({ label, body }, at) => [
      ...tooLong(`prompts[${at}].label`, label, LIMITS.prompt_label.max),
      ...tooLong(`prompts[${at}].body`, body, LIMITS.prompt_body.max),
    ]),
    ...tooLong('setup_guide', document.setup_guide, LIMITS.setup_guide.max),
  ];
}

function tooLong(field: string, text: string, max: number): Issue[] {
  const count = countCharacters(text);
  if (count <= max) return [];
  const message = t('Has {count} characters, {excess} over the limit of {max}. Shorten it.', {
    count,
    excess: count - max,
    max,
  });
  return [{ severity: 'error', field, message }];
}

function tooMany(field: string, count: number, max: number): Issue[] {
  if (count <= max) return [];
  const message = t('Has {count, plural, one {# entry} other {# entries}} of at most {max}. Remove {excess}.', {
    count,
    max,
    excess: count - max,
  });
  return [{ severity: 'error', field, message }];
}
