// The switch that makes published trails public, and an explanation. Off until an admin turns it on.
import { Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { changeSharing, sharing } from '../../api/skills.ts';
import { busy } from '../../parts/forms/busy.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { CopyField } from '../../parts/secrets/copy-field.tsx';

export function Sharing() {
  const asked = useQuery(sharing);
  const changing = useChange(changeSharing, {
    refresh: [sharing.queryKey],
    done: ({ is_public }) => (is_public ? 'Published trails are public now.' : 'Nothing is public any longer.'),
  });
  return (
    <Section title="Public trails" hint="For skills that customers, partners or anyone may use.">
      <Answered of={asked} rows={2}>
        {({ is_public, address, marketplace }) => (
          <>
            <Switch
              label="Anyone can read the published trails without signing in"
              description={
                'On: everyone on the internet can read every published trail that is not restricted, and AI tools can ' +
                'list and install them. Drafts, restricted trails and examples stay private. If you switch it off again, ' +
                'people keep what they have downloaded.'
              }
              checked={is_public}
              {...busy(changing.isPending)}
              onChange={(event) => changing.mutate(event.currentTarget.checked)}
            />
            {is_public && (
              <>
                <CopyField label="Any tool with Agent Skills" value={`npx skills add ${address}`} />
                <CopyField label="Claude Code" value={`claude plugin marketplace add ${marketplace}`} />
                <Text size="sm" c="dimmed">
                  Changes appear within a minute.
                </Text>
              </>
            )}
          </>
        )}
      </Answered>
    </Section>
  );
}
