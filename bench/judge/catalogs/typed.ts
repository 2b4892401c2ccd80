// Prompts as people type them into a box: few words, no capitals, typos, abbreviations. Trails and prompts come from
// one hand and were written before the judge learned of acts and rare keywords. Nothing is fitted on them, and no
// single answer was read, save those of the tests on rare keywords.
import { type AuthoredCatalog, authored } from './authored-trail.ts';

const TRAILS = [
  authored('Rank the backlog by WSJF', {
    role: 'Product owner',
    about: 'You order backlog items by cost of delay over job size and say why.',
    when: 'Refinement is near and nobody agrees what comes first.',
    keywords: ['wsjf', 'cost of delay', 'backlog order'],
    match: [
      'score these features with wsjf',
      'which epic has the highest cost of delay',
      'put our backlog in order for the next increment',
    ],
    noMatch: ['write a user story', 'estimate story points'],
    prompts: { Rank: 'Rank {{items}} by WSJF and give a sentence a row.' },
    unseen: [
      'wsjf for theese 8 items pls',
      'what shuold we build first, list below',
      'sort features by value vs effort',
      'prio the epics b4 pi planning',
    ],
    nearMisses: ['write the epic for single sign on', 'how many points is this story'],
  }),
  authored('Run a root cause analysis', {
    role: 'Quality engineer',
    about: 'You lead through five whys and a fishbone to the cause of a failure.',
    when: 'Something failed again and the fix did not last.',
    keywords: ['rca', 'five whys', 'fishbone', '8d'],
    match: [
      'do an rca for the leaking valves',
      'find out why line 3 stopped twice this week',
      'fishbone for late shipments',
    ],
    noMatch: ['order spare parts', 'who is to blame'],
    prompts: { Lead: 'Ask me why five times about {{failure}}, then name the cause.' },
    unseen: [
      'rca on the outage last nite',
      'why do the welds keep craking',
      'same defect 3rd time, need the real reason',
      '5 whys returns spike',
    ],
    nearMisses: ['report a broken machine', 'repair the valve on line 3'],
  }),
  authored('Answer a DSAR', {
    role: 'Privacy officer',
    about: 'You put together what we hold on a person and answer in time.',
    when: 'Somebody asks which personal data we keep about them.',
    keywords: ['dsar', 'subject access request', 'right of access'],
    match: [
      'reply to a customer who wants a copy of his data',
      'draft the answer to a subject access request',
      'what do we have to send for a dsar',
    ],
    noMatch: ['delete my account', 'write a privacy notice'],
    prompts: { Answer: 'Draft the answer to {{person}} with {{systems}} and the deadline.' },
    unseen: [
      'got a dsar, what now',
      'ex employee wants evrything we have on her',
      'reply letter acces request gdpr',
      'guy asks what info we store abt him',
    ],
    nearMisses: ['write the privacy text for the site', 'remove this person from the newsletter'],
  }),
  authored('Write up a sales call', {
    role: 'Account executive',
    about: 'You turn rough notes of a customer call into a tidy entry with next steps.',
    when: 'A call is over and the record has to be updated.',
    keywords: ['crm', 'call notes', 'next steps'],
    match: [
      'turn my call notes into a crm entry',
      'summarise the call with acme for the crm',
      'log what the customer said and the next steps',
    ],
    noMatch: ['call the customer', 'plan the next call'],
    prompts: { Notes: 'From {{notes}} write need, budget, timing and next steps.' },
    unseen: [
      'crm note from this, thx',
      'just talked to bruno at vetro, clean this up for hubspot',
      'sumary of my customer cal + todos',
      'write down what we agreed on the phone w/ client',
    ],
    nearMisses: ['can we record calls with clients for coaching', 'set up a call with vetro'],
  }),
  authored('Draft team OKRs', {
    role: 'Team lead',
    about: 'You turn a plan into one objective and three key results that can be measured.',
    when: 'A new quarter starts and goals are due.',
    keywords: ['okr', 'objectives', 'key results'],
    match: ['write okrs for the support team', 'make this goal measurable', 'three key results for faster onboarding'],
    noMatch: ['rate my employee', 'track my tasks'],
    prompts: { Draft: 'Objective and key results for {{team}} from {{plan}}.' },
    unseen: [
      'okrs q3 for data team',
      'goals for next quater, 3 max',
      'is this a good key result or not',
      'how can we mesure happier customers as a goal',
    ],
    nearMisses: ['what were last quarters results', 'write my self review'],
  }),
  authored('Prepare a business review with a customer', {
    role: 'Customer success manager',
    about: 'You collect usage, wins and risks and lay out the quarterly review.',
    when: 'A quarterly review with a customer is on the calendar.',
    keywords: ['qbr', 'quarterly business review', 'account review'],
    match: [
      'slides for the qbr with northwind',
      'what to show in a quarterly business review',
      'agenda for an account review with usage figures',
    ],
    noMatch: ['book a room for the review', 'write a product review'],
    prompts: { Outline: 'Outline the review for {{customer}} from {{usage}}.' },
    unseen: [
      'qbr thursday, need a storyline',
      'deck for quaterly w/ big client, usage is down',
      'what do i present to the customer about last 3 months',
      'review mtg with account, agenda pls',
    ],
    nearMisses: ['our own quarterly numbers for the board', 'ask the client for an online review'],
  }),
  authored('Screen applications', {
    role: 'Recruiter',
    about: 'You hold applications against the must-haves of a role, without bias.',
    when: 'Many applications came in and a short list is due.',
    keywords: ['cv', 'shortlist', 'applications'],
    match: [
      'compare five cvs with the job profile',
      'make a shortlist for the analyst role',
      'which applicants meet the must-haves',
    ],
    noMatch: ['improve my own cv', 'write a job ad'],
    prompts: { Screen: 'Hold {{cvs}} against {{profile}} in a table.' },
    unseen: [
      'who shud we invite out of these 12',
      'check resumes vs reqs',
      'shortlst for warehouse lead',
      'does this candidate fit the role, cv attached',
    ],
    nearMisses: ['make my cv look better', 'interview questions for analyst'],
  }),
  authored('Write a statement of work', {
    role: 'Project manager',
    about: 'You set down scope, deliverables, dates and acceptance for a contractor.',
    when: 'A supplier or freelancer is about to start.',
    keywords: ['sow', 'scope of work', 'deliverables'],
    match: [
      'draft a statement of work for the web agency',
      'scope and deliverables for a freelance designer',
      'sow for the network migration',
    ],
    noMatch: ['plan my workday', 'write a job description'],
    prompts: { Draft: 'Write scope, deliverables, dates and acceptance for {{work}}.' },
    unseen: [
      'sow freelancer 3 months',
      'need to write down what the agency has to deliver n when',
      'scope doc for contracter',
      'what counts as done for the supplier, put in writing',
    ],
    nearMisses: ['pay the freelancer', 'find a good agency'],
  }),
  authored('File a change request', {
    role: 'IT operations',
    about: 'You describe risk, steps and roll-back of a change for the board that approves it.',
    when: 'A system is to be changed and approval is needed.',
    keywords: ['change request', 'cab', 'rollback plan'],
    match: [
      'write a change request for the database upgrade',
      'rollback plan for the firewall change',
      'fill the cab form for saturday',
    ],
    noMatch: ['change my password', 'order a taxi'],
    prompts: { Form: 'Fill the form for {{change}}: risk, steps, test, roll-back.' },
    unseen: [
      'cab wants a form for the cert renewal',
      'need aproval to patch prod on sunday, write it up',
      'what if the upgrade fails, plan to go back',
      'chg request new dns',
    ],
    nearMisses: ['change the colour of the button', 'request a new laptop'],
  }),
  authored('Hold a sprint retrospective', {
    role: 'Scrum master',
    about: 'You plan an hour in which the team says what to keep and what to change.',
    when: 'A sprint ended.',
    keywords: ['retro', 'retrospective', 'lessons learned'],
    match: [
      'plan a retro for a tired team',
      'questions for our retrospective',
      'collect lessons learned after the release',
    ],
    noMatch: ['retro music playlist', 'plan the next sprint'],
    prompts: { Plan: 'Plan {{minutes}} minutes for {{team}} with one fresh format.' },
    unseen: [
      'retro ideas not boring',
      'what went well what didnt, how to run it',
      '45min look back w/ remote team',
      'sprint was a mess, how to talk abt it w the team',
    ],
    nearMisses: ['sprint goal for next week', 'write the release notes of the sprint'],
  }),
  authored('Explain a payslip', {
    role: 'Payroll',
    about: 'You explain each line of a payslip in plain words.',
    when: 'An employee does not understand a deduction.',
    keywords: ['payslip', 'deduction', 'net pay'],
    match: [
      'explain why my net pay is lower this month',
      'what does this deduction on the payslip mean',
      'answer an employee about the bonus tax',
    ],
    noMatch: ['ask for a raise', 'run the payroll'],
    prompts: { Explain: 'Explain {{line}} on the payslip of {{month}} in three sentences.' },
    unseen: [
      'got less money this mnth why',
      'whats line 340 on my payslp',
      'staff asks abt tax on xmas bonus',
      'gross vs net for new hire',
    ],
    nearMisses: ['how much more can i ask for', 'change my bank details'],
  }),
  authored('Code an incoming invoice', {
    role: 'Accounts payable clerk',
    about: 'You find account, cost centre and tax code for an invoice.',
    when: 'An invoice has to be booked and nobody knows where to.',
    keywords: ['cost centre', 'account assignment', 'gl account'],
    match: [
      'which account does this invoice go to',
      'cost centre for the cleaning bill',
      'tax code for a software licence from ireland',
    ],
    noMatch: ['pay the invoice', 'send an invoice'],
    prompts: { Code: 'Account, cost centre and tax code for {{invoice}}.' },
    unseen: [
      'where do i book this bill',
      'gl acct for catering?',
      'cost center for laptop leasing',
      'vat code saas vendor us',
    ],
    nearMisses: ['remind them to pay our invoice', 'when is this bill due'],
  }),
  authored('Chase an open item', {
    role: 'Accounts receivable clerk',
    about: 'You write reminders that get paid and keep the customer.',
    when: 'An invoice is past its due date.',
    keywords: ['dunning', 'payment reminder', 'overdue'],
    match: [
      'write a second reminder for an overdue invoice',
      'friendly payment reminder to a good customer',
      'dunning letter level three',
    ],
    noMatch: ['book an invoice', 'remind me tomorrow'],
    prompts: { Remind: 'Level {{level}} reminder to {{customer}} for {{amount}}.' },
    unseen: [
      'they still havnt paid, 60 days',
      'nice mail pls pay us',
      'last reminder b4 lawyer',
      'overdue inv 4411 mail to client',
    ],
    nearMisses: ['which of our bills are due', 'remind me to call the bank'],
  }),
  authored('Turn a fix into a knowledge article', {
    role: 'Service desk',
    about: 'You write down a solved problem so that the next person solves it alone.',
    when: 'A ticket was solved that will come again.',
    keywords: ['knowledge base', 'kb article', 'self service'],
    match: [
      'make a kb article from this ticket',
      'write a how-to for resetting the token',
      'document the printer fix for self service',
    ],
    noMatch: ['open a ticket', 'my printer is broken'],
    prompts: { Article: 'Title, symptom, cause, steps from {{ticket}}.' },
    unseen: [
      'kb entry vpn fix',
      'ppl keep asking this, write it down for them',
      'ticket 9921 -> help page',
      'steps so users can do it themselfs',
    ],
    nearMisses: ['vpn does not connect', 'close ticket 9921'],
  }),
  authored('Reply to a public review', {
    role: 'Community manager',
    about: 'You answer ratings in public: calm, short, without excuses.',
    when: 'A rating was left on a portal.',
    keywords: ['review reply', 'star rating', 'google review'],
    match: [
      'answer a one star review about slow service',
      'thank a guest for five stars',
      'reply to this google review',
    ],
    noMatch: ['write a review of a restaurant', 'performance review'],
    prompts: { Reply: 'Answer {{review}} in at most sixty words.' },
    unseen: [
      '1 star on google, what do we say',
      'respond to trustpilot guy says we r scam',
      'ty for 5 stars msg',
      'bad rating for our shop need anser',
    ],
    nearMisses: ['best rated pizza place', 'rate my text'],
  }),
  authored('Write a customer newsletter', {
    role: 'Marketing',
    about: 'You write a short monthly letter with one story and one offer.',
    when: 'The monthly mailing is due.',
    keywords: ['newsletter', 'mailing', 'subject line'],
    match: [
      'newsletter for march with the new colours',
      'five subject lines for our mailing',
      'write the intro of the customer newsletter',
    ],
    noMatch: ['unsubscribe me', 'internal announcement'],
    prompts: { Write: 'Newsletter of {{month}} with {{story}} and {{offer}}.' },
    unseen: [
      'newsleter may, topic: repair service',
      'catchy subjects for mailing pls',
      'monthly mail to customers abt spring sale',
      'nl intro 50 words',
    ],
    nearMisses: ['take me off the mailing list', 'tell staff about the canteen'],
  }),
  authored('Word the texts of an app', {
    role: 'UX writer',
    about: 'You word buttons, errors and empty pages so that they are short and say what to do.',
    when: 'A screen needs words.',
    keywords: ['ux copy', 'microcopy', 'error message'],
    match: ['shorten the text of this button', 'better wording for an error message', 'what should the empty page say'],
    noMatch: ['fix the error', 'design the screen'],
    prompts: { Word: 'Three wordings for {{element}} on {{screen}}.' },
    unseen: [
      'btn label delete acct',
      'microcopy for onboarding screen 2',
      'err msg when upload too big, human pls',
      'what to write on 404',
    ],
    nearMisses: ['i get an error on upload', 'make a mockup of the screen'],
  }),
  authored('Assess the privacy risk of a tool', {
    role: 'Data protection',
    about: 'You go through purposes, data, risks and measures before a tool is bought.',
    when: 'A team wants a tool that handles personal data.',
    keywords: ['dpia', 'privacy risk', 'data protection assessment'],
    match: ['dpia for a new survey tool', 'may we use this ai note taker', 'data protection check of a cloud vendor'],
    noMatch: ['buy licences', 'answer an access request'],
    prompts: { Assess: 'Purposes, data, risks and measures for {{tool}}.' },
    unseen: [
      'dpia chatbot',
      'can we use miro w customer data',
      'privcy check for new hr tool',
      'is it ok to put staff photos in this app',
    ],
    nearMisses: ['order ten licences of miro', 'how do i use the chatbot'],
  }),
  authored('Write a database query', {
    role: 'Analyst',
    about: 'You turn a question into SQL over our tables.',
    when: 'A figure is needed that no report shows.',
    keywords: ['sql', 'query', 'join'],
    match: [
      'sql for orders per region last year',
      'query customers without a purchase in 90 days',
      'join tickets with accounts',
    ],
    noMatch: ['explain what a database is', 'make a chart'],
    prompts: { Query: 'SQL over {{tables}} for {{question}}.' },
    unseen: [
      'sql active users per wk',
      'how do i get top 10 clients by revenue from the orders table',
      'qry to find dupes in email col',
      'select everyone who churned in may',
    ],
    nearMisses: ['draw a bar chart of orders', 'what is our churn'],
  }),
  authored('Boil a study down', {
    role: 'Strategy',
    about: 'You give the gist of a long study, its method and what it means for us.',
    when: 'Nobody has time to read eighty pages.',
    keywords: ['market study', 'key takeaways', 'whitepaper'],
    match: [
      'key takeaways of this market study',
      'what does the whitepaper mean for our pricing',
      'gist of an analyst report in ten lines',
    ],
    noMatch: ['write a whitepaper', 'find a study'],
    prompts: { Gist: 'Gist, method and meaning of {{study}} for {{team}}.' },
    unseen: [
      'tldr gartner pdf 80 pgs',
      'whats in this studdy for us',
      'main pts of the mckinsey paper',
      'reprt too long, give me the essence for the boss',
    ],
    nearMisses: ['find studies on battery prices', 'write a paper on our product'],
  }),
  authored('Audit a supplier', {
    role: 'Purchasing',
    about: 'You prepare questions, evidence and a score for a supplier visit.',
    when: 'A visit at a supplier is planned.',
    keywords: ['supplier audit', 'audit checklist', 'supplier visit'],
    match: [
      'checklist for the audit at our packaging supplier',
      'questions on working conditions for a supplier visit',
      'score the findings of the audit',
    ],
    noMatch: ['pay a supplier', 'answer our auditor'],
    prompts: { Prepare: 'Checklist for {{supplier}} on {{topics}} with a score.' },
    unseen: [
      'visting vendor in porto next wk, what to check',
      'suplier audit list iso',
      'how to grade what we saw at the factory',
      'q’s for visit at plastics supplier abt safety',
    ],
    nearMisses: ['flights to porto', 'the auditors want our books'],
  }),
  authored('Map the stakeholders', {
    role: 'Project manager',
    about: 'You list who is affected, what they want and how to keep them on board.',
    when: 'A project starts or resistance shows.',
    keywords: ['stakeholder map', 'influence', 'communication plan'],
    match: [
      'stakeholder map for the office move',
      'who has to be told about the new system and when',
      'how do we win over the works council',
    ],
    noMatch: ['draw a map of the office', 'invite everybody'],
    prompts: { Map: 'People, interest, influence and message for {{project}}.' },
    unseen: [
      'who do i need on my side for the erp thing',
      'stakholders list + power',
      'comms plan reorg',
      'finance head is against it, how to handle',
    ],
    nearMisses: ['where is the new office', 'announce the reorg to everyone'],
  }),
  authored('Write a test plan', {
    role: 'QA engineer',
    about: 'You list cases, data and pass criteria for a feature.',
    when: 'A feature is ready to be tested.',
    keywords: ['test plan', 'test cases', 'acceptance'],
    match: [
      'test cases for the checkout',
      'what should we test before the release',
      'plan the acceptance test of the import',
    ],
    noMatch: ['take a test', 'fix this bug'],
    prompts: { Plan: 'Cases, data and pass criteria for {{feature}}.' },
    unseen: [
      'tst cases login',
      'qa plan 4 the new search',
      'edge cases date picker??',
      'what can break when we import csv, list to check',
    ],
    nearMisses: ['the login is broken', 'test my english'],
  }),
  authored('Write a credit note letter', {
    role: 'Billing',
    about: 'You explain to a customer what was billed wrong and what they get back.',
    when: 'We billed too much.',
    keywords: ['credit note', 'billing error', 'refund'],
    match: [
      'letter with a credit note for double billing',
      'explain a billing error to a customer',
      'we charged the old price, write to them',
    ],
    noMatch: ['check my credit card', 'ask a supplier for money back'],
    prompts: { Letter: 'Letter to {{customer}}: error, amount, when it is paid back.' },
    unseen: [
      'charged them twice, sorry mail + credit',
      'cust overbilled 300 eur',
      'credit nte text for wrong qty',
      'we took too much, tell client they get it back',
    ],
    nearMisses: ['my card was charged twice', 'i want my money back'],
  }),
  authored('Prepare an exit', {
    role: 'HR partner',
    about: 'You list what to hand back, whom to tell and what to hand over on a last day.',
    when: 'Somebody leaves the company.',
    keywords: ['offboarding', 'exit checklist', 'handover'],
    match: [
      'offboarding checklist for a developer',
      'what has to happen before her last day',
      'handover plan of a leaving manager',
    ],
    noMatch: ['onboard a new colleague', 'leave the meeting'],
    prompts: { List: 'Checklist for the exit of {{person}} on {{date}}.' },
    unseen: [
      'jan quits end of june what todo',
      'ofboarding list sales rep',
      'laptop badge accounts, someone leaving friday',
      'handover doc bc im going',
    ],
    nearMisses: ['who starts on monday', 'i want to quit my gym'],
  }),
];

export const TYPED_CATALOG: AuthoredCatalog = {
  trails: TRAILS,
  generic: `
hi
thx
make it shrter
translate 2 german
whats the weather
pizza recipe quick
cant log in
how r u
who is the ceo of apple
16 x 23
write smth funny
synonm for big
best phone under 300
is it gona rain
movie tonite?
how do i screenshot
wifi down
fix grammar
whats a noun
gym near me
birthday wishes mum
no shorter
again
why
cheap flights rome
my laptop is slow
when does the store close
capital of peru
explain quantum stuff
song lyrics help
how to tie a tie
lunch?
cancel my netflix
what time is it in ny
tell me a story
cat wont eat
print double sided how
learn spanish fast
what is love
remind me at 5
  `
    .trim()
    .split('\n'),
};
