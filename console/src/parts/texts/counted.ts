import { inDigits } from './digits.ts';
import { t } from './t.ts';

/** "1 group", "3 groups". `many` is an irregular plural. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${inDigits(count)} ${count === 1 ? one : many}`;

/** "1,400 people", or "1,400 people and 100 deprovisioned". */
export const countedPeople = (active: number, all: number): string =>
  active === all
    ? counted(active, 'person', 'people')
    : t('{active, plural, one {# person} other {# people}} and {all} deprovisioned', { active, all: all - active });
