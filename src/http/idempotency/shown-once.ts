// Responses with a secret are never stored for a replay.
import type { Sentence } from '../../base/texts/t.ts';

/** What a repeated request gets instead of the response: 409 `already-made`. */
export interface ShownOnce {
  /** Where the created id is in the response body: `token_id`, `link.link_id`. */
  readonly id: string;
  /** What a caller who never received the secret can do, e.g. "Rotate the key, or revoke it." */
  readonly remedy: Sentence;
}
