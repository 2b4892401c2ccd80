// A reminder on every page for people who signed in with a link and have no password. Shown until they set one or,
// unless they own the workspace or run the service, dismiss it for this session.
import { Alert, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useRouterState } from '@tanstack/react-router';
import { isOwner, useSession } from '../api/session.ts';
import { PageAnchor } from '../parts/page/links.tsx';
import { rich } from '../parts/texts/rich.ts';
import { t } from '../parts/texts/t.ts';

export function PasswordReminder() {
  const person = useSession();
  const { session, sign_in } = person;
  // An Owner or operator without a password could come back only with a link that someone makes on the server.
  const isNeeded = isOwner(person) || person.is_operator;
  const [putOff, setPutOff] = useLocalStorage({
    key: 'cairn.password.put-off',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const isPutOff = putOff === session.id;
  const isThere = useRouterState({ select: ({ location }) => location.pathname === '/account' });
  const { method, has_password, can_set_password, sso_enabled } = sign_in;
  if ((isPutOff && !isNeeded) || isThere || method !== 'link' || has_password || !can_set_password || sso_enabled)
    return null;
  return (
    <Alert
      className="no-print"
      color="yellow"
      variant="light"
      mb="md"
      py={8}
      role="note"
      withCloseButton={!isNeeded}
      closeButtonLabel={t('Not now')}
      onClose={() => setPutOff(session.id)}
    >
      <Text size="sm">
        {rich('Your link worked once. <a>Set a password</a>, so that you can come back.', {
          a: (text) => (
            <PageAnchor to="/account" size="sm">
              {text}
            </PageAnchor>
          ),
        })}
      </Text>
    </Alert>
  );
}
