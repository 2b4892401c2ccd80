// A third development catalog: short and hasty prompts, as they are typed between two meetings. It was written before
// the concept groups and fields that it measures; of its unseen prompts only totals were looked at.
import { type AuthoredCatalog, authored } from './authored-trail.ts';

const TRAILS = [
  authored('Write a return-to-work plan', {
    role: 'HR partner',
    about: 'You plan how someone comes back step by step after a long illness.',
    when: 'An employee was ill for weeks and will be back soon.',
    keywords: ['return to work', 'reintegration', 'phased return'],
    match: [
      'make a plan for a colleague who returns after surgery',
      'phased return over six weeks for a nurse',
      'reintegration plan after burnout',
    ],
    noMatch: ['return a parcel', 'plan my holiday'],
    prompts: { Plan: 'Plan the return of {{name}} after {{weeks}} weeks: hours, tasks, check-ins.' },
    unseen: [
      'tom is off since march w/ his back, doc says he can start again slowly',
      'half days first then more for someone who was sick long',
      'how do we ease her in again after chemo',
      'what to agree with an employee coming off long sick leave',
    ],
    nearMisses: ['call in sick for me', 'how many sick days did we have'],
  }),
  authored('Write a staff survey', {
    role: 'HR',
    about: 'You get short and fair questions about mood, workload and leadership.',
    when: 'You want to know how people feel at work.',
    keywords: ['employee survey', 'pulse check', 'engagement'],
    match: [
      'write ten questions for our employee survey',
      'pulse survey about workload in the warehouse',
      'how do we ask the team about leadership',
    ],
    noMatch: ['survey customers about the app', 'plan an interview'],
    prompts: { Draft: 'Write {{count}} questions for {{group}} about {{topic}} with a scale.' },
    unseen: [
      'find out if people are happy here, need some q’s',
      'anonymous poll for staff re morale',
      'what to ask everybody about stress and their boss',
      'questionnaire on how satisfied our folks are',
    ],
    nearMisses: ['are our customers happy', 'write my feedback to my boss'],
  }),
  authored('Answer a question about leave', {
    role: 'HR services',
    about: 'You answer from the handbook how days off are earned, booked and carried over.',
    when: 'Someone asks HR about days off.',
    keywords: ['leave', 'vacation days', 'parental leave', 'carry over'],
    match: [
      'how many vacation days can I carry over',
      'answer an employee who asks about parental leave',
      'is there special leave for a wedding',
    ],
    noMatch: ['plan my trip to italy', 'leave the meeting'],
    prompts: { Answer: 'Answer this question on leave from the handbook {{handbook}}: {{question}}.' },
    unseen: [
      'lisa wants to know if she loses her unused holidays in january',
      'do i get time off when my kid is born',
      'someone asks how much pto is left after part time',
      'day off for moving house??',
    ],
    nearMisses: ['where should we spend our holidays', 'leave a comment in the document'],
  }),
  authored('Prepare a payroll run', {
    role: 'Payroll clerk',
    about: 'You get a list of what to check before wages go out.',
    when: 'The pay run of the month is near.',
    keywords: ['payroll', 'pay run', 'payslips', 'deductions'],
    match: [
      'checklist before we run payroll in may',
      'compare this month’s payroll with the last',
      'which changes must be in before the wages are paid',
    ],
    noMatch: ['ask for a raise', 'pay an invoice'],
    prompts: { Check: 'Compare payroll {{month}} with {{before}}: joiners, leavers, bonuses, odd amounts.' },
    unseen: [
      'salaries go out thursday, anything to double check',
      'new starters + bonus payments this month, are the payslips ok',
      'why is the wage total 30k higher than april',
      'overtime not in yet and we pay people tomorrow',
    ],
    nearMisses: ['what do engineers earn', 'pay the supplier tomorrow'],
  }),
  authored('Draft a purchase request', {
    role: 'Everyone',
    about: 'You fill in a request with need, options, cost and approval.',
    when: 'You need something that costs money.',
    keywords: ['purchase request', 'requisition', 'approval', 'order something'],
    match: [
      'write a purchase request for two monitors',
      'justify why we need a new printer',
      'request approval to order standing desks',
    ],
    noMatch: ['write an invoice', 'compare three suppliers'],
    prompts: { Draft: 'Write a request for {{item}}: need, options, cost, date.' },
    unseen: [
      'need my boss to ok 2k for a better laptop',
      'want to get headsets for the team, how do i ask for the money',
      'po for a coffee machine pls',
      'reasons to buy a second scanner',
    ],
    nearMisses: ['which laptop is best for gaming', 'the purchase arrived broken'],
  }),
  authored('Check an incoming invoice', {
    role: 'Accounts payable',
    about: 'You match an invoice with order and delivery and list what does not fit.',
    when: 'A supplier sent an invoice.',
    keywords: ['invoice check', 'three-way match', 'accounts payable'],
    match: [
      'check this invoice against the order',
      'does the supplier invoice match the delivery note',
      'find errors in this bill before we pay it',
    ],
    noMatch: ['write an invoice to a customer', 'remind a customer to pay'],
    prompts: { Check: 'Match invoice {{invoice}} with order {{order}} and delivery {{delivery}}.' },
    unseen: [
      'they charged us for 12 boxes but only 10 came',
      'vendor bill looks too high, compare w/ what we ordered',
      'can we release this for payment',
      'is the vat on this supplier bill right',
    ],
    nearMisses: ['customer says we charged too much', 'pay my phone bill'],
  }),
  authored('Write a board update', {
    role: 'Chief of staff',
    about: 'You condense results, risks and decisions into two pages for the board.',
    when: 'The board meets soon.',
    keywords: ['board update', 'board paper', 'management report'],
    match: [
      'write the quarterly update for the board',
      'board paper with results and risks',
      'two pages for the directors about the year so far',
    ],
    noMatch: ['minutes of the board meeting', 'board a plane'],
    prompts: { Write: 'Write a board update from {{figures}}: results, risks, decisions needed.' },
    unseen: [
      'directors meet on the 12th, need the paper on where we stand',
      'q3 in a nutshell for the supervisory board',
      'how do i put our bad numbers to the investors on the board',
      'sum up the company’s year for the top people',
    ],
    nearMisses: ['who is on the board', 'sum up this article'],
  }),
  authored('Check marketing claims', {
    role: 'Legal counsel',
    about: 'You mark claims in an advertisement that could get us into trouble.',
    when: 'An ad or website text goes public.',
    keywords: ['advertising law', 'claims check', 'misleading'],
    match: [
      'check this advert for misleading claims',
      'may we say we are the market leader',
      'is this comparison with a competitor allowed in our ad',
    ],
    noMatch: ['write an advert', 'insurance claim'],
    prompts: { Check: 'Mark risky claims in {{text}} and propose safe wording.' },
    unseen: [
      'can we write "100% eco" on the box',
      'marketing wants to say were the cheapest, legal ok?',
      'is our new campaign slogan going to get us sued',
      'look at this flyer before it goes out, promises too much i think',
    ],
    nearMisses: ['invent a slogan', 'claim my expenses'],
  }),
  authored('Report a data breach', {
    role: 'Data protection officer',
    about: 'You decide what to report to whom and write the notice.',
    when: 'Personal data got lost or into wrong hands.',
    keywords: ['data breach', 'breach notification', 'leak'],
    match: [
      'a laptop with customer data was stolen, what do we report',
      'write the breach notification for the authority',
      'we sent personal data to the wrong person',
    ],
    noMatch: ['report a bug', 'breach of contract'],
    prompts: { Assess: 'Assess this breach {{facts}}: risk, duty to report, notice.' },
    unseen: [
      'oops cc’d 200 clients in one mail',
      'usb stick w/ applicants’ cvs is gone',
      'payroll file was visible to all staff for a day',
      'do we have to tell people their addresses leaked',
    ],
    nearMisses: ['my password was leaked', 'I lost my keys'],
  }),
  authored('Plan a webinar', {
    role: 'Marketing manager',
    about: 'You get a run of show, invitation and follow-up for an online event.',
    when: 'We invite customers or prospects to an online event.',
    keywords: ['webinar', 'online event', 'run of show'],
    match: [
      'plan a webinar on our new reporting feature',
      'invitation text for an online event',
      'run of show for a one hour webinar with two speakers',
    ],
    noMatch: ['join the video call', 'write a training plan'],
    prompts: { Plan: 'Plan a webinar about {{topic}} on {{date}}: speakers, script, invitation, follow-up.' },
    unseen: [
      'live session for prospects in june, who says what when',
      'get more sign ups for our zoom talk',
      'what do we send folks after the live stream',
      '45 min online demo for customers, agenda pls',
    ],
    nearMisses: ['zoom does not work', 'agenda for the team meeting'],
  }),
  authored('Improve a page for search engines', {
    role: 'Content marketer',
    about: 'You get keywords, headings and a meta text so that a page is found.',
    when: 'A page gets too few visitors from search.',
    keywords: ['seo', 'search engine', 'meta description', 'ranking'],
    match: [
      'optimise this landing page for search engines',
      'meta description for our pricing page',
      'which keywords should the blog post use',
    ],
    noMatch: ['search my mailbox', 'google the weather'],
    prompts: { Improve: 'Improve {{page}} for {{keyword}}: title, headings, meta text, links.' },
    unseen: [
      'nobody finds us on google',
      'title tags for the shop pages',
      'we’re on page 3 of the results, fix the text',
      'more organic traffic for our site how',
    ],
    nearMisses: ['google how tall the eiffel tower is', 'where do I find the results of the test'],
  }),
  authored('Write a tender response', {
    role: 'Bid manager',
    about: 'You answer the requirements of a tender one by one.',
    when: 'A public or large customer asks for bids.',
    keywords: ['tender', 'rfp', 'bid', 'requirements'],
    match: [
      'answer the requirements of this rfp',
      'write our response to the public tender of the city',
      'compliance matrix for the bid',
    ],
    noMatch: ['compare bids of suppliers', 'tender a resignation'],
    prompts: { Answer: 'Answer {{requirements}} from {{material}}; mark gaps.' },
    unseen: [
      'ministry wants 40 questions answered by friday for the procurement',
      'fill in this bidding document for the hospital',
      'do we meet all must haves in the rfp',
      'exec part for our submission to the county',
    ],
    nearMisses: ['which bid is the cheapest', 'fill in my time sheet'],
  }),
  authored('Clean up customer records', {
    role: 'Sales operations',
    about: 'You find duplicates, gaps and odd values in the CRM and propose fixes.',
    when: 'The data in the CRM is a mess.',
    keywords: ['crm', 'duplicates', 'data cleaning', 'account records'],
    match: [
      'find duplicate accounts in this crm export',
      'clean up the contact list',
      'which fields are missing in our customer records',
    ],
    noMatch: ['clean the office', 'record a video'],
    prompts: { Clean: 'Find duplicates, gaps and odd values in {{export}}.' },
    unseen: [
      'same company 3 times in salesforce',
      'half the phone numbers are wrong in hubspot, sort it',
      'list of clients w/o email or owner',
      'messy contacts sheet pls tidy',
    ],
    nearMisses: ['write to all contacts', 'tidy this paragraph'],
  }),
  authored('Onboard a new customer', {
    role: 'Customer success',
    about: 'You plan the first sixty days of a new customer until they use the product.',
    when: 'A deal was signed.',
    keywords: ['customer onboarding', 'kick-off', 'implementation'],
    match: [
      'onboarding plan for a new customer',
      'kick-off agenda with the client we just won',
      'first sixty days of an implementation',
    ],
    noMatch: ['onboard a new colleague', 'write an offer'],
    prompts: { Plan: 'Plan the onboarding of {{customer}}: people, milestones, risks.' },
    unseen: [
      'they signed yesterday, what now',
      'get the new account up and running by august',
      'first call with a client after the sale, what to cover',
      'rollout steps for the bank that just bought our tool',
    ],
    nearMisses: ['my first day at work', 'why did we lose the client'],
  }),
  authored('Handle a return or refund', {
    role: 'Support agent',
    about: 'You answer a buyer who wants to send something back, by our terms.',
    when: 'A buyer wants the money back or another item.',
    keywords: ['refund', 'return', 'exchange', 'goodwill'],
    match: [
      'answer a customer who wants a refund',
      'can a buyer return an opened item',
      'reply about an exchange for another size',
    ],
    noMatch: ['return on investment', 'refund my travel costs'],
    prompts: { Answer: 'Answer {{message}} by our terms {{terms}}: refund, exchange or goodwill.' },
    unseen: [
      'she wants her money back but its been 40 days',
      'wrong colour arrived, customer wants another one',
      'lady asks who pays postage if she sends the shoes back',
      'offer store credit instead of cash, nice wording',
    ],
    nearMisses: ['give me my money', 'send the file back to me'],
  }),
  authored('Write a database query', {
    role: 'Data analyst',
    about: 'You turn a question into SQL and explain the result.',
    when: 'You need figures out of the database.',
    keywords: ['sql', 'query', 'database', 'report'],
    match: [
      'write a sql query for monthly revenue by region',
      'select all customers without an order this year',
      'join these two tables and count the rows',
    ],
    noMatch: ['query a payment', 'set the table'],
    prompts: { Query: 'Write SQL for {{question}} on {{tables}} and explain it.' },
    unseen: [
      'how many ppl bought twice since jan, its in postgres',
      'left join gives me doubles why',
      'pull top 20 products by sales from the warehouse tables',
      'group by week and show the average basket',
    ],
    nearMisses: ['make a chart of these numbers', 'how many people live in oslo'],
  }),
  authored('Write release tests', {
    role: 'QA engineer',
    about: 'You get test cases with steps and expected results for a release.',
    when: 'A version is to be tested before users get it.',
    keywords: ['test cases', 'test plan', 'qa', 'regression'],
    match: [
      'write test cases for the new checkout',
      'regression test plan for version three',
      'steps and expected results for the login',
    ],
    noMatch: ['medical test', 'test my knowledge'],
    prompts: { Write: 'Write test cases for {{feature}}: steps, data, expected result.' },
    unseen: [
      'what should we click through before going live',
      'sanity checks for tonight’s deploy',
      'need scenarios + edge cases for the search filter',
      'how do i make sure the update didn’t break signup',
    ],
    nearMisses: ['is the website live', 'teach me to type faster'],
  }),
  authored('Request access to a system', {
    role: 'Everyone',
    about: 'You write the request that IT needs to give someone rights.',
    when: 'Someone needs an account or more rights.',
    keywords: ['access request', 'permissions', 'user account', 'rights'],
    match: [
      'request access to the finance system for a new colleague',
      'ask it to give me write permission on the folder',
      'user account for an external consultant',
    ],
    noMatch: ['forgot my password', 'accessible website'],
    prompts: { Request: 'Write an access request for {{person}}: system, role, reason, until.' },
    unseen: [
      'cant open the sharepoint of the sales guys, who lets me in',
      'intern needs a login for jira till september',
      'take away admin rights from ben',
      'add maria to the shared drive',
    ],
    nearMisses: ['my login fails', 'open the door'],
  }),
  authored('Chase a late delivery', {
    role: 'Buyer',
    about: 'You press a supplier for a date and line up a plan B.',
    when: 'Goods that we ordered have not arrived.',
    keywords: ['late delivery', 'supplier delay', 'expedite'],
    match: [
      'write to a supplier whose delivery is late',
      'our parts have not arrived, ask for a new date',
      'escalate a delay with the manufacturer',
    ],
    noMatch: ['apologise to a customer for a delay', 'my train is late'],
    prompts: { Write: 'Write to {{supplier}} about order {{order}}, due {{date}}; ask for a date.' },
    unseen: [
      'steel was due monday, nothing here, line stops soon',
      'vendor keeps pushing the date',
      'where is our stuff!! mail to the factory in china',
      'threaten penalty if the motors don’t come this week',
    ],
    nearMisses: ['where is my pizza', 'customer waits for his parcel'],
  }),
  authored('Write an accident report', {
    role: 'Safety officer',
    about: 'You write down what happened, injuries, causes and measures.',
    when: 'Someone was hurt at work.',
    keywords: ['accident report', 'work accident', 'injury'],
    match: [
      'write a report about an accident in the warehouse',
      'someone was injured at the press, what do we document',
      'accident form for the insurance',
    ],
    noMatch: ['incident report for the outage', 'car crash statistics'],
    prompts: { Write: 'Write an accident report from {{facts}}: course, injury, cause, measures.' },
    unseen: [
      'ali slipped on oil and broke his wrist',
      'cut finger in the kitchen needs to go on file',
      'forklift hit a guy, hes ok, still write it up',
      'employee fell off a ladder this morning what to note',
    ],
    nearMisses: ['the server fell over', 'what helps against a cut finger'],
  }),
  authored('Turn notes into slides', {
    role: 'Everyone',
    about: 'You get a storyline with titles and three points a slide.',
    when: 'A presentation is due.',
    keywords: ['presentation', 'slides', 'deck', 'powerpoint'],
    match: [
      'make a presentation from these notes',
      'ten slides about our strategy',
      'structure a deck for the kick-off',
    ],
    noMatch: ['present for a colleague', 'slide down'],
    prompts: { Make: 'Make {{count}} slides from {{notes}}: title, three points, a note for the speaker.' },
    unseen: [
      'got to talk 15 min in front of the sales team tmrw, here’s my scribbles',
      'ppt on the new org, max 8 pages',
      'what order should i show this stuff in to the execs',
      'less text more story for my talk',
    ],
    nearMisses: ['my beamer is broken', 'write a speech for a wedding'],
  }),
  authored('Build a spreadsheet formula', {
    role: 'Everyone',
    about: 'You get a formula with an explanation and an example.',
    when: 'A table has to compute something.',
    keywords: ['excel', 'formula', 'spreadsheet', 'lookup'],
    match: [
      'excel formula that sums by month',
      'look up a price from another sheet',
      'how do I count unique values in a column',
    ],
    noMatch: ['chemical formula of water', 'table for two'],
    prompts: { Build: 'Build a formula for {{goal}} in {{table}}; explain it.' },
    unseen: [
      'vlookup gives n/a',
      'colour the cells red if overdue',
      'split first and last name into two columns',
      'if b is empty take c in google sheets',
    ],
    nearMisses: ['which cells does blood have', 'add a column to the article'],
  }),
];

/** The development catalog of short prompts. */
export const SHORT_CATALOG: AuthoredCatalog = {
  trails: TRAILS,
  generic: `
shorter pls
hey
thx!
whats the time in new york
translate to spanish
how do i cook pasta
make it funnier
wifi not working
who won yesterday
is it friday yet
lunch ideas
synonym for nice
what can u do
no not like that
whats 18% of 240
good film for kids
how long to paris by train
my back hurts
fix typos
gift for my boss’s birthday
battery drains fast
weather tmrw
play some jazz
tell me smth funny
what does asap mean
dark mode on
best pizza in town
how old is the pope
go on
draw a cat
  `
    .trim()
    .split('\n'),
};
