// A decorative drawing for the empty health page.
import { Drawing } from '../../parts/page/drawings.tsx';

/** Bars on a baseline. */
export const DrawnChart = () => (
  <Drawing>
    <path d="M18 62h84" />
    {[18, 30, 24, 40, 34].map((tall, at) => (
      <path
        key={tall}
        d={`M${28 + at * 16} 58v-${tall}`}
        stroke={at === 3 ? 'var(--cairn-stone)' : 'var(--cairn-quiet)'}
        strokeWidth={7}
        strokeLinecap="butt"
      />
    ))}
  </Drawing>
);
