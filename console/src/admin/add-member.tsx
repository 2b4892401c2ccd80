// A person added by hand takes a seat, and is managed in the service.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { addMember, type GrantableRole } from '../api/directory.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormProblem, useFormErrors } from '../parts/form-errors.tsx';
import { RolesField } from './roles.tsx';

export function AddMember({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<GrantableRole[]>([]);
  const errors = useFormErrors(['email', 'name'], { conflict: 'email' });
  const adding = useChange(addMember, {
    onProblem: errors.onProblem,
    done: (added) =>
      'user_id' in added
        ? `${added.name} is a member. Make a sign-in link on the person's page.`
        : `${added.email} is invited. The account belongs to others too, so only the person accepts: send the link that stands under "Invited".`,
    refresh: [['members'], ['workspace'], ['invitations']],
    after: () => {
      setEmail('');
      setName('');
      setRoles([]);
      close();
    },
  });
  return (
    <Dialog opened={opened} onClose={close} title="Add a person">
      <form
        ref={errors.form}
        onSubmit={(event) => {
          event.preventDefault();
          errors.clear();
          adding.mutate({ email: email.trim(), name: name.trim(), roles });
        }}
      >
        <Stack>
          <TextInput
            {...errors.field('name')}
            label="Name"
            required
            value={name}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            {...errors.field('email')}
            label="E-mail address"
            type="email"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <RolesField label="Roles" value={roles} onChange={setRoles} />
          <FormProblem errors={errors} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={adding.isPending}>
              Add person
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
