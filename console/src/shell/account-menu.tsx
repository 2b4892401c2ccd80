// The account menu: the signed-in person, color scheme, workspaces, sign-out.
import { UnstyledButton } from '@mantine/core';
import type { Session } from '../api/session.ts';
import { LateMenu } from '../parts/dialogs/late-menu.tsx';
import { late } from '../parts/page/late.tsx';
import { initialsOf, PersonAvatar } from '../parts/page/person-avatar.tsx';
import { t } from '../parts/texts/t.ts';

const items = () => import('./account-items.tsx');
const AccountItems = late(() => items().then((file) => file.AccountItems));

export function AccountMenu({ session }: { readonly session: Session }) {
  const name = session.person.name || session.person.email || t('You');
  return (
    <LateMenu
      preload={items}
      button={
        <UnstyledButton aria-label={t('{initials}, account of {name}', { initials: initialsOf(name), name })}>
          <PersonAvatar id={session.person.id} name={name} size={34} />
        </UnstyledButton>
      }
      menu={(parts) => <AccountItems session={session} name={name} {...parts} />}
    />
  );
}
