// The switch that makes published trails public, and an explanation. Off until an admin turns it on.
import { Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { changeSharing, sharing } from '../../api/skills.ts';
import { busy } from '../../parts/forms/busy.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';
import { t } from '../../parts/texts/t.ts';

export function Sharing() {
  const asked = useQuery(sharing);
  const changing = useChange(changeSharing, {
    refresh: [sharing.queryKey],
    done: ({ is_public }) => (is_public ? t('Published trails are public now.') : t('Nothing is public any longer.')),
  });
  return (
    <Section title={t('Public trails')} hint={t('For skills that customers, partners or anyone may use.')}>
      <Answered of={asked} rows={2}>
        {({ is_public, address, marketplace }) => (
          <>
            <Switch
              label={t('Anyone can read the published trails without signing in')}
              description={t(
                'On: everyone on the internet can read every published trail that is not restricted, and AI tools can list and install them. Drafts, restricted trails and examples stay private. If you switch it off again, people keep what they have downloaded.',
              )}
              checked={is_public}
              {...busy(changing.isPending)}
              onChange={(event) => changing.mutate(event.currentTarget.checked)}
            />
            {is_public && (
              <>
                <CopyField label={t('Any tool with Agent Skills')} value={`npx skills add ${address}`} />
                <CopyField label="Claude Code" value={`claude plugin marketplace add ${marketplace}`} />
                <Text size="sm" c="dimmed">
                  {t('Changes appear within a minute.')}
                </Text>
              </>
            )}
          </>
        )}
      </Answered>
    </Section>
  );
}
