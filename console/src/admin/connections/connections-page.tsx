// Directory sync: the identity providers that provision this workspace, and how to connect one.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { connections } from '../../api/connections.ts';
import { useSession } from '../../api/session.ts';
import { Page } from '../../parts/page/page.tsx';
import { Answered, Empty } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { ConfirmAdminGroups } from './confirm-admin-groups.tsx';
import { ConnectionList } from './connection-list.tsx';
import { DeactivationLimits } from './deactivation-limits.tsx';
import { NewConnection } from './new-connection.tsx';

export function ConnectionsPage() {
  const { team } = useSession();
  const list = useQuery(connections);
  const [isNew, creating] = useDisclosure(false);
  if (team?.plan !== 'enterprise')
    return (
      <Page title={t('Directory sync')}>
        <Empty title={t('Directory sync is part of the enterprise plan')}>
          {t(
            'Ask the people who run the service to change the plan of the workspace. Then you can connect your identity provider here.',
          )}
        </Empty>
      </Page>
    );
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
      {t('Connect')}
    </Button>
  );
  return (
    <Page
      title={t('Directory sync')}
      lead={t('Your identity provider creates, changes and deactivates people here, and pushes groups.')}
      actions={list.isPending || list.data?.items.length === 0 ? undefined : create}
    >
      <Answered of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('No identity provider connected')} action={create}>
              {t(
                'You need a base URL and a token. You create both here and paste them into Okta, Entra or another provider.',
              )}
            </Empty>
          ) : (
            <ConnectionList items={items} />
          )
        }
      </Answered>
      <DeactivationLimits />
      <ConfirmAdminGroups />
      <NewConnection opened={isNew} close={creating.close} />
    </Page>
  );
}
