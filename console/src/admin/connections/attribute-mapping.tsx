// The attributes that become the name, the address and the manager of people, with a preview of a change.
import { Button, TextInput } from '@mantine/core';
import { type Connection, changeConnection } from '../../api/connections.ts';
import { EditedForm, useChanging } from '../../parts/forms/edited-form.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { t } from '../../parts/texts/t.ts';
import { RehearsalResult, useRehearsal } from '../rehearsal/rehearsal-result.tsx';

type Mapping = Connection['mapping'];

export function AttributeMapping({ connection }: { readonly connection: Connection }) {
  const rehearsal = useRehearsal(connection.id);
  return (
    <>
      <Section
        title={t('Name, address and manager')}
        hint={t(
          'Choose other attributes if the identity provider sends these values elsewhere. A change takes effect for each person with the next request about them.',
        )}
      >
        <MappingForm key={connection.id} connection={connection} rehearsal={rehearsal} />
      </Section>
      {rehearsal.hasBegun && <RehearsalResult connection={connection} rehearsal={rehearsal} />}
    </>
  );
}

const FIELDS = [
  {
    name: 'name',
    label: t('Attribute for the name'),
    otherwise: t('If empty: displayName, or else name.formatted, first and last name, or userName.'),
  },
  {
    name: 'address',
    label: t('Attribute for the email address'),
    otherwise: t('If empty: the primary or first of emails, or else userName.'),
  },
  {
    name: 'manager',
    label: t('Attribute for the manager'),
    otherwise: t('If empty: manager.value of the enterprise extension.'),
  },
] as const;

interface FormProps {
  readonly connection: Connection;
  readonly rehearsal: ReturnType<typeof useRehearsal>;
}

function MappingForm({ connection, rehearsal }: FormProps) {
  const form = useChanging(
    { mapping: connection.mapping },
    {
      names: FIELDS.map(({ name }) => `mapping.${name}`),
      save: ({ value, seen }) => changeConnection(connection.id, { mapping: trimmed(value.mapping), seen }),
      refresh: [['connections'], ['members']],
    },
  );
  const { value, set, errors, isDirty, isSaving } = form;
  const { mapping } = value;
  return (
    <EditedForm
      form={form}
      what={t('the choice of attributes')}
      labels={{ mapping: t('The choice of attributes') }}
      shown={{ mapping: describedAs }}
      buttons={
        <>
          <Button type="submit" disabled={!isDirty} loading={isSaving}>
            {t('Save choice')}
          </Button>
          <Button
            variant="default"
            loading={rehearsal.isRunning}
            onClick={() => rehearsal.run({ everyone: true, mapping: trimmed(mapping) })}
          >
            {t('Preview')}
          </Button>
        </>
      }
    >
      {FIELDS.map(({ name, label, otherwise }) => (
        <TextInput
          key={name}
          label={label}
          description={otherwise}
          maxLength={300}
          maw={520}
          autoCapitalize="off"
          spellCheck={false}
          value={mapping[name] ?? ''}
          onChange={({ currentTarget }) => set({ mapping: { ...mapping, [name]: currentTarget.value || null } })}
          {...errors.field(`mapping.${name}`)}
        />
      ))}
    </EditedForm>
  );
}

const trimmed = ({ name, address, manager }: Mapping): Mapping => ({
  name: name?.trim() || null,
  address: address?.trim() || null,
  manager: manager?.trim() || null,
});

const describedAs = (mapping: Mapping): string =>
  FIELDS.map(({ name, label }) => t('{label}: {path}', { label, path: mapping[name] ?? t('empty') })).join('; ');
