// Uses the client in any runtime, from a first trail to a published version, with an upload and an error. Run it with
// CAIRN_URL and CAIRN_API_KEY in Deno or Bun. The suite runs it in Node and in a browser.
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/**
 * @param {{ connect: typeof import('../src/client.ts').connect, isCairnError: typeof
 * import('../src/client.ts').isCairnError }} client
 * @param {{ url: string, key: string }} service
 * @returns {Promise<object>} The result of each step
 */
export async function journey({ connect, isCairnError }, { url, key }) {
  const cairn = connect({ url, credential: key });
  const { scopes } = await cairn.me();
  const document = {
    title: 'Draft a status report',
    description: 'You get a status report out of your notes.',
    trigger: {
      when: 'On Fridays.',
      keywords: ['status report'],
      examples: [{ text: 'status report', expect: /** @type {const} */ ('match') }],
    },
    prompts: [{ label: 'Draft', body: 'Draft a status report out of {{notes}}' }],
  };
  const made = await cairn.trails.create({ document });
  const image = await (await fetch(`data:image/png;base64,${DOT}`)).blob();
  const { markdown } = await cairn.assets.upload(image, { trailId: made.id, alt: 'Where the switch is' });
  const edited = await cairn.trails.edit(made.id, (draft) => {
    draft.setup_guide = `Switch it on:\n\n${markdown}`;
  });
  const { all_pass } = await cairn.trails.runExamples(made.id);
  await cairn.trails.publish(made.id, { ifMatch: edited.revision, note: 'First version' });
  let isListed = false;
  for await (const { id } of cairn.trails.list({ status: 'live' })) isListed ||= id === made.id;
  const refused = await cairn.trails.create({ document: { title: '' } }).catch((error) => error);
  return {
    mayWrite: scopes.includes('trails:write'),
    hasImage: edited.document.setup_guide?.includes('![Where the switch is]') === true,
    all_pass,
    isListed,
    refusedField: isCairnError(refused, 'validation') ? refused.issues[0]?.field : String(refused),
  };
}

// This is a variable, because types are also checked before the package is built.
const BUILT = '../dist/client.js';
const { CAIRN_URL: url, CAIRN_API_KEY: key } = globalThis.process?.env ?? {};
if (url && key) console.log(JSON.stringify(await journey(await import(BUILT), { url, key })));
