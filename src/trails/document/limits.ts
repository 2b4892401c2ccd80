// The only table of sizes (Decision 16), used by validation, `field_limits`, `document_schema` and the sentences of
// findings. Lengths count Unicode code points (Decision 15).

export const LIMITS = {
  title: { min: 1, max: 120 },
  target_role: { max: 120 },
  description: { max: 1_000 },
  tools: { maxItems: 20 },
  when: { max: 600 },
  keywords: { maxItems: 40, min: 1, max: 60 },
  examples: { maxItems: 50, min: 1, max: 4_000 },
  prompts: { maxItems: 20 },
  prompt_label: { max: 80 },
  prompt_body: { max: 8_000 },
  prompt_id: { max: 64 },
  setup_guide: { max: 20_000 },
  q: { max: 200 },
  note: { max: 500 },
  page: { min: 1, max: 100, usual: 25 },
  draft_text: { max: 4_000 },
} as const;

/** Bytes of a body with a document. Fits the longest document with every character escaped (`\ud83d\ude00`). */
export const DOCUMENT_BODY_LIMIT = 5 * 1_048_576;

/** How many saved documents to keep per trail: the history of the draft. */
export const KEPT_REVISIONS = 50;

/** How many days ahead a publication or its end can be scheduled: any year, including leap years. */
export const MAX_SCHEDULED_DAYS = 366;

/** The maximum number of trails in the authoring guide (Decision 41). */
export const MAX_EXISTING_TRAILS = 500;

/** Counts Unicode code points, the unit of all limits. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) at += 1;
    count += 1;
  }
  return count;
}
