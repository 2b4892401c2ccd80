// The demo workspace's trails: everyday office work, in every status.
import type { TrailDocument } from '../trails/document/document.ts';
import type { DemoTrail } from './demo-trail.ts';

const refund: TrailDocument = {
  title: 'Answer a refund request',
  target_role: 'Support agent',
  description:
    'You turn a customer message and our refund policy into a reply that is kind, correct and ready to send.',
  tools: ['claude', 'chatgpt'],
  trigger: {
    when: 'A customer asks for money back, and you have the order and the message at hand.',
    keywords: ['refund', 'money back', 'return an order', 'chargeback'],
    examples: [
      { text: 'Help me write back to a customer who wants a refund for a late parcel', expect: 'match' },
      { text: 'customer says the jacket does not fit and wants her money back, what do I answer?', expect: 'match' },
      { text: 'Is this return still inside our 30 days? Draft a reply.', expect: 'match' },
      { text: 'Write a job advert for a support agent', expect: 'no_match' },
      { text: 'Summarize the minutes of our weekly meeting', expect: 'no_match' },
    ],
  },
  prompts: [
    {
      label: 'Check the policy',
      body:
        'Here is our refund policy: {{refund_policy}}. The order was placed on {{order_date}} and the customer ' +
        'writes: {{customer_message}}. Which rule applies, and what are we allowed to offer?',
    },
    {
      label: 'Draft the reply',
      body:
        'Write a reply of at most 120 words to {{customer_name}}. Offer {{offer}}. Be warm, take ' +
        'responsibility, promise nothing beyond the policy.',
    },
  ],
  setup_guide:
    '## Before you start\n\nCopy the current refund policy from the handbook. Remove card numbers and addresses ' +
    'from what you paste.',
};

const refundFirst: TrailDocument = { ...refund, prompts: refund.prompts?.slice(1) ?? [] };

const minutes: TrailDocument = {
  title: 'Turn meeting notes into minutes',
  target_role: 'Project lead',
  description: 'You paste rough notes and get minutes with decisions, owners and dates that you can check and send.',
  tools: [],
  trigger: {
    when: 'A meeting has just ended and the notes are still rough.',
    keywords: ['meeting minutes', 'meeting notes', 'action items', 'protocol of a meeting'],
    examples: [
      { text: 'Can you make proper minutes out of these notes?', expect: 'match' },
      { text: 'list the action items from my meeting notes with owners', expect: 'match' },
      { text: 'Write up what we decided in the steering committee today', expect: 'match' },
      { text: 'Find a slot for a meeting with five people', expect: 'no_match' },
      { text: 'Translate this contract into French', expect: 'no_match' },
    ],
  },
  prompts: [
    {
      label: 'Write the minutes',
      body:
        'Make minutes from these notes: {{notes}}. Sections: decisions, action items (owner, date), open ' +
        'questions. Mark everything that you had to guess with a question mark.',
    },
  ],
  setup_guide: 'Any AI tool works. Take names of customers out of the notes first.',
};

const minutesSecond: TrailDocument = {
  ...minutes,
  prompts: [
    ...(minutes.prompts ?? []),
    {
      label: 'Write the cover email',
      body: 'Write two sentences to {{recipients}} that name the most important decision and the next date.',
    },
  ],
};

const jobAdvert: TrailDocument = {
  title: 'Draft a job advert',
  target_role: 'Hiring manager',
  description:
    'You describe the role in your own words and get an advert that is specific, fair and free of empty phrases.',
  tools: ['chatgpt', 'gemini'],
  trigger: {
    when: 'A position is approved and has to be advertised.',
    keywords: ['job advert', 'job posting', 'vacancy', 'hiring'],
    examples: [
      { text: 'Write a job posting for a second warehouse shift lead', expect: 'match' },
      { text: 'we need an advert for our open accountant position', expect: 'match' },
      { text: 'Make this vacancy text sound less stiff', expect: 'match' },
      { text: 'Prepare questions for an exit interview', expect: 'no_match' },
      { text: 'How many days of leave do I have left?', expect: 'no_match' },
    ],
  },
  prompts: [
    {
      label: 'Draft the advert',
      body:
        'The role: {{role}}. What the person will do in the first six months: {{tasks}}. What we offer: ' +
        '{{offer}}. Write an advert of 250 words. No superlatives, no list of more than five requirements.',
    },
    {
      label: 'Check it for bias',
      body: 'Point out words in this advert that may keep people from applying, and suggest others: {{advert}}',
    },
  ],
  setup_guide: 'Use a chat without memory, so that one advert does not color the next.',
};

const spreadsheet: TrailDocument = {
  title: 'Explain a spreadsheet formula',
  target_role: 'Controller',
  description: 'You paste a formula and learn what it does, where it can go wrong and how to make it simpler.',
  tools: ['copilot'],
  trigger: {
    when: 'A workbook that someone else built shows a number that no one can explain.',
    keywords: ['formula', 'spreadsheet', 'vlookup', 'pivot'],
    examples: [
      { text: 'What does this nested IF with INDEX and MATCH do?', expect: 'match' },
      { text: 'my vlookup returns #N/A for half of the rows', expect: 'match' },
      { text: 'Simplify this spreadsheet formula', expect: 'match' },
      { text: 'Design a slide about our quarterly numbers', expect: 'no_match' },
      { text: 'Write an SQL view for open invoices', expect: 'no_match' },
    ],
  },
  prompts: [
    {
      label: 'Explain it',
      body:
        'Explain this formula step by step for someone who knows sums but not lookups: {{formula}}. The columns ' +
        'are: {{columns}}.',
    },
  ],
  setup_guide: 'Paste the formula and the column names, never the figures.',
};

const supplier: TrailDocument = {
  title: 'Compare supplier offers',
  target_role: 'Buyer',
  description: 'You get a table that puts offers side by side and shows what each of them leaves out.',
  tools: ['claude'],
  trigger: {
    when: 'Two or more offers for the same thing are on your desk.',
    keywords: ['supplier offer', 'quote', 'tender', 'procurement'],
    examples: [
      { text: 'Compare these three quotes for office chairs', expect: 'match' },
      { text: 'which of the two offers is cheaper over three years?', expect: 'match' },
    ],
  },
  prompts: [
    {
      label: 'Build the table',
      body:
        'Put these offers into one table: {{offers}}. Columns: price, delivery, warranty, what is missing. ' +
        'Convert every price to {{currency}} per unit.',
    },
  ],
};

const incident: TrailDocument = {
  title: 'Write an incident update',
  target_role: 'On-call engineer',
  description: 'You keep customers informed during an outage with updates that are calm, true and short.',
  tools: ['claude', 'copilot'],
  trigger: {
    when: 'A service is disrupted and customers are waiting for news.',
    keywords: ['outage', 'incident', 'status page'],
    examples: [{ text: 'Draft a status page entry for the login outage', expect: 'match' }],
  },
  prompts: [
    {
      label: 'Draft the update',
      body:
        'Known: {{known_facts}}. Unknown: {{open_questions}}. Next update at {{next_update}}. Write three ' +
        'sentences for the status page. No guesses about causes.',
    },
  ],
};

const onboarding: TrailDocument = {
  title: 'Plan the first week of a new colleague',
  target_role: 'Team lead',
  description: 'You get a plan for the first five days that fits the role and the people who are in the office.',
  prompts: [
    {
      label: 'Make the plan',
      body:
        'Role: {{role}}. People to meet: {{people}}. Make a plan for five days with at most three appointments ' +
        'a day.',
    },
  ],
};

const newsletter: TrailDocument = {
  title: 'Write the summer newsletter',
  target_role: 'Marketing',
  description: 'You write the newsletter for the summer campaign in our tone.',
  tools: ['chatgpt'],
  trigger: {
    when: 'The summer campaign runs.',
    keywords: ['newsletter', 'summer campaign'],
    examples: [{ text: 'Write the newsletter for the summer sale', expect: 'match' }],
  },
  prompts: [{ label: 'Draft', body: 'Write a newsletter about {{offer}} for {{audience}}, at most 150 words.' }],
};

/** Eight trails of the workspace. */
export const WORKSPACE_TRAILS: readonly DemoTrail[] = [
  { versions: [{ document: newsletter, note: 'For the summer campaign' }], status: 'archived' },
  { versions: [], draft: onboarding, status: 'draft' },
  { versions: [], draft: incident, status: 'draft' },
  { versions: [{ document: supplier, note: 'First version' }], status: 'draft' },
  { versions: [{ document: spreadsheet, note: 'First version' }], status: 'live' },
  {
    versions: [{ document: jobAdvert, note: 'First version' }],
    draft: { ...jobAdvert, tools: ['chatgpt', 'gemini', 'claude'] },
    status: 'live',
  },
  {
    versions: [
      { document: minutes, note: 'First version' },
      { document: minutesSecond, note: 'With a cover email' },
    ],
    status: 'live',
  },
  {
    versions: [
      { document: refundFirst, note: 'One prompt' },
      { document: { ...refund, setup_guide: '' }, note: 'Checks the policy first' },
      { document: refund, note: 'Says what to leave out' },
    ],
    status: 'live',
  },
];
