// A state as a small dot and a word. What is fine stays quiet; only what needs a hand has colour, only trouble has weight.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** `quiet`: off, idle, a draft; `fine`: on, as it should be; `attention`: somebody should look; `trouble`: it fails. */
export type Tone = 'quiet' | 'fine' | 'attention' | 'trouble';

export function Status({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <Text component="span" size="sm" className="status" data-tone={tone}>
      <span className="status-dot" aria-hidden />
      {children}
    </Text>
  );
}
