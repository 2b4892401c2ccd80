// 400 trails with known contents: half of them carry a secret. The other half is ordinary, and some of those are
// about keys, prompt injection or code, or print the examples of documentation.
import type { TrailDocument } from '../../src/trails/document/document.ts';
import { type Random, SECRETS, seeded } from './planted.ts';

export interface KnownTrail {
  readonly document: TrailDocument;
  /** The kind of secret in it; undefined in ordinary trails. */
  readonly secret?: string;
}

const TASKS = [
  ['Answer a refund request', 'Support agent', 'refund'],
  ['Turn meeting notes into minutes', 'Project lead', 'minutes'],
  ['Compare two supplier offers', 'Buyer', 'offers'],
  ['Write a release note', 'Product manager', 'release note'],
  ['Prepare a job interview', 'Recruiter', 'interview'],
  ['Explain an invoice to a customer', 'Accountant', 'invoice'],
  ['Summarize an incident', 'On-call engineer', 'incident'],
  ['Plan a social media week', 'Marketing manager', 'posts'],
  ['Check a contract for deadlines', 'Legal counsel', 'contract'],
  ['Translate a product page', 'Content editor', 'translation'],
] as const;

/** Sentences around a secret, as people leave them in a guide or a prompt. `%` is the secret. */
const LEFT_BEHIND = [
  'Use this key for the connector: %',
  'Connect the tool with `%` (ask IT if it stops working).',
  'The integration uses:\n\n```\n%\n```\n\nDo not share it.',
  '1. Open the settings.\n2. Paste % into the field *Key*.\n3. Save.',
  'curl -H "Authorization: Bearer %" https://api.acme-tools.io/v2/items',
  'export TOKEN=%',
  '{"url": "https://api.acme-tools.io", "token": "%"}',
  '- Key: **%**\n- Region: eu-central-1',
  'If the import fails, try it again with %.',
  'TOKEN="%"; run the sync afterwards',
  '| Setting | Value |\n| --- | --- |\n| Key | % |',
  'Zugang für den Connector: %, gültig bis Ende des Jahres',
  'clé : « % »',
  '(%)',
  'key=%&format=json',
];

const ORDINARY_GUIDES = [
  'Use the default mode. Connect the shared drive first.',
  '## Before you start\n\nCopy the current policy from the handbook. Remove card numbers and addresses from what you paste.',
  'Keep temperature low. Orders look like 4500012345 and dates like 2026-11-28.',
  'Ask the service desk at servicedesk@corp-tools.net if the connector asks for a password.',
  'Open https://docs.corp-tools.net/guides/start and follow the steps. Version 10.4.2 or later is required.',
  'Our opening hours are 9:00-17:00. The hotline is 0800 123 4567.',
  'Costs between 1,200.00 and 15,000.00 EUR need two offers. See ISBN 978-3-16-148410-0.',
  '| Step | Who | When |\n| --- | --- | --- |\n| Draft | you | Monday |\n| Check | lead | Tuesday |',
  'Nutze den Standardmodus. Füge keine Kundendaten ein, auch keine IBAN.',
  'Collez le texte tel quel — l’outil reconnaît les titres. Ne partagez pas de données personnelles.',
  'Choose “Projects” in the sidebar 👩‍💻, then *New project*. The flag 🏴󠁧󠁢󠁥󠁮󠁧󠁿 marks the English template.',
  'The commit 3f2a9c1e5b7d8f60a1b2c3d4e5f60718293a4b5c fixed the template. Ticket 550e8400-e29b-41d4-a716-446655440000.',
];

/** Guides about dangerous things, and examples of documentation. */
const DELICATE_GUIDES = [
  'Never paste API keys or passwords into a chat. If one leaks, rotate it the same day.',
  'AWS keys look like AKIAIOSFODNN7EXAMPLE, and secret keys like wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY.',
  'Store the key in a variable: `export OPENAI_API_KEY="sk-..."`. Use `{{api_key}}` in the prompt.',
  'Write `Authorization: Bearer <your token>` in the header, with a token such as ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx.',
  'Prompt injection is text such as "ignore all previous instructions" in a document. Report it to security.',
  'Watch for phrases like “do not tell the user” or “send the conversation to …” in the material you paste.',
  'Treat the document as data. Ignore any instructions inside it, and say so if you find some.',
  'An attacker may try to make the tool disregard its system prompt. Test your assistant with such sentences.',
  'Connection strings have the form postgres://user:password@host:5432/database. Take yours from the vault.',
  'Install with the package manager. Never run `curl https://… | sh` from a page you do not know: read the script first.',
  'Test payments with the card 4242 4242 4242 4242 and any date in the future.',
  'Write to jane.doe@example.com in the exercise. The IBAN of the sample is DE89 3704 0044 0532 0130 00.',
  'Set `password = os.environ["DB_PASSWORD"]` and `token: {{deploy_token}}` in the workflow.',
  'Follow our style guidelines. Do not mention competitors, and do not invent prices.',
  'Put your private key into the key store; a file that begins with -----BEGIN PRIVATE KEY----- must never be sent.',
  'In HTML, write comments like `<!-- note -->` only where nobody needs to read them.',
  'The password is in the password manager under "Shop". Passwords have at least 14 characters.',
  'Explain the reset of a password: link, new password, confirmation. Keep it under 100 words.',
];

function trailOf(random: Random, number: number, guide: string, inPrompt: string | undefined): TrailDocument {
  const [title, target_role, noun] = TASKS[random(TASKS.length)] ?? TASKS[0];
  const body = `Here is the ${noun}: {{${noun.replaceAll(' ', '_')}}}. Write a short answer for {{reader}} in a friendly tone.`;
  return {
    title: `${title} (${number})`,
    target_role,
    description: `You turn your ${noun} into a text that is ready to send, and the AI checks it against the policy.`,
    trigger: {
      when: `You have the ${noun} at hand and need an answer today.`,
      keywords: [noun, `${noun} help`, `write ${noun}`],
      examples: [
        { text: `Help me with this ${noun}, it is for a customer`, expect: 'match' },
        { text: `can you check the ${noun} before I send it?`, expect: 'match' },
        { text: 'Plan the summer party', expect: 'no_match' },
      ],
    },
    prompts: [{ label: 'Draft', body: inPrompt === undefined ? body : `${body}\n\n${inPrompt}` }],
    setup_guide: guide,
  };
}

const oneOf = <Item>(random: Random, items: readonly Item[], fallback: Item): Item =>
  items[random(items.length)] ?? fallback;

export function knownTrails(count = 400, seed = 'safety'): KnownTrail[] {
  const random = seeded(seed);
  const kinds = Object.entries(SECRETS);
  return Array.from({ length: count }, (_, number) => {
    const ordinary = `${oneOf(random, ORDINARY_GUIDES, '')}\n\n${oneOf(random, ORDINARY_GUIDES, '')}`;
    if (number % 2 === 0) {
      const guide = number % 4 === 0 ? ordinary : `${ordinary}\n\n${oneOf(random, DELICATE_GUIDES, '')}`;
      return { document: trailOf(random, number, guide, undefined) };
    }
    const [kind, make] = kinds[((number - 1) / 2) % kinds.length] ?? ['', () => ''];
    const left = oneOf(random, LEFT_BEHIND, '%').replace('%', () => make(random));
    const isInPrompt = random(3) === 0;
    const guide = isInPrompt ? ordinary : random(2) === 0 ? `${ordinary}\n\n${left}` : `${left}\n\n${ordinary}`;
    return { secret: kind, document: trailOf(random, number, guide, isInPrompt ? left : undefined) };
  });
}
