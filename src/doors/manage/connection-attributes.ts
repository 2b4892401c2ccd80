// The settings of a connection about attributes: those declared, and those for name, address and manager.
import { requireSeen } from '../../base/seen.ts';
import type { Connection } from '../../directory/connections/connection.ts';
import { type AttributeMapping, mappingIn, mappingText } from '../../provisioning/attribute-mapping.ts';
import {
  type DeclaredAttributes,
  declaredIn,
  declaredText,
  userTypeWith,
} from '../../provisioning/declared-attributes.ts';

export interface AttributeSettings {
  readonly attributes?: DeclaredAttributes | undefined;
  readonly mapping?: AttributeMapping | undefined;
}

/** The settings of the connection. */
export const attributeSettings = ({ declared_attributes, attribute_mapping }: Connection) => ({
  attributes: declaredIn(declared_attributes),
  mapping: mappingIn(attribute_mapping),
});

/**
 * The changed settings, as stored. Fails with `validation`, also if the mapping names an attribute that is not
 * declared, and with `conflict` if the locked connection has changed since the caller read it.
 */
export function changedAttributes(found: Connection, input: AttributeSettings, seen: AttributeSettings) {
  const { attributes = declaredIn(found.declared_attributes), mapping = mappingIn(found.attribute_mapping) } = input;
  requireSeen(inOrder(seen), attributeSettings(found));
  if (input.attributes === undefined && input.mapping === undefined) return {};
  const declared_attributes = declaredText(attributes);
  return { declared_attributes, attribute_mapping: mappingText(mapping, userTypeWith(declared_attributes)) };
}

/** Members in the order in which they are stored, because they are compared as texts. */
const inOrder = ({ attributes, mapping }: AttributeSettings) => ({
  ...(attributes && { attributes: declaredIn(declaredText(attributes)) }),
  ...(mapping && { mapping: { name: mapping.name, address: mapping.address, manager: mapping.manager } }),
});
