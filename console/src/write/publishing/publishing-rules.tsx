// The setting whether publishing in this workspace needs another person's approval.
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { publishingRules, setPublishingRules } from '../../api/publishing.ts';
import { busy } from '../../parts/forms/busy.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';

export function PublishingRules() {
  const rules = useQuery(publishingRules);
  const changing = useChange(setPublishingRules, { refresh: [['trails']], done: 'Saved.' });
  return (
    <Section title="Publishing" hint="Holds in the console, the API, AI tools and for what is scheduled.">
      <Answered of={rules} rows={1}>
        {({ approval_required }) => (
          <Switch
            label="Another person approves before anything is published"
            description="Exactly the revision that goes live. Nobody approves what they saved or asked for; a later save needs another approval. What is live stays live."
            checked={approval_required}
            {...busy(changing.isPending)}
            onChange={(event) => changing.mutate(event.currentTarget.checked)}
          />
        )}
      </Answered>
    </Section>
  );
}
