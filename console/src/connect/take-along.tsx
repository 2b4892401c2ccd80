// Downloads all visible trails, for tools that read files instead of connecting.
import { Anchor, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MAX_COWORK_SKILLS, packageDownload } from '../api/downloads.ts';
import { readableTrails } from '../api/reading.ts';
import { Section } from '../parts/forms/section.tsx';
import { Unanswered } from '../parts/page/states.tsx';

export function Downloads() {
  const trails = useQuery(readableTrails);
  const count = trails.data?.items.length ?? 0;
  const parts = Math.max(1, Math.ceil(count / MAX_COWORK_SKILLS));
  return (
    <Section
      title="Download trails as files"
      hint="For tools that cannot connect. Files don't update themselves, so download them again when trails change."
    >
      <Unanswered of={trails} />
      <List spacing="xs">
        <List.Item>
          <Anchor underline="always" href={packageDownload('skills')} download>
            Agent Skills
          </Anchor>{' '}
          <Text span c="dimmed">
            A folder for each trail. Claude, ChatGPT, Copilot, Cursor, Gemini CLI and others read them.
          </Text>
        </List.Item>
        <List.Item>
          <Anchor underline="always" href={packageDownload('plugin')} download>
            Plugin for Claude Code
          </Anchor>{' '}
          <Text span c="dimmed">
            Start it with claude --plugin-dir and the file, or upload it in Claude under Customize.
          </Text>
        </List.Item>
        <List.Item>
          <Anchor underline="always" href={packageDownload('marketplace')} download>
            Marketplace for Claude Code
          </Anchor>{' '}
          <Text span c="dimmed">
            Unpack it, then run claude plugin marketplace add with the folder. You don't need git.
          </Text>
        </List.Item>
        <List.Item>
          {parts === 1 ? (
            <Anchor underline="always" href={packageDownload('cowork', 1)} download>
              Package for Copilot Cowork
            </Anchor>
          ) : (
            `${parts} packages for Copilot Cowork`
          )}{' '}
          <Text span c="dimmed">
            An admin of Microsoft 365 uploads {parts === 1 ? 'it' : 'each'}. {MAX_COWORK_SKILLS} trails fit in one
            package.
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
          aria-label={`Package ${part} of ${parts} for Copilot Cowork`}
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
