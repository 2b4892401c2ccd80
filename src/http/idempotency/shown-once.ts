// Answers that hold a secret are never stored for a replay.

/** What the repetition of a request is told whose answer is not repeated: 409 `already-made`. */
export interface ShownOnce {
  /** Where the id of what was made stands in the answer's body: `token_id`, `link.link_id`. */
  readonly id: string;
  /** How a caller who never received the secret gets another, e.g. "Rotate the key, or revoke it." */
  readonly remedy: string;
}
