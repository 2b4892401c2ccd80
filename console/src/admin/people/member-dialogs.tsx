// The dialogs of the members' page, loaded with the first that is opened: a person by hand, people from a file.
import { useEffect, useState } from 'react';
import { AddMember } from './add-member.tsx';
import { ImportMembers } from './import-members.tsx';

export type MemberDialog = 'add' | 'import';

interface MemberDialogsProps {
  readonly dialog: MemberDialog | undefined;
  readonly close: () => void;
}

export function MemberDialogs({ dialog: asked, close }: MemberDialogsProps) {
  // Closed at first: what had the focus before one opened gets it back.
  const [dialog, show] = useState<MemberDialog>();
  useEffect(() => show(asked), [asked]);
  return (
    <>
      <AddMember opened={dialog === 'add'} close={close} />
      <ImportMembers opened={dialog === 'import'} close={close} />
    </>
  );
}
