// Adds a person by hand. They take a seat and are managed in the service.
import { TextInput } from '@mantine/core';
import { addMember, type GrantableRole } from '../../api/directory.ts';
import { MakingDialog, useMaking } from '../../parts/dialogs/making-dialog.tsx';
import { t } from '../../parts/texts/t.ts';
import { RolesField } from './roles.tsx';

const EMPTY = { email: '', name: '', roles: [] as GrantableRole[] };

export function AddMember({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const making = useMaking(EMPTY, {
    make: ({ email, name, roles }) => addMember({ email: email.trim(), name: name.trim(), roles }),
    names: ['email', 'name'],
    slugs: { conflict: 'email' },
    refresh: [['members'], ['workspace'], ['invitations']],
    close,
    done: (added) =>
      'user_id' in added
        ? t('{added} is a member. You can create a sign-in link on their page.', { added: added.name })
        : t(
            '{added} is invited. The account also belongs to others, so only the person can accept. Send them the link under "Invited".',
            { added: added.email },
          ),
  });
  const { fields, set } = making;
  return (
    <MakingDialog making={making} opened={opened} title={t('Add a person')} button={t('Add person')}>
      <TextInput label={t('Name')} required {...making.text('name')} />
      <TextInput label={t('E-mail address')} type="email" required {...making.text('email')} />
      <RolesField label={t('Roles')} value={fields.roles} onChange={(roles) => set({ roles })} />
    </MakingDialog>
  );
}
