// Single sign-on with OpenID Connect: setup, test before saving, and removal. The Owner can always sign in another way.
import { Alert, Button, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { useSession } from '../../api/session.ts';
import {
  removeSingleSignOn,
  type SingleSignOn as Stored,
  saveSingleSignOn,
  singleSignOn,
  testSingleSignOn,
} from '../../api/workspace.ts';
import { Confirm } from '../../parts/dialogs/confirm.tsx';
import { EditedForm, useChanging } from '../../parts/forms/edited-form.tsx';
import { releaseWork } from '../../parts/forms/held-work.ts';
import { isSame } from '../../parts/forms/same.ts';
import { Section } from '../../parts/forms/section.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';
import { t } from '../../parts/texts/t.ts';
import { SingleSignOnChecks } from './single-sign-on-checks.tsx';

const REFRESH = [singleSignOn.queryKey];

export function SingleSignOn() {
  const { data } = useSuspenseQuery(singleSignOn);
  return (
    <Section
      title={t('Single sign-on')}
      hint={t('OpenID Connect signs people in, and directory sync provisions them. Each works without the other.')}
    >
      <SettingsForm data={data} />
    </Section>
  );
}

function SettingsForm({ data: { settings, redirect_uri, logout_url } }: { readonly data: Stored }) {
  const { form, secret, client, isReady } = useSettings(settings);
  const testing = useChange(testSingleSignOn, { onProblem: form.errors.onProblem });
  return (
    <EditedForm
      form={form}
      what={t('the settings of single sign-on')}
      isDirty={form.isDirty || secret.value !== ''}
      labels={LABELS}
      shown={SHOWN}
      gap="md"
      buttons={
        <>
          <Button type="submit" disabled={!isReady} loading={form.isSaving}>
            {t('Save')}
          </Button>
          <Button
            variant="default"
            disabled={!isReady}
            loading={testing.isPending}
            onClick={() => {
              form.errors.clear();
              testing.mutate(client);
            }}
          >
            {t('Test it')}
          </Button>
          {settings !== null && <Removal after={form.reset} />}
        </>
      }
    >
      <CopyField label={t('Redirect URI')} value={redirect_uri} />
      <CopyField label={t('Logout endpoint URL')} value={logout_url} />
      <Application form={form} secret={secret} />
      <Policy form={form} wasRequired={settings?.required === true} />
      {testing.data !== undefined && isSame(testing.variables, client) && <SingleSignOnChecks result={testing.data} />}
    </EditedForm>
  );
}

/** The settings, and a new secret. The stored secret is never shown, so it cannot be compared. */
function useSettings(settings: Stored['settings']) {
  const stays = useStays();
  const [secret, setSecret] = useState('');
  const form = useChanging(
    {
      issuer: settings?.issuer ?? '',
      client_id: settings?.client_id ?? '',
      is_public: settings !== null && !settings.has_secret,
      enabled: settings?.enabled ?? false,
      required: settings?.required ?? false,
    },
    {
      names: ['issuer', 'client_id', 'client_secret'],
      save: async ({ value }) => {
        const { enabled, required } = value;
        const seen = { updated_at: settings?.updated_at ?? null };
        await saveSingleSignOn({ ...clientOf(value, secret), enabled, required: enabled && required, seen });
        if (enabled && required && settings?.required !== true && !stays) return leave();
        setSecret((now) => (now === secret ? '' : now));
      },
      refresh: REFRESH,
    },
  );
  const type = (typed: string): void => {
    form.errors.clear();
    setSecret(typed);
  };
  const client = clientOf(form.value, secret);
  const isStored = settings?.has_secret === true;
  const hasSecret = form.value.is_public || secret !== '' || isStored;
  return {
    form,
    secret: { value: secret, type, isStored },
    client,
    isReady: client.issuer !== '' && client.client_id !== '' && hasSecret,
  };
}

interface Typed {
  readonly issuer: string;
  readonly client_id: string;
  readonly is_public: boolean;
}

/** The client settings to send. An absent secret keeps the stored one; null removes it. */
const clientOf = ({ issuer, client_id, is_public }: Typed, secret: string) => ({
  issuer: issuer.trim(),
  client_id: client_id.trim(),
  ...(is_public ? { client_secret: null } : secret !== '' && { client_secret: secret }),
});

type Settings = ReturnType<typeof useSettings>;

/** The client at the provider, and how it authenticates. */
function Application({ form: { value, set, text, errors }, secret }: Pick<Settings, 'form' | 'secret'>) {
  return (
    <>
      <TextInput label={t('Issuer')} placeholder={t('https://acme.okta.com')} {...text('issuer')} />
      <TextInput label={t('Client id')} {...text('client_id')} />
      <Switch
        label={t('The application has no secret')}
        description={t('A public client authenticates only with PKCE. Most applications have a secret.')}
        checked={value.is_public}
        onChange={(event) => set({ is_public: event.currentTarget.checked })}
      />
      <PasswordInput
        {...errors.field('client_secret')}
        label={t('Client secret')}
        description={
          secret.isStored ? t('A secret is stored. Leave this empty to keep it.') : t('The provider shows it once.')
        }
        disabled={value.is_public}
        autoComplete="off"
        value={secret.value}
        onChange={(event) => secret.type(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('Show the secret') }}
      />
    </>
  );
}

/** The people who sign in with it. */
function Policy({ form: { value, set }, wasRequired }: Pick<Settings, 'form'> & { readonly wasRequired: boolean }) {
  return (
    <>
      <Switch
        label={t('Enabled')}
        checked={value.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
      <Switch
        label={t('Required')}
        description={t('Only the Owner can sign in to the workspace another way.')}
        disabled={!value.enabled}
        checked={value.enabled && value.required}
        onChange={(event) => set({ required: event.currentTarget.checked })}
      />
      {value.enabled && value.required && !wasRequired && <EndsOthers />}
    </>
  );
}

/** True if the session continues when single sign-on becomes required. */
function useStays(): boolean {
  const { roles, sign_in } = useSession();
  return sign_in.method === 'sso' || roles.includes('owner');
}

/** Goes to the sign-in page, since saving ended the session. Never resolves, so nothing is refetched on the way. */
function leave(): Promise<never> {
  releaseWork();
  window.location.assign('/sign-in?error=sso-required');
  return new Promise(() => undefined);
}

/** Lists what will end when the settings are saved. Shown before saving. */
function EndsOthers() {
  const stays = useStays();
  return (
    <Alert color="yellow" variant="light" role="status">
      {t(
        'Saving signs out everyone who did not use single sign-on, except the Owner. It also disconnects command lines and apps.',
      )}{' '}
      {!stays && <b>{t("You'll be signed out too.")}</b>}
    </Alert>
  );
}

function Removal({ after }: { readonly after: () => void }) {
  const removing = useChange(removeSingleSignOn, { refresh: REFRESH, done: t('Single sign-on was removed.'), after });
  return (
    <Confirm
      label={t('Undo single sign-on')}
      title={t('Undo single sign-on?')}
      confirm={t('Undo it')}
      onConfirm={() => removing.mutateAsync(undefined)}
    >
      {t(
        'This removes the settings and every link to a person at the provider. No one is signed out. From then on, people sign in with a password or a link.',
      )}
    </Confirm>
  );
}

const LABELS = {
  issuer: t('The issuer'),
  client_id: t('The client id'),
  is_public: t('An application without a secret'),
  enabled: t('Single sign-on'),
  required: t('Required'),
} as const;
const yesOrNo = (is: boolean): string => (is ? t('yes') : t('no'));
const SHOWN = { enabled: (is: boolean): string => (is ? t('on') : t('off')), required: yesOrNo, is_public: yesOrNo };
