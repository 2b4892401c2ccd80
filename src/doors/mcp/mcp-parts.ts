// Everything that /mcp consists of.
import type { Caller } from '../../admission/caller.ts';
import type { Clock } from '../../base/clock.ts';
import type { Scope } from '../../directory/roles.ts';
import type { Door, Endpoint } from '../../http/endpoint/endpoint.ts';
import type { GateDeps } from '../../http/gate/gated-request.ts';
import type { SkillRooms } from '../../skills/public-catalog.ts';
import type { FindDeps } from '../../surfacing/find-trails.ts';
import type { TrailRules } from '../../trails/trail-rules.ts';
import type { Mistake } from './forgiveness.ts';
import type { McpDeps } from './mcp-server.ts';

export interface McpParts
  extends FindDeps,
    Pick<McpDeps, 'baseUrl' | 'version' | 'card' | 'counted' | 'toolCalls' | 'changes'> {
  /** Counts a tolerated mistake of that client. */
  readonly tolerated: (mistake: Mistake, client: string) => void;
  readonly origins: readonly string[];
  readonly door: Door<Caller, Scope>;
  readonly gate: GateDeps;
  /** The endpoints of /v1. */
  readonly endpoints: readonly Endpoint<Caller, Scope>[];
  readonly rules: TrailRules;
  readonly skills: SkillRooms;
  readonly clock: Clock;
}
