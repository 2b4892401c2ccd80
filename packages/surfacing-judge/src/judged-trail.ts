// The part of a trail that judges read. The setup guide and the tools say how to do a task, not when, so judges ignore
// them.

/** One sample prompt of a trail (contract 2.3). */
export interface JudgedExample {
  readonly text: string;
  readonly expect: 'match' | 'no_match';
}

/** The texts of a trail that decide when it surfaces. */
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

/** The part of a trail document that a judge needs. Every field except the title is optional (contract 2.1). */
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

/** Reads a trail document. */
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

/** Approximate bytes of a trail and its texts in memory. */
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

/** Bytes of a trail with its map entries, and of a text with its overhead. Most texts have one byte per character. */
const [TRAIL_BYTES, TEXT_BYTES] = [1_000, 100];
