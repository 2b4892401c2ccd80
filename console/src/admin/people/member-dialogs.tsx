// The dialogs of the member page, loaded on first use: add a person, import a file.
import { useClosedAtFirst } from '../../parts/dialogs/dialog.tsx';
import { AddMember } from './add-member.tsx';
import { ImportMembers } from './import-members.tsx';

export type MemberDialog = 'add' | 'import';

interface MemberDialogsProps {
  readonly dialog: MemberDialog | undefined;
  readonly close: () => void;
}

export function MemberDialogs({ dialog: asked, close }: MemberDialogsProps) {
  const dialog = useClosedAtFirst(asked);
  return (
    <>
      <AddMember opened={dialog === 'add'} close={close} />
      <ImportMembers opened={dialog === 'import'} close={close} />
    </>
  );
}
