// The decisions of a workspace about safety findings, as the comment of its document schema. `cairn trails pull` keeps
// the schema in the folder, so that `cairn trails check` knows the decisions without the service.
import { SAFETY_CLASSES } from '../../safety/safety-finding.ts';
import {
  DEFAULT_DECISIONS,
  DEFAULT_SAFETY,
  SAFETY_DECISIONS,
  type SafetyDecision,
  type SafetyDecisions,
  type SafetyRules,
} from './safety-checks.ts';

const MARK = 'Safety check: ';

export const safetyComment = (decisions: SafetyDecisions, domains: readonly string[]): string =>
  `${MARK}${JSON.stringify({ ...decisions, link_domains: domains })}`;

/** The rules in a comment; the defaults for everything that it does not say. */
export function safetyInComment(comment: unknown): SafetyRules {
  if (typeof comment !== 'string' || !comment.startsWith(MARK)) return DEFAULT_SAFETY;
  const stated = parsed(comment.slice(MARK.length));
  const decisions = Object.fromEntries(
    SAFETY_CLASSES.map((kind) => [kind, isDecision(stated[kind]) ? stated[kind] : DEFAULT_DECISIONS[kind]]),
  ) as Record<(typeof SAFETY_CLASSES)[number], SafetyDecision>;
  const domains = Array.isArray(stated.link_domains) ? stated.link_domains.map(String) : [];
  return { ...DEFAULT_SAFETY, decisions, domains };
}

const isDecision = (value: unknown): value is SafetyDecision => SAFETY_DECISIONS.some((one) => one === value);

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
