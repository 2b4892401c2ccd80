// The demo's service-wide trails, which every workspace sees.
import type { DemoTrail } from './demo-trail.ts';

export const SERVICE_TRAILS: readonly DemoTrail[] = [
  {
    versions: [
      {
        document: {
          title: 'Summarize a long document',
          target_role: 'Anybody',
          description: 'You get the gist of a long text, with the places in it that prove each point.',
          trigger: {
            when: 'A report, paper or contract is too long to read right now.',
            keywords: ['summary', 'summarise', 'tl;dr', 'key points'],
            examples: [
              { text: 'Summarize this report for me', expect: 'match' },
              { text: 'tl;dr of the attached paper please', expect: 'match' },
              { text: 'What are the key points of this 60-page contract?', expect: 'match' },
              { text: 'Write a poem about the sea', expect: 'no_match' },
              { text: 'Book me a train to Lyon', expect: 'no_match' },
            ],
          },
          prompts: [
            {
              label: 'Summarize',
              body: 'Summarize this text in five points, each with the sentence that proves it: {{text}}',
            },
          ],
          setup_guide: 'Check your rules on confidential texts before you paste one.',
        },
        note: 'First version',
      },
    ],
    status: 'live',
  },
  {
    versions: [
      {
        document: {
          title: 'Make a reply more polite',
          target_role: 'Anybody',
          description: 'You send what you mean, in words that your reader likes to hear.',
          trigger: {
            when: 'You wrote a message in a hurry or in anger.',
            keywords: ['polite', 'friendlier', 'tone of an email'],
            examples: [
              { text: 'Make this email sound friendlier', expect: 'match' },
              { text: 'can you soften my answer to Tom a bit', expect: 'match' },
              { text: 'Too harsh? Rewrite it politely.', expect: 'match' },
              { text: 'Create a chart of our sales', expect: 'no_match' },
              { text: 'Explain photosynthesis', expect: 'no_match' },
            ],
          },
          prompts: [
            { label: 'Rewrite', body: 'Rewrite this message so that it is polite and says the same: {{message}}' },
          ],
          setup_guide: 'Read the result aloud before you send it.',
        },
        note: 'First version',
      },
    ],
    status: 'live',
  },
];
