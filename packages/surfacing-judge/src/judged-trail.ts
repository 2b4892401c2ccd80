// What a judge reads of a trail. The setup guide and the tools say how a task is done, not when: no judge reads them.

/** One sample prompt of a trail (contract 2.3). */
export interface JudgedExample {
  readonly text: string;
  readonly expect: 'match' | 'no_match';
}

/** The words of a trail that decide when it surfaces. */
export interface JudgedTrail {
  readonly id: string;
  readonly title: string;
  readonly target_role: string;
  readonly description: string;
  readonly when: string;
  readonly keywords: readonly string[];
  readonly examples: readonly JudgedExample[];
  readonly prompts: readonly { readonly label: string; readonly body: string }[];
}

/** A trail document as far as a judge needs it: every member but the title may be missing (contract 2.1). */
export interface JudgeableDocument {
  readonly title: string;
  readonly target_role?: string | undefined;
  readonly description?: string | undefined;
  readonly trigger?:
    | {
        readonly when?: string | undefined;
        readonly keywords?: readonly string[] | undefined;
        readonly examples?: readonly JudgedExample[] | undefined;
      }
    | undefined;
  readonly prompts?: readonly { readonly label: string; readonly body: string }[] | undefined;
}

/** The judge's reading of a trail document. */
export function judgedTrail(id: string, document: JudgeableDocument): JudgedTrail {
  const trigger = document.trigger ?? {};
  return {
    id,
    title: document.title,
    target_role: document.target_role ?? '',
    description: document.description ?? '',
    when: trigger.when ?? '',
    keywords: trigger.keywords ?? [],
    examples: trigger.examples ?? [],
    prompts: document.prompts ?? [],
  };
}

/** About what a trail and its texts take in memory. */
export function trailBytes({
  title,
  target_role,
  description,
  when,
  keywords,
  examples,
  prompts,
}: JudgedTrail): number {
  const texts = [title, target_role, description, when, ...keywords];
  for (const { text } of examples) texts.push(text);
  for (const { label, body } of prompts) texts.push(label, body);
  let characters = 0;
  for (const text of texts) characters += text.length;
  return TRAIL_BYTES + TEXT_BYTES * texts.length + characters;
}

/** A trail with its places in maps; a text with what holds it: a byte a character is all that most have. */
const [TRAIL_BYTES, TEXT_BYTES] = [1_000, 100];
