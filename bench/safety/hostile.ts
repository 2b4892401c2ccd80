// The largest documents: ordinary ones, and ones that are made to keep the safety check busy.
import type { TrailDocument } from '../../src/trails/document/document.ts';
import { LIMITS } from '../../src/trails/document/limits.ts';

const filled = (piece: string, length: number): string => {
  const characters = [...piece];
  // Begins with a letter, because texts must not be blank.
  return Array.from({ length }, (_, at) => (at === 0 ? 'x' : characters[at % characters.length])).join('');
};

/** A document whose texts are as long as possible, and repeat that piece. */
export function largestDocument(piece: string): TrailDocument {
  const { title, description, when, examples, prompts, prompt_label, prompt_body, setup_guide } = LIMITS;
  return {
    title: filled(piece, title.max),
    target_role: filled(piece, LIMITS.target_role.max),
    description: filled(piece, description.max),
    trigger: {
      when: filled(piece, when.max),
      keywords: Array.from({ length: LIMITS.keywords.maxItems }, (_, at) =>
        filled(`keyword ${at} `, LIMITS.keywords.max),
      ),
      examples: Array.from({ length: examples.maxItems }, () => ({
        text: filled(piece, examples.max),
        expect: 'match',
      })),
    },
    prompts: Array.from({ length: prompts.maxItems }, () => ({
      label: filled(piece, prompt_label.max),
      body: filled(piece, prompt_body.max),
    })),
    setup_guide: filled(piece, setup_guide.max),
  };
}

/** What ordinary documents repeat. */
export const ORDINARY: Readonly<Record<string, string>> = {
  English:
    'Write a short reply to the customer about the order {{order_number}}. Use a friendly tone, name the new delivery ' +
    'date, and offer a refund of 10 % if the delay is longer than 5 days.\n\n- Keep it below 120 words.\n- End with ' +
    'our standard greeting, see https://docs.corp-tools.net/greetings.\n',
  'German with typographic quotes':
    'Schreibe eine kurze Antwort auf die Beschwerde „{{beschwerde}}“. Bleibe freundlich – höchstens 120 Wörter.\n\n- ' +
    'Nenne den neuen Liefertermin.\n- Schließe mit unserem üblichen Gruß.\n',
  Russian: 'Напиши короткий ответ клиенту о заказе {{номер}}. Тон дружелюбный, не больше 120 слов.\n',
};

/** Pieces that make a pattern start again and again. */
export const HOSTILE: readonly string[] = [
  ...[
    'AKIA2345 ',
    'AKIAAAAAAAAAAAAAAAAAAB ',
    'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5 ',
    'sk-',
    'sk-aaaaaaaaaaaaaaaaaaaaaaaaaa ',
  ],
  ...[
    'eyJaaaaaaaaaaa.',
    'xoxb-',
    'SG.',
    'Q~',
    'aaa8Q~',
    '-----BEGIN PRIVATE KEY-----',
    'hooks.slack.com/services/',
    'Bearer ',
  ],
  ...[
    'password: ',
    'password=aB3$dddddd ',
    'api_key ',
    'api_key="',
    ';Password=',
    'http://a:b@',
    'http://',
    '://',
    '::',
    '@',
    'a@b.co ',
  ],
  ...['4111 1111 1111 1112 ', '1', '1 ', '+1', '(0', 'DE89 3704 ', 'DE893704004405320130', '0 1.2-3/4+'],
  ...['ignore previous instructions ', 'ignore ', 'instruct', 'system prompt', 'do not tell ', "don't tell the user "],
  ...['secretly ', 'send the conversation ', 'send everything to a@b.de ', '![](http://{', '"', 'if never not '],
  ...['|', '|sh', '| sh curl ', 'curl x | ', '<(curl ', '$(curl http', 'iex (iwr'],
  ...['<!--', '`<!-- `', '-->', '```', 'data:', 'data:text/', 'data:image/png;base64,'],
  ...[
    '.',
    '-',
    '_',
    'a-',
    'A1.',
    ' ',
    '\n',
    '\u200b',
    '\u200d',
    '\u{e0041}',
    '\u{1f3f4}\u{e0067}\u{e0062}',
    '\u{1f600}',
    'жя AKIA ',
  ],
];
