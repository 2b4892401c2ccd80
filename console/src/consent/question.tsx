// The question whether an app may act for the person, with its scopes in plain words. Used for browsers and devices.
import '@mantine/core/styles/Badge.css';
import { Alert, Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AppScope, ConsentRequest } from '../api/apps.ts';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';

const WORDS: Readonly<Record<AppScope, string>> = {
  'trails:use': t('Find trails for you, read the published ones that you see, and send your feedback'),
  'trails:read': t('Read drafts, versions and who sees a trail'),
  'trails:write': t('Write drafts and decide who sees a trail'),
  'trails:publish': t('Publish trails and take them back'),
};

/** Part of every consent. */
const FIXED = 'trails:use';

export const wordsOf = (scopes: readonly AppScope[]): string => scopes.map((scope) => WORDS[scope]).join(' · ');

interface QuestionProps {
  readonly request: ConsentRequest;
  /** How the request came in: the app redirected the browser, or the person typed a device code. */
  readonly way: 'browser' | 'device';
  readonly busy: boolean;
  readonly answer: (allow: boolean, scopes: AppScope[]) => void;
}

export function AppQuestion({ request, way, busy, answer }: QuestionProps) {
  const { offered, blocked, workspace } = request;
  const [ticked, setTicked] = useState<readonly AppScope[]>([]);
  const chosen = offered.filter((scope) => scope === FIXED || ticked.includes(scope));
  const toggle = (scope: AppScope): void =>
    setTicked(ticked.includes(scope) ? ticked.filter((other) => other !== scope) : [...ticked, scope]);
  return (
    <Stack className="card" p="lg" gap="md">
      <WhoAsks request={request} way={way} />
      <Text>
        {offered.includes(FIXED) || offered.length === 0
          ? rich('It will act as you in <b>{workspace}</b>, and may:', {
              workspace: workspace ?? t('the service-wide catalog'),
            })
          : rich('It will act as you in <b>{workspace}</b>.', {
              workspace: workspace ?? t('the service-wide catalog'),
            })}
      </Text>
      {offered.length === 0 && <Text>{t('Use your account as you do here, until you sign it out.')}</Text>}
      {offered.includes(FIXED) && (
        <Checkbox checked readOnly disabled label={WORDS[FIXED]} styles={{ label: { color: 'inherit' } }} />
      )}
      <Choices request={request} ticked={ticked} toggle={toggle} />
      {blocked !== null && (
        <Alert color="yellow" variant="light" role="alert">
          {blocked}
        </Alert>
      )}
      <Group>
        <Button
          loading={busy}
          disabled={blocked !== null || (offered.length > 0 && chosen.length === 0)}
          onClick={() => answer(true, chosen)}
        >
          {t('Allow')}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => answer(false, [])}>
          {t('Refuse')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {offered.length === 0
          ? t('You can end it at any time in your account. Access ends automatically when you leave the workspace.')
          : t(
              'You can end it at any time under Connected apps. Access ends automatically when you leave the workspace.',
            )}
      </Text>
    </Stack>
  );
}

interface ChoicesProps {
  readonly request: ConsentRequest;
  readonly ticked: readonly AppScope[];
  readonly toggle: (scope: AppScope) => void;
}

/** The author scopes. None is ticked at first, even if the app asks for all of them. */
function Choices({ request: { offered, scopes, withheld }, ticked, toggle }: ChoicesProps) {
  const choices = offered.filter((scope) => scope !== FIXED);
  if (choices.length === 0) return null;
  return (
    <Checkbox.Group
      label={offered.includes(FIXED) ? t('You can also let it:') : t('Choose what it may do:')}
      value={[...ticked]}
    >
      <Stack gap="xs" mt="xs">
        {choices.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            onChange={() => toggle(scope)}
            label={WORDS[scope]}
            description={describe(scopes.includes(scope), withheld.includes(scope))}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function describe(isAsked: boolean, isWithheld: boolean): string | undefined {
  if (isWithheld) return t('Your roles do not allow this now. It takes effect once an admin allows it.');
  return isAsked ? t('The app asks for this.') : undefined;
}

interface AnswerProps {
  readonly allowed: boolean;
  /** Says where to continue, such as `in the app`. */
  readonly onward: string;
  readonly asker: 'app' | 'device';
}

const REFUSED = {
  app: () => t('Refused. The app will be notified.'),
  device: () => t('Refused. The device will be notified.'),
};

/** Confirms the decision, if the page stays open. */
export function AppAnswer({ allowed, onward, asker }: AnswerProps) {
  return (
    <Alert color={allowed ? 'pine' : 'yellow'} variant="light" role="status">
      {allowed ? t('Done. Go on {onward}.', { onward }) : REFUSED[asker]()}
    </Alert>
  );
}

function WhoAsks({ request: { client }, way }: Pick<QuestionProps, 'request' | 'way'>) {
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text fw={620} size="lg" dir="auto">
          {client.name}
        </Text>
        {client.verified && client.host !== '' && <Badge variant="light">{client.host}</Badge>}
      </Group>
      <Text size="sm" c="dimmed">
        {sentencesOf(client, way).join(' ')}
      </Text>
    </Stack>
  );
}

/** Says which host vouches for the app and where the person continues. Devices are not redirected. */
function sentencesOf(client: ConsentRequest['client'], way: QuestionProps['way']): string[] {
  const vouched = vouchedFor(client);
  if (way === 'device') return [vouched, t('Allow it only if you started this on a device of yours.')];
  const onward = client.redirect_host === '' ? t('a program on this computer') : client.redirect_host;
  const back = t('Afterwards you go back to {onward}.', { onward });
  const isVouchedFor = client.verified && client.host !== '';
  return isVouchedFor ? [vouched, back] : [vouched, back, t('Allow it only if you started this just now.')];
}

/** The ids of the service's own programs are public, so any program can claim to be one (RFC 8252, section 8.6). */
function vouchedFor({ verified, host }: ConsentRequest['client']): string {
  if (!verified) return t('No one vouches for this name: the app chose it itself.');
  return host === ''
    ? t("It claims to be one of this service's own programs.")
    : t('{host} vouches for this app.', { host });
}
