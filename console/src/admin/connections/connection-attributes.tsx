// The attributes of users that an admin declares for a connection: name, type, and how values compare.
import { Button, Checkbox, Group, Select, Stack, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type Connection, changeConnection } from '../../api/connections.ts';
import { type Changing, EditedForm, useChanging } from '../../parts/forms/edited-form.tsx';
import type { FormErrors } from '../../parts/forms/form-errors.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { RemoveButton } from '../../parts/lists/remove-button.tsx';
import { listed } from '../../parts/texts/listed.ts';
import { t } from '../../parts/texts/t.ts';
import { AttributeMapping } from './attribute-mapping.tsx';

type Declared = Connection['attributes'][number];
interface Fields {
  readonly attributes: readonly Declared[];
}

/** Also the limit of the service. */
const MAX_ATTRIBUTES = 50;

export function ConnectionAttributes({ connection }: { readonly connection: Connection }) {
  return (
    <Stack gap="lg">
      <AttributeMapping connection={connection} />
      <Section
        title={t('Declared attributes')}
        hint={t(
          'Your own attributes of people, with their types. The identity provider finds them in /Schemas, and misspelled names and wrong types are refused.',
        )}
      >
        <DeclaredForm key={connection.id} connection={connection} />
      </Section>
    </Stack>
  );
}

function DeclaredForm({ connection }: { readonly connection: Connection }) {
  const form = useChanging<Fields>(
    { attributes: connection.attributes },
    {
      names: FIELDS,
      save: ({ value, seen }) =>
        changeConnection(connection.id, {
          attributes: [...value.attributes],
          seen: { attributes: [...(seen.attributes ?? connection.attributes)] },
        }),
      refresh: [['connections']],
    },
  );
  const { value, set } = form;
  const { attributes } = value;
  const add = (): void => set({ attributes: [...attributes, { ...EMPTY, schema: attributes.at(-1)?.schema ?? '' }] });
  return (
    <EditedForm
      form={form}
      what={t('the declared attributes')}
      labels={{ attributes: t('The list of attributes') }}
      shown={{ attributes: (list) => listed(list.map(describedAs)) }}
      buttons={
        <Button type="submit" disabled={!form.isDirty || !attributes.every(isComplete)} loading={form.isSaving}>
          {t('Save attributes')}
        </Button>
      }
    >
      {attributes.length === 0 && (
        <Text size="sm">
          {t('No attributes declared. Everything that the identity provider sends is stored as it is.')}
        </Text>
      )}
      {attributes.map((_, index) => (
        <DeclaredRow key={index} form={form} index={index} />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={attributes.length >= MAX_ATTRIBUTES}
          onClick={add}
        >
          {t('Add an attribute')}
        </Button>
      </Group>
    </EditedForm>
  );
}

interface RowProps {
  readonly form: Changing<Fields>;
  readonly index: number;
}

function DeclaredRow({ form: { value, set, errors }, index }: RowProps) {
  const { attributes } = value;
  const attribute = attributes[index] ?? EMPTY;
  const { schema, name, type } = attribute;
  const change = (part: Partial<Declared>): void =>
    set({ attributes: attributes.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  const field = (part: keyof Declared) => errors.field(fieldOf(index, part));
  return (
    <Group component="fieldset" gap="sm" align="flex-start" p={0} m={0} style={{ border: 0 }}>
      <VisuallyHidden component="legend">{t('Attribute {number}', { number: index + 1 })}</VisuallyHidden>
      <TextInput
        label={t('Schema')}
        placeholder={EXAMPLE.schema}
        required
        maxLength={200}
        flex="3 1 220px"
        value={schema}
        onChange={({ currentTarget }) => change({ schema: currentTarget.value })}
        {...field('schema')}
      />
      <TextInput
        label={t('Name')}
        placeholder={EXAMPLE.name}
        required
        maxLength={64}
        flex="2 1 140px"
        value={name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        {...field('name')}
      />
      <Select
        label={t('Type')}
        allowDeselect={false}
        flex="1 1 120px"
        value={type}
        data={TYPES}
        onChange={(next) => change(typed(attribute, next))}
        {...field('type')}
      />
      <Traits attribute={attribute} change={change} error={field('multi_valued')} />
      <div style={{ paddingTop: 24 }}>
        <RemoveButton
          label={t('Remove the attribute {name}', { name: name || String(index + 1) })}
          remove={async () => set({ attributes: attributes.filter((_, at) => at !== index) })}
        />
      </div>
    </Group>
  );
}

interface TraitsProps {
  readonly attribute: Declared;
  readonly change: (part: Partial<Declared>) => void;
  readonly error: ReturnType<FormErrors['field']>;
}

function Traits({ attribute: { type, multi_valued, case_exact }, change, error }: TraitsProps) {
  return (
    <Stack gap={6} pt={28}>
      <Checkbox
        label={t('Several values')}
        disabled={!LISTABLE.includes(type)}
        checked={multi_valued}
        onChange={({ currentTarget }) => change({ multi_valued: currentTarget.checked })}
        {...error}
      />
      <Checkbox
        label={CASE_EXACT}
        disabled={type !== 'string'}
        checked={case_exact}
        onChange={({ currentTarget }) => change({ case_exact: currentTarget.checked })}
      />
    </Stack>
  );
}

const CASE_EXACT = t('Upper and lower case differ');
const EMPTY: Declared = { schema: '', name: '', type: 'string', multi_valued: false, case_exact: false };

/** Shown in empty fields. */
const EXAMPLE = { schema: 'urn:acme:hr:1.0:User', name: 'costCode' } as const;

const isComplete = ({ schema, name }: Declared): boolean => schema.trim() !== '' && name.trim() !== '';

const fieldOf = (index: number, part: keyof Declared): string => `attributes[${index}].${part}`;

const FIELDS = Array.from({ length: MAX_ATTRIBUTES }, (_, index) =>
  (['schema', 'name', 'type', 'multi_valued'] as const).map((part) => fieldOf(index, part)),
).flat();

const TYPES: { readonly value: Declared['type']; readonly label: string }[] = [
  { value: 'string', label: t('Text') },
  { value: 'boolean', label: t('Yes or no') },
  { value: 'integer', label: t('Whole number') },
  { value: 'decimal', label: t('Number') },
  { value: 'reference', label: t('Reference') },
];

/** As shown to an admin whose change conflicts with that of another one. */
function describedAs({ schema, name, type, multi_valued, case_exact }: Declared): string {
  const label = TYPES.find(({ value }) => value === type)?.label ?? type;
  const traits = [label, ...(multi_valued ? [t('Several values')] : []), ...(case_exact ? [CASE_EXACT] : [])];
  return t('{path} ({traits})', { path: `${schema}:${name}`, traits: traits.join(', ') });
}

/** Numbers and booleans cannot be lists. */
const LISTABLE: readonly Declared['type'][] = ['string', 'reference'];

/** The attribute with another type, and without what that type does not support. */
function typed({ multi_valued, case_exact }: Declared, next: string | null): Partial<Declared> {
  const type = TYPES.find(({ value }) => value === next)?.value ?? 'string';
  return {
    type,
    multi_valued: multi_valued && LISTABLE.includes(type),
    case_exact: case_exact && type === 'string',
  };
}
