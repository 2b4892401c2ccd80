// Decorative drawings for empty pages that hint at what will appear there.
import type { ReactNode } from 'react';

export const Drawing = ({ children }: { readonly children: ReactNode }) => (
  <svg
    width={120}
    height={72}
    viewBox="0 0 120 72"
    fill="none"
    stroke="var(--cairn-quiet)"
    strokeWidth={1.6}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    focusable="false"
  >
    {children}
  </svg>
);

/** A path over a hill past two cairns. */
export const DrawnTrail = () => (
  <Drawing>
    <path d="M4 62c18-4 26-16 44-16s22 10 40 8 20-10 28-12" stroke="var(--cairn-line)" strokeWidth={6} />
    <path d="M4 62c18-4 26-16 44-16s22 10 40 8 20-10 28-12" strokeDasharray="2 5" />
    <g stroke="var(--cairn-stone)">
      <path d="M38 40h16M41 34h10M43.5 28h5" strokeWidth={4.5} />
      <path d="M84 48h14M87 42.500h8" strokeWidth={4} />
    </g>
  </Drawing>
);

/** A magnifying glass over lines of text. */
export const DrawnSearch = () => (
  <Drawing>
    <path d="M22 18h50M22 32h30M22 46h38" />
    <circle cx={80} cy={40} r={13} stroke="var(--cairn-stone)" />
    <path d="m90 50 9 9" stroke="var(--cairn-stone)" />
  </Drawing>
);
