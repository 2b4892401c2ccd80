// Connects a program without a browser: the person types the code that it shows, sees which program asks, and decides.
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type AppScope, answerDevice, type DeviceRequest, findDevice } from '../api/apps.ts';
import { useChange } from '../api/change.ts';
import { problemOf } from '../api/problem.ts';
import { Page } from '../parts/page/page.tsx';
import { Instant } from '../parts/texts/instant.tsx';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';
import { AppAnswer, AppQuestion } from './question.tsx';

export function DevicePage() {
  const device = useDevice();
  if (device.answer !== undefined) {
    return (
      <Page title={t('Connect a device')} width="question">
        <AppAnswer allowed={device.answer === 'allowed'} onward={t('at your device')} asker="device" />
      </Page>
    );
  }
  return (
    <Page
      title={t('Connect a device')}
      lead={device.request === undefined ? leadOf(device) : undefined}
      width="question"
    >
      <Step device={device} />
    </Page>
  );
}

function Step({ device }: { readonly device: Device }) {
  if (device.request !== undefined) return <Asked device={device} request={device.request} />;
  return device.offered === '' ? <CodeForm device={device} /> : <Compare device={device} />;
}

type Device = ReturnType<typeof useDevice>;

const leadOf = ({ offered }: Device): string =>
  offered === '' ? t('Enter the code that your device or terminal shows.') : t('Look at your device or terminal.');

/** The three steps: the code, the request, and the decision. */
function useDevice() {
  const [code, write] = useState('');
  const [offered, offer] = useState(codeInAddress);
  const finding = useChange(findDevice, { handled: ['not-found', 'validation', 'rate-limited'] });
  const answering = useChange(async ({ allow, scopes }: { allow: boolean; scopes: AppScope[] }) => {
    await answerDevice(code, allow, scopes);
    return allow ? 'allowed' : 'refused';
  });
  return {
    code,
    write,
    find: () => finding.mutate(code),
    /** The code in the URL, until the person has compared it or chosen to type one. Empty without a code. */
    offered,
    confirmOffered: () => {
      write(offered);
      offer('');
      finding.mutate(offered);
    },
    declineOffered: () => offer(''),
    isFinding: finding.isPending,
    refusal: finding.error,
    /** Undefined until the code was found. */
    request: finding.data,
    decide: (allow: boolean, scopes: AppScope[]) => answering.mutate({ allow, scopes }),
    isDeciding: answering.isPending,
    /** Undefined until the person has decided. */
    answer: answering.data,
  };
}

/**
 * The code from `?user_code=…`, or nothing. Anyone can send such a link, so the person first compares the code with
 * the one on the device (RFC 8628, sections 3.3.1 and 5.4).
 */
function codeInAddress(): string {
  const sent = (new URLSearchParams(window.location.search).get('user_code') ?? '').toUpperCase();
  return /^[A-Z]{4}-?[A-Z]{4}$/.test(sent) ? sent : '';
}

function Compare({ device }: { readonly device: Device }) {
  return (
    <Stack className="card" p="lg" gap="md" maw={520}>
      <Text>{t('Does a device in your hands, or your terminal, show exactly this code?')}</Text>
      <Text fz={28} fw={650} ff="monospace" ta="center">
        {device.offered}
      </Text>
      <Text size="sm" c="dimmed">
        {t('If someone sent you the link to this page, stop here. They would get access to your account.')}
      </Text>
      <Group>
        <Button onClick={device.confirmOffered}>{t('Yes, the codes match')}</Button>
        <Button variant="default" onClick={device.declineOffered}>
          {t('Type in another code')}
        </Button>
      </Group>
    </Stack>
  );
}

function CodeForm({ device }: { readonly device: Device }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        device.find();
      }}
    >
      <Stack className="card" p="lg" maw={420}>
        {device.refusal !== null && (
          <Alert color="red" variant="light" role="alert">
            {problemOf(device.refusal).message}
          </Alert>
        )}
        <TextInput
          label={t('Code')}
          required
          autoComplete="off"
          spellCheck={false}
          placeholder={t('BCDF-GHJK')}
          value={device.code}
          error={device.refusal !== null}
          onChange={(event) => device.write(event.currentTarget.value.toUpperCase())}
        />
        <Button type="submit" loading={device.isFinding}>
          {t('Go on')}
        </Button>
      </Stack>
    </form>
  );
}

interface AskedProps {
  readonly device: Device;
  readonly request: DeviceRequest;
}

/** Focuses the text instead of a button, so that another Enter does not allow anything. */
function Asked({ device, request }: AskedProps) {
  return (
    <Stack>
      <Text ref={focused} tabIndex={-1} style={{ outline: 'none' }}>
        {rich('Your device shows <b>{code}</b>. If it shows another code, refuse.', { code: device.code })}
      </Text>
      <Text size="sm">
        {rich('The program below asked for this code {when} from the address <b>{address}</b>.', {
          when: <Instant at={request.asked_at} />,
          address: request.address,
        })}
      </Text>
      {!request.is_own_address && (
        <Alert color="yellow" variant="light" role="alert">
          {t("That is not the address you are using now. If you didn't start this yourself, refuse.")}
        </Alert>
      )}
      <AppQuestion request={request} way="device" busy={device.isDeciding} answer={device.decide} />
    </Stack>
  );
}

const focused = (text: HTMLElement | null): void => text?.focus();
