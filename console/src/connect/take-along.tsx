// Downloads for tools that read files: the company plugin, its skills, and packages for Microsoft 365.
import { Anchor, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MAX_COWORK_SKILLS, type PackageKind, packageDownload } from '../api/downloads.ts';
import { pluginOverview } from '../api/skills.ts';
import { Section } from '../parts/forms/section.tsx';
import { Unanswered } from '../parts/page/states.tsx';
import { t } from '../parts/texts/t.ts';

const FILES: readonly { readonly kind: PackageKind; readonly label: string; readonly hint: string }[] = [
  {
    kind: 'marketplace',
    label: t('Marketplace with the company plugin'),
    hint: t("For Claude Code and Codex. Unpack it first. You don't need git."),
  },
  {
    kind: 'plugin',
    label: t('Company plugin'),
    hint: t('For Claude, under Customize, and for other tools that take agent plugins.'),
  },
  {
    kind: 'skills',
    label: t('Agent Skills'),
    hint: t('The skills of the plugin, with a folder for each. For Cursor, Gemini CLI, opencode and others.'),
  },
];

export function Downloads() {
  const asked = useQuery(pluginOverview);
  const { trails = 0, in_plugin = 0 } = asked.data ?? {};
  const parts = Math.max(1, Math.ceil(trails / MAX_COWORK_SKILLS));
  return (
    <Section
      title={t('Download files')}
      hint={t("Files don't update themselves, so download them again when trails change.")}
    >
      <Unanswered of={asked} />
      {in_plugin < trails && (
        <Text size="sm">
          {t(
            'The first three contain {inPlugin} of your {trails, plural, one {# trail} other {# trails}}, because AI tools show only a few skills. The plugin finds the other trails.',
            { inPlugin: in_plugin, trails },
          )}
        </Text>
      )}
      <List spacing="xs">
        {FILES.map(({ kind, label, hint }) => (
          <List.Item key={kind}>
            <Anchor underline="always" href={packageDownload(kind)} download>
              {label}
            </Anchor>{' '}
            <Text span c="dimmed">
              {hint}
            </Text>
          </List.Item>
        ))}
        <List.Item>
          {parts === 1 ? (
            <Anchor underline="always" href={packageDownload('cowork', 1)} download>
              {t('Package for Copilot Cowork')}
            </Anchor>
          ) : (
            t('{parts} packages for Copilot Cowork', { parts })
          )}{' '}
          <Text span c="dimmed">
            {t(
              'An admin of Microsoft 365 uploads {parts, plural, one {it} other {each of them}}. {maxCoworkSkills} trails fit in one package.',
              { parts, maxCoworkSkills: MAX_COWORK_SKILLS },
            )}
          </Text>
          {parts > 1 && <CoworkParts parts={parts} />}
        </List.Item>
      </List>
    </Section>
  );
}

/** A link per numbered package. A large catalog has dozens. */
function CoworkParts({ parts }: { readonly parts: number }) {
  return (
    <Group gap={4} mt={4}>
      {Array.from({ length: parts }, (_, index) => index + 1).map((part) => (
        <Anchor
          key={part}
          underline="always"
          href={packageDownload('cowork', part)}
          download
          aria-label={t('Package {part} of {parts} for Copilot Cowork', { part, parts })}
          className="numbers"
          ta="center"
          miw={32}
          lh="28px"
        >
          {part}
        </Anchor>
      ))}
    </Group>
  );
}
