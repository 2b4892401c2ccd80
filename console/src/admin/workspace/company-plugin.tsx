// The number of trails in the company plugin, and how many of the trails that the admin sees are in it.
import { Button, NumberInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { catalogRules, changeCatalogRules } from '../../api/publishing.ts';
import { pluginOverview } from '../../api/skills.ts';
import { EditedForm, useChanging } from '../../parts/forms/edited-form.tsx';
import { Section } from '../../parts/forms/section.tsx';
import { Answered } from '../../parts/page/states.tsx';
import { t } from '../../parts/texts/t.ts';

/** The service accepts no higher number. */
const MAX = 50;

export function CompanyPlugin() {
  const rules = useQuery(catalogRules);
  const overview = useQuery(pluginOverview);
  return (
    <Section
      title={t('Company plugin')}
      hint={t('The plugin connects AI tools and shows them some trails. Their search finds all trails in any case.')}
    >
      <Answered of={rules} rows={1}>
        {({ plugin_trails }) => <NumberForm plugin_trails={plugin_trails} />}
      </Answered>
      <Answered of={overview} rows={1}>
        {({ trails, in_plugin }) => (
          <Text size="sm">
            {t(
              'With the plugin, AI tools show {inPlugin} of your {trails, plural, one {# trail} other {# trails}}. Featured trails come first, then the most used.',
              { inPlugin: in_plugin, trails },
            )}
          </Text>
        )}
      </Answered>
    </Section>
  );
}

/** The service-wide catalog has a plugin only while it is public. */
export function PublicPlugin() {
  const rules = useQuery(catalogRules);
  return (
    <Section
      title={t('Public plugin')}
      hint={t('While the service-wide catalog is public, anyone can install its plugin, which shows these trails.')}
    >
      <Answered of={rules} rows={1}>
        {({ plugin_trails }) => <NumberForm plugin_trails={plugin_trails} />}
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
      what={t('the number of trails in the plugin')}
      labels={{ plugin_trails: t('The number of trails') }}
      buttons={
        <Button type="submit" variant="default" disabled={!form.isDirty} loading={form.isSaving}>
          {t('Save the number')}
        </Button>
      }
    >
      <NumberInput
        label={t('Trails in the plugin')}
        description={t('At most {max}. Descriptions of more skills do not fit in most AI tools.', { max: MAX })}
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
