// What RFC 7643 7 says about one attribute, as data, and small builders that fill in its defaults (RFC 7643 2.2).

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

/** One attribute definition (RFC 7643 7). `subAttributes` is empty unless the type is complex. */
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
  /** Identity providers send it, nothing keeps or answers it: understood, and not published in /Schemas. */
  readonly inboundOnly: boolean;
}

/** A schema (RFC 7643 7): its URN, its name and the attributes that it adds. */
export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

type Traits = Partial<Omit<Attribute, 'name' | 'type' | 'description'>>;

/** An attribute of that type with the defaults of RFC 7643 2.2; references and binaries are always case-exact. */
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

/** A multi-valued complex attribute with the sub-attributes of RFC 7643 2.4 around the given `value`. */
export function plural(name: string, description: string, value: Attribute, types: readonly string[] = []): Attribute {
  const subAttributes = [
    value,
    string('display', 'A human-readable name, for display only.'),
    string('type', 'A label that says what the value is for.', { canonicalValues: types }),
    boolean('primary', 'True for the preferred value; at most one value of the attribute is primary.'),
  ];
  return complex(name, description, subAttributes, { multiValued: true });
}
