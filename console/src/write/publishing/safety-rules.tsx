// A workspace's decisions about safety findings, and the domains that trails may link to.
import { Select, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { type CatalogRules, catalogRules, changeSafety } from '../../api/publishing.ts';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';

type Class = keyof CatalogRules['safety'];
type Decision = CatalogRules['safety'][Class];

const CLASSES: readonly { readonly kind: Class; readonly label: string }[] = [
  { kind: 'secrets', label: t('Keys, tokens and passwords') },
  { kind: 'tag_characters', label: t('Invisible tag characters') },
  { kind: 'personal_data', label: t('Card numbers, bank accounts, phone numbers and email addresses of people') },
  { kind: 'instructions', label: t('Instructions to ignore rules, hide something from people, or send data away') },
  { kind: 'remote_code', label: t('Commands that run code from the network') },
  { kind: 'invisible_characters', label: t('Other invisible characters') },
  { kind: 'html_comments', label: t('HTML comments') },
  { kind: 'outside_links', label: t('Links to other domains than those below') },
  { kind: 'data_uris', label: t('Data URIs') },
];

const DECISIONS: { readonly value: Decision; readonly label: string }[] = [
  { value: 'allow', label: t('Allow') },
  { value: 'warn', label: t('Warn') },
  { value: 'second_person', label: t('Another person must accept it') },
  { value: 'block', label: t('Block publishing') },
];

export function SafetyRules() {
  const rules = useQuery(catalogRules);
  const changing = useChange(changeSafety, { refresh: [['trails']], done: t('Saved.') });
  return (
    <Section
      title={t('Safety check')}
      hint={t('What happens if a trail contains one of these. Saving a draft always works.')}
    >
      <Answered of={rules} rows={CLASSES.length}>
        {({ safety, link_domains }) => (
          <>
            {CLASSES.map(({ kind, label }) => (
              <Select
                key={kind}
                label={label}
                data={DECISIONS}
                value={safety[kind]}
                allowDeselect={false}
                disabled={changing.isPending}
                onChange={(value) => {
                  const decision = DECISIONS.find((one) => one.value === value)?.value;
                  if (decision !== undefined) changing.mutate({ safety: { [kind]: decision } });
                }}
              />
            ))}
            <TagsInput
              label={t('Domains that trails may link to')}
              description={t('Subdomains are included. If the list is empty, links to any domain are allowed.')}
              value={link_domains}
              maxTags={100}
              disabled={changing.isPending}
              onChange={(domains) => changing.mutate({ link_domains: domains.map((one) => one.trim().toLowerCase()) })}
            />
          </>
        )}
      </Answered>
    </Section>
  );
}
