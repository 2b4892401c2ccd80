// Attribute definitions (RFC 7643 7) as data, and builders that apply the defaults of RFC 7643 2.2.

export type AttributeType =
  | 'string'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'dateTime'
  | 'reference'
  | 'binary'
  | 'complex';
type Mutability = 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly';
type Returned = 'always' | 'never' | 'default' | 'request';
type Uniqueness = 'none' | 'server' | 'global';

/** An attribute definition (RFC 7643 7). `subAttributes` is empty unless the type is complex. */
export interface Attribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: Mutability;
  readonly returned: Returned;
  readonly uniqueness: Uniqueness;
  readonly canonicalValues: readonly string[];
  readonly referenceTypes: readonly string[];
  readonly subAttributes: readonly Attribute[];
  /** Identity providers send it, but it is neither stored, returned, nor published in /Schemas. */
  readonly inboundOnly: boolean;
}

/** A schema (RFC 7643 7): its URN, its name, and its attributes. */
export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

type Traits = Partial<Omit<Attribute, 'name' | 'type' | 'description'>>;

/** Builds an attribute with the defaults of RFC 7643 2.2. References and binaries are always case-exact. */
export const attribute = (type: AttributeType, name: string, description: string, traits: Traits = {}): Attribute => ({
  name,
  type,
  multiValued: false,
  description,
  required: false,
  caseExact: type === 'reference' || type === 'binary',
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  canonicalValues: [],
  referenceTypes: [],
  subAttributes: [],
  inboundOnly: false,
  ...traits,
});

export const string = (name: string, description: string, traits?: Traits): Attribute =>
  attribute('string', name, description, traits);

export const boolean = (name: string, description: string, traits?: Traits): Attribute =>
  attribute('boolean', name, description, traits);

export const complex = (
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  traits: Traits = {},
): Attribute => attribute('complex', name, description, { subAttributes, ...traits });

/** A multi-valued complex attribute: `value` plus the sub-attributes of RFC 7643 2.4. */
export function plural(name: string, description: string, value: Attribute, types: readonly string[] = []): Attribute {
  const subAttributes = [
    value,
    string('display', 'A human-readable name, for display only.'),
    string('type', 'A label that says what the value is for.', { canonicalValues: types }),
    boolean('primary', 'True for the preferred value; at most one value of the attribute is primary.'),
  ];
  return complex(name, description, subAttributes, { multiValued: true });
}
