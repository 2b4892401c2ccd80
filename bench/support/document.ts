// The document that the benches read and save, of a typical size.
import type { TrailDocument } from '../../src/trails/document/document.ts';

export const DOCUMENT: TrailDocument = {
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
      { text: 'customer says the jacket does not fit, what do I answer?', expect: 'match' },
      { text: 'Is this return still inside our 30 days? Draft a reply.', expect: 'match' },
      { text: 'Write a job advert for a support agent', expect: 'no_match' },
      { text: 'Summarise the minutes of our weekly meeting', expect: 'no_match' },
    ],
  },
  prompts: [
    {
      label: 'Check the policy',
      body: 'Our policy: {{refund_policy}}. The customer writes: {{customer_message}}. Which rule applies?'.repeat(3),
    },
    {
      label: 'Draft the reply',
      body: 'Write a reply of at most 120 words to {{customer_name}}. Offer {{offer}}. '.repeat(4),
    },
  ],
  setup_guide: 'Copy the current refund policy from the handbook. Remove card numbers and addresses. '.repeat(6),
  feedback_enabled: true,
};
