// A state as a small dot and a word. What is fine stays quiet; only what needs a hand has colour, only trouble has
// weight.
import type { ReactNode } from 'react';

/** `quiet`: off, idle, a draft; `fine`: on, as it should be; `attention`: somebody should look; `trouble`: it fails. */
export type Tone = 'quiet' | 'fine' | 'attention' | 'trouble';

export function Status({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="status" data-tone={tone}>
      <span className="status-dot" aria-hidden />
      {children}
    </span>
  );
}
