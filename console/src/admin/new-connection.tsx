// Connecting an identity provider, step by step: which one, the connection, what to paste where.
import { Button, Group, Select, Stack, Stepper, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { createConnection, type TokenExpiry } from '../api/connections.ts';
import { CopyField, ShownOnce } from '../parts/copy-field.tsx';
import { PROVIDER_GUIDES, type ProviderGuide } from './provider-guides.ts';
import { SecretModal } from './secret-modal.tsx';
import { EXPIRIES } from './token-expiries.ts';

export function NewConnection({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const navigate = useNavigate();
  const [guideId, setGuideId] = useState('okta');
  const [name, setName] = useState('Okta');
  const [expires, setExpires] = useState<TokenExpiry>('1y');
  const guide = PROVIDER_GUIDES.find(({ id }) => id === guideId) ?? PROVIDER_GUIDES[0];
  const creating = useChange(() => createConnection(name.trim(), expires), { refresh: [['connections']] });
  const made = creating.data;
  const leave = (): void => {
    close();
    if (made !== undefined) void navigate({ to: `/admin/connections/${made.connection_id}` });
    creating.reset();
  };
  if (guide === undefined) return null;
  return (
    <SecretModal making={creating} opened={opened} onClose={leave} size="lg" title="Connect an identity provider">
      <Stepper active={made === undefined ? 0 : 1} size="sm" allowNextStepsSelect={false}>
        <Stepper.Step label="The connection">
          <form
            onSubmit={(event) => {
              event.preventDefault();
              creating.mutate(undefined);
            }}
          >
            <Stack mt="md">
              <Select
                label="Identity provider"
                allowDeselect={false}
                value={guideId}
                onChange={(id) => {
                  const chosen = PROVIDER_GUIDES.find((known) => known.id === id);
                  if (chosen === undefined) return;
                  setGuideId(chosen.id);
                  setName(chosen.id === 'other' ? '' : chosen.name);
                }}
                data={PROVIDER_GUIDES.map(({ id, name: label }) => ({ value: id, label }))}
              />
              <TextInput
                label="Name of the connection"
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
              <Group justify="flex-end">
                <Button type="submit" loading={creating.isPending} disabled={name.trim() === ''}>
                  Make the connection
                </Button>
              </Group>
            </Stack>
          </form>
        </Stepper.Step>
        <Stepper.Step label={`In ${guide.name}`}>
          {made !== undefined && (
            <Stack mt="md">
              <CopyField label="Base URL" value={made.base_url} />
              <ShownOnce label="Token" secret={made.token} />
              <Steps guide={guide} />
              <Group justify="flex-end">
                <Button onClick={leave}>I have copied both</Button>
              </Group>
            </Stack>
          )}
        </Stepper.Step>
      </Stepper>
    </SecretModal>
  );
}

export function Steps({ guide }: { readonly guide: ProviderGuide }) {
  return (
    <Stack gap={6} component="ol" pl="lg" m={0}>
      {guide.steps.map((step) => (
        <Text component="li" key={step} size="sm">
          {step}
        </Text>
      ))}
    </Stack>
  );
}
