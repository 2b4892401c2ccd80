// Connecting an identity provider: which one, the connection, and the two things to paste. The steps in the provider,
// and what has arrived, stand on the connection's own page.
import '@mantine/core/styles/RadioIndicator.css';
import { Button, Group, Radio, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { createConnection, type TokenExpiry } from '../api/connections.ts';
import { BrandMark } from '../parts/brand-mark.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { Copied, ShownOnce } from '../parts/shown-once.tsx';
import { guideOf, PROVIDER_GUIDES, type Provider } from './provider-guides.ts';
import { SecretModal } from './secret-modal.tsx';
import { EXPIRIES } from './token-expiries.ts';

export function NewConnection({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const navigate = useNavigate();
  const [provider, setProvider] = useState<Provider>('okta');
  const [name, setName] = useState('Okta');
  const [expires, setExpires] = useState<TokenExpiry>('1y');
  const guide = guideOf(provider);
  const errors = useFormErrors(['name'], { conflict: 'name' });
  const creating = useChange(() => createConnection({ name: name.trim(), provider, expires }), {
    onProblem: errors.onProblem,
    refresh: [['connections']],
  });
  const made = creating.data;
  const leave = (): void => {
    close();
    if (made !== undefined)
      void navigate({ to: `/admin/connections/${made.connection_id}`, search: { tab: 'setup' } as never });
    creating.reset();
    errors.clear();
  };
  const choose = (chosen: Provider): void => {
    errors.clear();
    setProvider(chosen);
    setName(chosen === 'other' ? '' : (guideOf(chosen)?.name ?? ''));
  };
  return (
    <SecretModal making={creating} opened={opened} onClose={leave} size="lg" title="Connect an identity provider">
      {made === undefined ? (
        <form
          ref={errors.form}
          onSubmit={(event) => {
            event.preventDefault();
            errors.clear();
            creating.mutate(undefined);
          }}
        >
          <Stack>
            <Providers chosen={provider} choose={choose} />
            <TextInput
              {...errors.field('name')}
              label="Name of the connection"
              description="As it stands in lists and in the audit log. It can be changed."
              required
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Select
              label="The token expires"
              description="Fixed at creation. You are warned 30 days before."
              allowDeselect={false}
              value={expires}
              onChange={(value) => setExpires((value ?? '1y') as TokenExpiry)}
              data={EXPIRIES}
            />
            <FormProblem errors={errors} />
            <Group justify="flex-end">
              <Button type="submit" loading={creating.isPending} disabled={name.trim() === ''}>
                Make the connection
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Copied onLeave={leave} confirm="I have copied both">
          <CopyField label={guide?.fields.baseUrl ?? 'Base URL'} value={made.base_url} />
          <ShownOnce label="Token" secret={made.token} />
          <Text size="sm">Next: the steps in {guide?.name}, with lights that turn green as things arrive.</Text>
        </Copied>
      )}
    </SecretModal>
  );
}

interface ProvidersProps {
  readonly chosen: Provider;
  readonly choose: (provider: Provider) => void;
}

function Providers({ chosen, choose }: ProvidersProps) {
  return (
    <Radio.Group label="Identity provider" value={chosen} onChange={(id) => choose(guideOf(id)?.id ?? 'other')}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs" mt={6}>
        {PROVIDER_GUIDES.map(({ id, name }) => (
          <Radio.Card key={id} value={id} className="provider-tile">
            <BrandMark id={id} name={name} size={24} />
            <Text size="sm" fw={560} mt={6}>
              {name}
            </Text>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}
