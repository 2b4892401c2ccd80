// All fields of office life, in one order. Where a concept group says that two words mean the same, a field only says that
// they are heard in the same kind of work: weak evidence, which decides where nothing closer speaks.
import { CUSTOMER_FIELDS } from './customer-fields.ts';
import { MONEY_AND_LAW_FIELDS } from './money-and-law-fields.ts';
import { OPERATIONS_FIELDS } from './operations-fields.ts';
import { PEOPLE_FIELDS } from './people-fields.ts';
import { TECHNOLOGY_FIELDS } from './technology-fields.ts';

/** One field with its words and phrases, matched on stems. */
export interface Field {
  readonly name: string;
  readonly terms: readonly string[];
}

export const FIELDS: readonly Field[] = [
  ...PEOPLE_FIELDS,
  ...CUSTOMER_FIELDS,
  ...MONEY_AND_LAW_FIELDS,
  ...TECHNOLOGY_FIELDS,
  ...OPERATIONS_FIELDS,
].map((line) => {
  const [name = '', terms = ''] = line.split(': ');
  return { name, terms: terms.split(' ') };
});
