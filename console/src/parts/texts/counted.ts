import { inDigits } from './digits.ts';

/** "1 group", "3 groups". `many` is an irregular plural. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${inDigits(count)} ${count === 1 ? one : many}`;

/** "1,400 people", or "1,400 people and 100 deprovisioned". */
export const countedPeople = (active: number, all: number): string =>
  active === all
    ? counted(active, 'person', 'people')
    : `${counted(active, 'person', 'people')} and ${inDigits(all - active)} deprovisioned`;
