// Parts of SQL/JSON paths for filter-sql.ts.
import type { AttributeTarget } from '@cairn/scim-protocol/attribute-path';

/** Matches anything that is neither null nor an empty text, at any depth. */
export const FILLED = '.** ? (@.type() != "object" && @.type() != "null" && (@.type() != "string" || @ != ""))';

/** RFC 7643 2.5: null means "no value". It occurs only in attributes outside the schemas. */
export const NOT_NULL = ' ? (@ != null)';

/** Only objects have sub-attributes. Other values occur only in attributes outside the schemas. */
export const OBJECTS = ' ? (@.type() == "object")';

/** Elements that are their own value. They occur only in attributes outside the schemas. */
export const SIMPLE = ' ? (@.type() != "object" && @ != null)';

/** Returns a function that builds an SQL/JSON path step to a member. */
export const stepIn = ({ isOwn }: AttributeTarget): ((name: string) => string) =>
  isOwn ? memberInAnyCase : memberOfSchema;

const memberOfSchema = (name: string): string => `.${JSON.stringify(name)}`;

/** A step to a customer-defined member, ignoring case. */
function memberInAnyCase(name: string): string {
  const literal = name.replaceAll(/[^A-Za-z0-9:_-]/g, (character) => `\\${character}`);
  return `${OBJECTS}.keyvalue() ? (@.key like_regex ${JSON.stringify(`^${literal}$`)} flag "i").value`;
}
