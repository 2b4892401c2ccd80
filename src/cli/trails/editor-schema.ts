// Settings for editors and git: a JSON Schema that completes and checks trail.yaml, and attributes that stop git from
// converting line ends.
import { join } from 'node:path';
import { STATED_AUDIENCE } from '../../trails/readers/stated-audience.ts';
import { VISIBILITIES } from '../../trails/visibility.ts';
import { fileBytes, writeWithin } from './trail-files.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Writes trail.schema.json, and .gitattributes if it does not exist. */
export async function writeEditorFiles(root: string, documentSchema: Schema): Promise<void> {
  await writeWithin(root, 'trail.schema.json', `${JSON.stringify(editorSchema(documentSchema), null, 2)}\n`);
  const attributes = '.gitattributes';
  if ((await fileBytes(join(root, attributes))) === undefined) await writeWithin(root, attributes, '* -text\n');
}

/**
 * Converts the catalog's document schema to trail.yaml, which keeps the guide and the prompt bodies in separate files.
 */
function editorSchema(documentSchema: Schema): Schema {
  const { setup_guide: _guide, prompts, ...properties } = documentSchema.properties as Record<string, Schema>;
  const items = (prompts?.items ?? {}) as Schema;
  const file = { type: 'string', description: 'The file that holds the prompt, e.g. prompts/draft.md.' };
  const prompt = {
    ...items,
    required: ['label'],
    properties: { ...(items.properties as Schema), file },
    oneOf: [{ required: ['file'] }, { required: ['body'] }],
  };
  const visibility = {
    enum: VISIBILITIES,
    description: 'Who can see the trail while it is live. If absent, the current setting stays.',
  };
  const id = { type: 'string', format: 'uuid', description: 'The trail on the server. The command adds it.' };
  const { groups, editors } = STATED_AUDIENCE;
  const short = { type: 'string', description: 'The name of a group, to which the trail is available.' };
  const audience = { groups: { ...groups, items: { anyOf: [short, groups.items] } }, editors };
  return {
    ...documentSchema,
    title: 'A trail as a file (trail.yaml)',
    properties: { id, ...properties, prompts: { ...prompts, items: prompt }, visibility, ...audience },
  };
}
