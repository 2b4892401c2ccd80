// The one table of sizes (Decision 16). Validation, `field_limits`, `document_schema` and the sentences of findings all
// read it. Lengths count Unicode code points (Decision 15).

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

/** Bytes of a body with a document: room for the longest there can be, every character escaped (`\ud83d\ude00`). */
export const DOCUMENT_BODY_LIMIT = 5 * 1_048_576;

/** How many saved documents a trail remembers, to tell a stale caller what changed since. */
export const KEPT_REVISIONS = 50;

/** How far away a publication, or its end, can be scheduled: a year, whichever it is. */
export const MOST_SCHEDULED_DAYS = 366;

/** The most trails that the authoring guide lists (Decision 41). */
export const MOST_EXISTING_TRAILS = 500;

/** Unicode code points in `text`: what a limit counts. */
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
