// The trail rules of a configuration.
import { withOperatorProviders } from '../trails/document/providers.ts';
import { type TrailRules, trailRules } from '../trails/trail-rules.ts';
import type { Config } from './config.ts';

export const rulesOf = ({ extraProviders, publicUrl }: Config): TrailRules =>
  trailRules(withOperatorProviders(extraProviders), `${publicUrl}/assets/`);
