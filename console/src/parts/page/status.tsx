// A status as a small dot and a word. Only `attention` and `trouble` have color, and only `trouble` is bold.
import type { ReactNode } from 'react';

/** `quiet`: off, idle, a draft. `fine`: on and working. `attention`: someone should look. `trouble`: it fails. */
export type Tone = 'quiet' | 'fine' | 'attention' | 'trouble';

export function Status({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="status" data-tone={tone}>
      <span className="status-dot" aria-hidden />
      {children}
    </span>
  );
}
