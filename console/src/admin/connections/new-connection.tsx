// Connects an identity provider: the provider, the connection, and the two values to paste. The instructions and
// progress are on the connection's own page.
import '@mantine/core/styles/Radio.css';
import '@mantine/core/styles/RadioCard.css';
import '@mantine/core/styles/RadioIndicator.css';
import './new-connection.css';
import { Radio, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { isBlank } from '../../../../src/base/text.ts';
import { createConnection, type TokenExpiry } from '../../api/connections.ts';
import { MakingDialog, useMaking } from '../../parts/dialogs/making-dialog.tsx';
import { BrandMark } from '../../parts/page/brand-mark.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';
import { ShownOnce } from '../../parts/secrets/shown-once.tsx';
import { t } from '../../parts/texts/t.ts';
import { calledInSentence, guideOf, PROVIDER_GUIDES, type Provider } from './provider-guides.ts';
import { EXPIRIES } from './token-expiries.ts';

const EMPTY = { provider: 'okta' as Provider, name: 'Okta', expires: '1y' as TokenExpiry };

export function NewConnection({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const navigate = useNavigate();
  const show = (id: string): void =>
    void navigate({ to: '/admin/connections/$connectionId', params: { connectionId: id }, search: { tab: 'setup' } });
  const making = useMaking(EMPTY, {
    make: async ({ name, provider, expires }) => ({
      ...(await createConnection({ name: name.trim(), provider, expires })),
      guide: guideOf(provider),
    }),
    names: ['name'],
    slugs: { conflict: 'name' },
    refresh: [['connections']],
    close,
    after: ({ connection_id }) => show(connection_id),
    leadToUnseen: show,
  });
  const { fields, set } = making;
  return (
    <MakingDialog
      making={making}
      opened={opened}
      title={t('Connect an identity provider')}
      size="lg"
      button={t('Make the connection')}
      isReady={!isBlank(fields.name)}
      shown={(made) => <Made {...made} />}
      taken={t('I have copied both')}
    >
      <Providers
        chosen={fields.provider}
        choose={(provider) => set({ provider, name: provider === 'other' ? '' : (guideOf(provider)?.name ?? '') })}
      />
      <TextInput
        label={t('Name of the connection')}
        description={t('The name in lists and in the audit log. You can change it later.')}
        required
        {...making.text('name')}
      />
      <Select
        label={t('The token expires')}
        description={t('Cannot be changed later. You will be warned 30 days before.')}
        allowDeselect={false}
        value={fields.expires}
        onChange={(expires) => set({ expires: expires ?? '1y' })}
        data={EXPIRIES}
      />
    </MakingDialog>
  );
}

interface MadeProps {
  readonly base_url: string;
  readonly token: string;
  readonly guide: ReturnType<typeof guideOf>;
}

function Made({ base_url, token, guide }: MadeProps) {
  return (
    <>
      <CopyField label={guide?.fields.baseUrl ?? t('Base URL')} value={base_url} />
      <ShownOnce label={t('Token')} secret={token} />
      <Text size="sm">
        {t('Next: the steps in {provider}. Lights turn green as things arrive.', {
          provider: guide && calledInSentence(guide),
        })}
      </Text>
    </>
  );
}

interface ProvidersProps {
  readonly chosen: Provider;
  readonly choose: (provider: Provider) => void;
}

function Providers({ chosen, choose }: ProvidersProps) {
  return (
    <Radio.Group label={t('Identity provider')} value={chosen} onChange={(id) => choose(guideOf(id)?.id ?? 'other')}>
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
