// Settings of the whole catalog: approval, deletion and images.
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { catalogRules, changeCatalogRules, type CatalogRules as Rules } from '../../api/publishing.ts';
import { isOperating, useSession } from '../../api/session.ts';
import { busy } from '../../parts/forms/busy.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';
import { Approvers } from './approvers.tsx';

type SwitchedRule = Exclude<keyof Rules, 'approver_group_id' | 'plugin_trails' | 'safety' | 'link_domains'>;

const SWITCHES: readonly { readonly rule: SwitchedRule; readonly label: string; readonly description: string }[] = [
  {
    rule: 'approval_required',
    label: t('Another person approves before anything is published'),
    description: t(
      'Another person must approve exactly the revision that goes live, not the one who saved or requested it. Every later save needs another approval. Live versions stay live.',
    ),
  },
  {
    rule: 'publish_to_delete',
    label: t('Only publishers delete live trails'),
    description: t('Without it, every author can. Drafts are not affected.'),
  },
  {
    rule: 'keep_deleted',
    label: t('Keep deleted trails for 30 days'),
    description: t('Admins find them on this page and can restore them. No one else sees them.'),
  },
  {
    rule: 'private_images',
    label: t('Images only for people and programs of the workspace'),
    description: t(
      'An image needs a signed-in browser, an API key or an app that someone connected. Other tools and exported pages no longer show it.',
    ),
  },
];

export function CatalogRules() {
  const rules = useQuery(catalogRules);
  // The service's own catalog has no groups.
  const isOfService = isOperating(useSession());
  const changing = useChange(changeCatalogRules, { refresh: [['trails']], done: t('Saved.') });
  return (
    <Section title={t('Publishing')} hint={t('Applies to the console, the API, AI tools and scheduled changes.')}>
      <Answered of={rules} rows={SWITCHES.length}>
        {(current) => (
          <>
            {SWITCHES.map(({ rule, label, description }) => (
              <Switch
                key={rule}
                label={label}
                description={description}
                checked={current[rule]}
                {...busy(changing.isPending)}
                onChange={(event) => changing.mutate({ [rule]: event.currentTarget.checked })}
              />
            ))}
            {!isOfService && current.approval_required && <Approvers groupId={current.approver_group_id} />}
          </>
        )}
      </Answered>
    </Section>
  );
}
