// A person added by hand takes a seat, and is managed in the service.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../api/change.ts';
import { addMember, type GrantableRole } from '../api/directory.ts';
import { RolesField } from './roles.tsx';

export function AddMember({ opened, close }: { readonly opened: boolean; readonly close: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<GrantableRole[]>([]);
  const adding = useChange(addMember, {
    done: (person) => `${person.name} is a member. Make a sign-in link on the person's page.`,
    refresh: [['members'], ['workspace']],
    after: () => {
      setEmail('');
      setName('');
      setRoles([]);
      close();
    },
  });
  return (
    <Modal opened={opened} onClose={close} title="Add a person">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate({ email: email.trim(), name: name.trim(), roles });
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            required
            value={name}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="E-mail address"
            type="email"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <RolesField label="Roles" value={roles} onChange={setRoles} />
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
    </Modal>
  );
}
