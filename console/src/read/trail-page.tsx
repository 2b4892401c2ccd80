// A trail made to be used: what to fill in, the prompts to copy, how to set the tool up, and whether it helped.
import { Anchor, Badge, Box, Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { readableTrail, toolOf } from '../api/reading.ts';
import { onDay } from '../parts/instant.tsx';
import { Markdown } from '../parts/markdown.tsx';
import { Page } from '../parts/page.tsx';
import { FillIn } from './fill-in.tsx';
import { Helpful } from './helpful.tsx';
import { PromptToCopy } from './prompt-to-copy.tsx';

export function TrailPage() {
  const { trailId = '' } = useParams({ strict: false }) as { trailId?: string };
  const { data: trail } = useSuspenseQuery(readableTrail(trailId));
  const { prompts = [], setup_guide = '', trigger } = trail.document;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  return (
    <Page
      title={trail.title}
      lead={trail.description}
      above={
        <Group gap="sm">
          <Anchor component={Link} to="/trails" size="sm">
            All trails
          </Anchor>
          {trail.target_role !== '' && (
            <Text size="sm" c="dimmed">
              {trail.target_role}
            </Text>
          )}
        </Group>
      }
    >
      {trigger?.when && (
        <Text>
          <strong>When:</strong> {trigger.when}
        </Text>
      )}
      <Tools ids={trail.tools} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: setup_guide === '' ? 12 : 7 }}>
          <Stack gap="md">
            <FillIn
              prompts={prompts}
              values={values}
              set={(name, value) => setValues((now) => ({ ...now, [name]: value }))}
            />
            {prompts.map((prompt, index) => (
              <PromptToCopy key={prompt.id ?? prompt.label} prompt={prompt} step={index + 1} values={values} />
            ))}
          </Stack>
        </Grid.Col>
        {setup_guide !== '' && (
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <Box component="section" aria-label="Setup guide" className="card" p="lg">
              <Title order={2} mb="sm">
                Setup guide
              </Title>
              <Markdown text={setup_guide} />
            </Box>
          </Grid.Col>
        )}
      </Grid>
      {trail.feedback_enabled && <Helpful trail={trail} />}
      <Text size="sm" c="dimmed">
        Version {trail.version}, published {onDay(trail.published_at)}
        {trail.catalog === 'svc' && ', for every workspace of the service'}
      </Text>
    </Page>
  );
}

function Tools({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return <Text c="dimmed">Works in any AI tool.</Text>;
  return (
    <Group gap={8}>
      <Text c="dimmed">Use it in</Text>
      {ids.map((id) => {
        const { name, url } = toolOf(id);
        return url === undefined ? (
          <Badge key={id} size="lg" variant="default" tt="none" fw={500}>
            {name}
          </Badge>
        ) : (
          <Anchor key={id} href={url} target="_blank" rel="noopener noreferrer">
            {name}
          </Anchor>
        );
      })}
    </Group>
  );
}
