import { t } from './t.ts';

/** "1,400 people", or "1,400 people and 100 deprovisioned". */
export const countedPeople = (active: number, all: number): string =>
  active === all
    ? t('{active, plural, one {# person} other {# people}}', { active })
    : t('{active, plural, one {# person} other {# people}} and {left} deprovisioned', { active, left: all - active });
