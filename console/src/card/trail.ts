// The trail in the result of get_trail. Apps pass results on unchanged, but the card trusts nothing in them.

export interface Trail {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly when: string;
  readonly guide: string;
  readonly prompts: readonly { readonly label: string; readonly body: string }[];
  readonly vote: string;
  readonly takesVotes: boolean;
  /** The address of the trail's page, if there is one. */
  readonly page: string | undefined;
}

/** The trail; undefined if the tool failed or the result has another form. */
export function trailIn(result: unknown): Trail | undefined {
  const { isError, structuredContent, content } = membersOf(result);
  const blocks = listOf(content).map(membersOf);
  const trail = membersOf(structuredContent ?? parsed(blocks.find(({ type }) => type === 'text')?.text));
  const document = membersOf(trail.document);
  if (isError === true || textOf(document.title) === '') return undefined;
  return {
    id: textOf(trail.id),
    title: textOf(document.title),
    description: textOf(document.description),
    when: textOf(trail.when),
    guide: textOf(document.setup_guide),
    prompts: listOf(document.prompts)
      .map(membersOf)
      .map(({ label, body }) => ({ label: textOf(label), body: textOf(body) })),
    vote: textOf(trail.my_feedback),
    takesVotes: document.feedback_enabled === true,
    page: webAddress(textOf(blocks.find(({ type }) => type === 'resource_link')?.uri)),
  };
}

/** The address if it is http or https, which apps open in a browser. */
export function webAddress(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).href;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Bidi controls can show a text in another order than a model reads it, and tag characters are invisible. Languages
 * that are written from right to left need neither.
 */
const DECEPTIVE = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replace(DECEPTIVE, '') : '');

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
