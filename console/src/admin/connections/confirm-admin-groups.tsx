// Whether a group with the role Admin keeps it when directory sync takes the group over.
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { changeWorkspace, workspace } from '../../api/workspace.ts';
import { busy } from '../../parts/forms/busy.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';

export function ConfirmAdminGroups() {
  const team = useQuery(workspace);
  const saving = useChange(changeWorkspace, { done: t('Saved.'), refresh: [['workspace']] });
  return (
    <Section
      title={t('Groups of admins')}
      hint={t(
        'A pushed group takes over the group of the same name, with its roles. Its members become those of the identity provider.',
      )}
    >
      <Answered of={team} rows={1}>
        {({ confirm_admin_groups }) => (
          <Switch
            label={t('Ask an admin before such a group brings the role Admin')}
            description={t(
              'Until then, no one has the role through the group. The page of the group shows that it waits.',
            )}
            checked={confirm_admin_groups}
            {...busy(saving.isPending)}
            onChange={(event) => saving.mutate({ confirm_admin_groups: event.currentTarget.checked })}
          />
        )}
      </Answered>
    </Section>
  );
}
