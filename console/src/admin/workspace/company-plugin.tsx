// The number of trails in the company plugin, and how many of the trails that the admin sees are in it.
import { Button, NumberInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { catalogRules, changeCatalogRules } from '../../api/publishing.ts';
import { pluginOverview } from '../../api/skills.ts';
import { EditedForm, useChanging } from '../../parts/forms/edited-form.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { counted } from '../../parts/texts/counted.ts';
import { inDigits } from '../../parts/texts/digits.ts';

/** The service accepts no higher number. */
const MAX = 50;

export function CompanyPlugin() {
  const rules = useQuery(catalogRules);
  const overview = useQuery(pluginOverview);
  return (
    <Section
      title="Company plugin"
      hint="The plugin connects AI tools and shows them some trails. Their search finds all trails in any case."
    >
      <Answered of={rules} rows={1}>
        {({ plugin_trails }) => <NumberForm plugin_trails={plugin_trails} />}
      </Answered>
      <Answered of={overview} rows={1}>
        {({ trails, in_plugin }) => (
          <Text size="sm">
            With the plugin, AI tools show {inDigits(in_plugin)} of your {counted(trails, 'trail')}. Featured trails
            come first, then the most used.
          </Text>
        )}
      </Answered>
    </Section>
  );
}

function NumberForm({ plugin_trails }: { readonly plugin_trails: number }) {
  const form = useChanging(
    { plugin_trails },
    {
      names: ['plugin_trails'],
      save: ({ changes }) => changeCatalogRules(changes),
      refresh: [catalogRules.queryKey, pluginOverview.queryKey],
    },
  );
  return (
    <EditedForm
      form={form}
      what="the number of trails in the plugin"
      labels={{ plugin_trails: 'The number of trails' }}
      buttons={
        <Button type="submit" variant="default" disabled={!form.isDirty} loading={form.isSaving}>
          Save
        </Button>
      }
    >
      <NumberInput
        label="Trails in the plugin"
        description={`At most ${MAX}. Descriptions of more skills do not fit in most AI tools.`}
        min={0}
        max={MAX}
        clampBehavior="strict"
        allowDecimal={false}
        value={form.value.plugin_trails}
        onChange={(value) => form.set({ plugin_trails: Number(value) })}
      />
    </EditedForm>
  );
}
