// Adds a person by hand. They take a seat and are managed in the service.
import { TextInput } from '@mantine/core';
import { addMember, type GrantableRole } from '../../api/directory.ts';
import { MakingDialog, useMaking } from '../../parts/dialogs/making-dialog.tsx';
import { RolesField } from './roles.tsx';

const NOBODY = { email: '', name: '', roles: [] as GrantableRole[] };

export function AddMember({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const making = useMaking(NOBODY, {
    make: ({ email, name, roles }) => addMember({ email: email.trim(), name: name.trim(), roles }),
    names: ['email', 'name'],
    slugs: { conflict: 'email' },
    refresh: [['members'], ['workspace'], ['invitations']],
    close,
    done: (added) =>
      'user_id' in added
        ? `${added.name} is a member. Make a sign-in link on the person's page.`
        : `${added.email} is invited. The account belongs to others too, so only the person accepts: send the link that stands under "Invited".`,
  });
  const { fields, set, errors } = making;
  return (
    <MakingDialog making={making} opened={opened} title="Add a person" button="Add person">
      <TextInput
        {...errors.field('name')}
        label="Name"
        required
        value={fields.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        {...errors.field('email')}
        label="E-mail address"
        type="email"
        required
        value={fields.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <RolesField label="Roles" value={fields.roles} onChange={(roles) => set({ roles })} />
    </MakingDialog>
  );
}
