// All concept groups, in one order. A group holds words and phrases that stand for the same thing in office work, kept
// tight: a loose group makes strangers look related.
import { ACTION_GROUPS } from './actions.ts';
import { CUSTOMER_GROUPS } from './customers.ts';
import { EVERYDAY_GROUPS } from './everyday.ts';
import { MONEY_GROUPS } from './money.ts';
import { OPERATIONS_GROUPS } from './operations.ts';
import { PEOPLE_GROUPS } from './people.ts';
import { PLAIN_SPEECH_GROUPS } from './plain-speech.ts';
import { SHOP_TALK_GROUPS } from './shop-talk.ts';
import { TECHNOLOGY_GROUPS } from './technology.ts';
import { FAMILY_GROUPS } from './word-families.ts';

export const CONCEPT_GROUPS: readonly string[] = [
  ...EVERYDAY_GROUPS,
  ...ACTION_GROUPS,
  ...PEOPLE_GROUPS,
  ...CUSTOMER_GROUPS,
  ...MONEY_GROUPS,
  ...TECHNOLOGY_GROUPS,
  ...OPERATIONS_GROUPS,
  ...PLAIN_SPEECH_GROUPS,
  ...SHOP_TALK_GROUPS,
  ...FAMILY_GROUPS,
];
