// The context of an identity provider's request: a connection of a team, under its base URL.
import { GROUP_TYPE, type ResourceType, USER_TYPE } from '@cairn/scim-protocol/resource-type';
import type { By } from '../audit/audit-log.ts';
import type { Mapping } from './attribute-mapping.ts';
import type { UnshownValue } from './unshown-values.ts';

export interface ScimContext {
  readonly team_id: string;
  readonly connection_id: string;
  /** Absolute URL of the connection, without a trailing slash. Never built from the Host header. */
  readonly base: string;
  /** True to reject anything that RFC 7644 does not allow (Decision 33). */
  readonly strict: boolean;
  readonly by: By;
  /** The type of users with the attributes that the customer declared; absent without any. */
  readonly userType?: ResourceType;
  /** The attributes for name, address and manager; absent for the default ones. */
  readonly mapping?: Mapping;
  /** The time of the request, in milliseconds since the epoch. */
  readonly now: number;
  /**
   * Adds a warning to the provisioning log about something applied only in part or differently than sent, and what the
   * response therefore lacks.
   */
  readonly warn: (sentence: string, unshown?: UnshownValue) => void;
}

/** The type of users for this connection. */
export const userTypeOf = ({ userType = USER_TYPE }: Pick<ScimContext, 'userType'>): ResourceType => userType;

/** The resource type of that name for this connection. */
export const typeIn = (context: Pick<ScimContext, 'userType'>, { name }: Pick<ResourceType, 'name'>): ResourceType =>
  name === 'User' ? userTypeOf(context) : GROUP_TYPE;
