// A second development catalog: prompts that mostly share neither a word nor a close concept with their trail. It was
// the evaluation catalog until its errors were read.
import { type AuthoredCatalog, authored } from './authored-trail.ts';

const TRAILS = [
  authored('Negotiate a salary expectation', {
    role: 'Recruiter',
    about: 'You prepare the talk about pay with a finalist, within the band.',
    when: 'A finalist names a figure and you have to answer.',
    keywords: ['salary negotiation', 'pay expectation', 'offer talk'],
    match: [
      'the candidate wants 80k, how do I respond',
      'prepare the salary talk with our finalist',
      'arguments when an applicant asks for more pay than the band allows',
    ],
    noMatch: ['negotiate the price with a supplier', 'how do I ask for a raise'],
    prompts: { Prepare: 'Prepare a pay negotiation with {{candidate}}: expectation {{figure}}, band {{band}}.' },
    unseen: [
      'our favourite for the role asks for more money than planned',
      'how to talk about compensation with someone we want to hire',
      'applicant rejected our number, what can I offer besides wage',
      'finalist expects a higher package, help me find a counter offer',
    ],
    nearMisses: ['I want a pay rise, what do I say', 'get a lower price for printing paper'],
  }),
  authored('Write a reference letter', {
    role: 'HR partner',
    about: 'You write an employment reference that is truthful and kind.',
    when: 'Someone leaves and is entitled to a reference.',
    keywords: ['reference letter', 'employment reference', 'testimonial'],
    match: [
      'write a reference for a leaving accountant',
      'employment reference with a very good rating',
      'letter of recommendation for my intern',
    ],
    noMatch: ['write a job ad', 'add references to my report'],
    prompts: { Write: 'Write a reference for {{name}}, {{role}}, {{years}} years, rating {{rating}}.' },
    unseen: [
      'an employee resigned and wants a testimonial from us',
      'recommend our trainee to her next employer in writing',
      'draft a good certificate of employment for a sales clerk',
      'closing words for the reference of a long-serving worker',
    ],
    nearMisses: ['find sources for this claim', 'farewell speech for a colleague'],
  }),
  authored('Prepare a difficult feedback talk', {
    role: 'Team lead',
    about: 'You structure a conversation about behaviour or results that must change.',
    when: 'Something has to be addressed with a team member.',
    keywords: ['difficult conversation', 'critical feedback', 'feedback talk'],
    match: [
      'how do I tell an employee that he is often late',
      'prepare a critical feedback conversation',
      'talk with a team member whose work is sloppy',
    ],
    noMatch: ['collect feedback from customers', 'give me feedback on my slides'],
    prompts: {
      'Structure the talk':
        'Structure a talk with {{name}} about {{behaviour}}: opening, facts, effect, wish, agreement.',
    },
    unseen: [
      'one of my people interrupts others all the time, how do I bring it up',
      'I must address poor performance without demotivating her',
      'script for a tough one-on-one about missed deadlines',
      'what is a fair way to criticise a colleague in my team',
    ],
    nearMisses: ['what do customers think of us', 'write the yearly appraisal'],
  }),
  authored('Build a training course outline', {
    role: 'Learning designer',
    about: 'You turn a topic into learning goals, modules, exercises and a test.',
    when: 'A topic has to be taught to many.',
    keywords: ['training outline', 'course plan', 'learning goals', 'workshop design'],
    match: [
      'outline a training on time management',
      'design a half day workshop about data protection',
      'course plan with exercises for new team leads',
    ],
    noMatch: ['book a training for me', 'train a machine learning model'],
    prompts: {
      Outline: 'Outline a course on {{topic}} for {{audience}} of {{duration}} with goals, modules and exercises.',
    },
    unseen: [
      'I should teach my colleagues how to use the new crm, build a curriculum',
      'agenda and exercises for a seminar on giving presentations',
      'elearning with a quiz on phishing',
      'learning objectives and modules for a safety class',
    ],
    nearMisses: ['which seminar should I attend', 'train timetable to hamburg'],
  }),
  authored('Draft a win-back email', {
    role: 'Customer success',
    about: 'You write to customers who cancelled and give them one good reason to return.',
    when: 'A customer cancelled or went quiet.',
    keywords: ['win back', 'churned customer', 'cancelled subscription', 'reactivation'],
    match: [
      'write a win-back mail to customers who cancelled',
      'reactivate a client who has not ordered for a year',
      'what do I say to a customer who left us',
    ],
    noMatch: ['cancel my subscription', 'cold mail to a new prospect'],
    prompts: { Write: 'Write a win-back mail to {{customer}} who left because of {{reason}}; offer {{offer}}.' },
    unseen: [
      'former subscribers should come back, draft a message',
      'a client terminated the contract, can we still change her mind',
      'mail to inactive buyers with a comeback voucher',
      'retain someone who wants to quit our service',
    ],
    nearMisses: ['confirm the cancellation of a meeting', 'first contact with a new company'],
  }),
  authored('Prepare a renewal conversation', {
    role: 'Account manager',
    about: 'You prepare the renewal with usage, value delivered, risks and price.',
    when: 'A contract with a customer ends within ninety days.',
    keywords: ['contract renewal', 'renewal call', 'extension'],
    match: [
      'prepare the renewal talk with a customer whose contract ends in june',
      'value summary before the extension of the licence',
      'renewal strategy for an account at risk',
    ],
    noMatch: ['renew my passport', 'extend the deadline of the project'],
    prompts: {
      Prepare: 'Prepare the renewal of {{customer}}: usage {{usage}}, results {{results}}, price change {{change}}.',
    },
    unseen: [
      'the agreement with our largest client expires soon, how do I keep them',
      'arguments to sign for another two years',
      'subscription of the hospital is up in autumn, plan the negotiation',
      'which results should I show before they decide to prolong',
    ],
    nearMisses: ['renew the office lease', 'ask for more time for the report'],
  }),
  authored('Write a case study', {
    role: 'Marketing',
    about: 'You turn a customer interview into a success story with problem, solution and numbers.',
    when: 'A happy customer agreed to be named.',
    keywords: ['case study', 'success story', 'customer story'],
    match: [
      'write a case study from this customer interview',
      'success story about a bakery that uses our software',
      'turn these results of a client into a story',
    ],
    noMatch: ['study for an exam', 'write user stories for the backlog'],
    prompts: { Write: 'Write a case study of {{customer}}: problem, solution, result {{numbers}}, quote {{quote}}.' },
    unseen: [
      'our client saved 40 percent of time, make a reference article',
      'two pages on how the city of bern works with us, for the website',
      'draft a customer portrait with quotes from the managing director',
      'show prospects what another company achieved with our product',
    ],
    nearMisses: ['interview questions for a customer', 'split the feature into stories'],
  }),
  authored('Plan an email campaign', {
    role: 'Marketing',
    about: 'You plan a series of mails with segments, subject lines and a test.',
    when: 'A product or event has to be promoted by mail.',
    keywords: ['email campaign', 'mailing', 'subject lines', 'drip'],
    match: [
      'plan a series of three mails for the product launch',
      'subject lines to test for our mailing',
      'drip campaign for people who downloaded the guide',
    ],
    noMatch: ['answer this email', 'clean up my inbox'],
    prompts: {
      Plan: 'Plan a campaign of {{count}} mails to {{segment}} about {{topic}} with subject lines and timing.',
    },
    unseen: [
      'newsletter sequence to invite leads to the webinar',
      'how should we nurture contacts from the fair by mail',
      'a b test of headlines for the christmas mailing',
      'schedule of messages to our subscribers about the summer offer',
    ],
    nearMisses: ['write a reply to a customer', 'my mailbox is full'],
  }),
  authored('Organise a trade fair booth', {
    role: 'Event manager',
    about: 'You get a plan with tasks, dates, staff and material for a fair.',
    when: 'We exhibit at a fair.',
    keywords: ['trade fair', 'booth', 'exhibition', 'event plan'],
    match: [
      'plan our stand at the trade fair in hanover',
      'checklist for the exhibition booth',
      'who does what at our fair stand',
    ],
    noMatch: ['is the price fair', 'book a hotel for the fair'],
    prompts: { Plan: 'Plan a booth at {{fair}} on {{date}}: tasks, staff, material, budget {{budget}}.' },
    unseen: [
      'we exhibit at an expo in may, what has to be done until then',
      'timeline and material for our stand at the conference',
      'shift plan and give-aways for the exhibition',
      'organise our appearance at the industry show',
    ],
    nearMisses: ['flight to the fair', 'send thank you mails to fair visitors'],
  }),
  authored('Write release notes', {
    role: 'Product manager',
    about: 'You turn a list of changes into notes that users understand.',
    when: 'A release is about to ship.',
    keywords: ['release notes', 'changelog', 'what is new'],
    match: [
      'write release notes from these commits',
      'what is new text for version five',
      'changelog for customers from our ticket list',
    ],
    noMatch: ['write a press release', 'release the payment'],
    prompts: { Write: 'Write release notes for {{version}} from {{changes}}: new, improved, fixed.' },
    unseen: [
      'explain to users which features the update brings',
      'summarise the merged tickets of this sprint for customers',
      'app store text about the latest version',
      'short overview of improvements and fixes for the may update',
    ],
    nearMisses: ['announce our new office to the press', 'install the latest update'],
  }),
  authored('Prioritise the backlog', {
    role: 'Product manager',
    about: 'You rank ideas by value and effort with a reason for each.',
    when: 'There are more ideas than time.',
    keywords: ['prioritisation', 'backlog', 'feature ranking', 'roadmap'],
    match: [
      'prioritise these feature requests by value and effort',
      'which backlog items should we do next quarter',
      'rank the ideas on our roadmap',
    ],
    noMatch: ['prioritise my to-do list for today', 'write user stories'],
    prompts: { Rank: 'Rank {{items}} by reach, impact, confidence and effort and explain the top five.' },
    unseen: [
      'too many wishes from customers, what do we build first',
      'score these epics with rice',
      'help me decide on the order of features for the next release',
      'value versus effort matrix for product ideas',
    ],
    nearMisses: ['what should I do first this morning', 'delete old tickets'],
  }),
  authored('Plan user interviews', {
    role: 'UX researcher',
    about: 'You get a research plan with questions that do not lead.',
    when: 'You need to know how people work before you design.',
    keywords: ['user interview', 'research plan', 'discovery', 'usability test'],
    match: [
      'questions for user interviews about invoicing',
      'plan a usability test of our app',
      'research guide to find out how nurses document',
    ],
    noMatch: ['interview questions for a job candidate', 'user manual for the app'],
    prompts: { Plan: 'Plan interviews with {{users}} about {{topic}}: goals, questions, consent, schedule.' },
    unseen: [
      'we want to talk to customers about how they plan routes, what do we ask',
      'discovery study with five shop owners',
      'test script for the new checkout with real people',
      'open questions to learn about the daily work of dispatchers',
    ],
    nearMisses: ['ask applicants about teamwork', 'survey on employee satisfaction'],
  }),
  authored('Explain code to a newcomer', {
    role: 'Engineer',
    about: 'You explain a module so that a new developer finds the way.',
    when: 'Someone joins a code base that nobody documented.',
    keywords: ['explain code', 'code walkthrough', 'legacy code'],
    match: [
      'explain what this function does',
      'walk me through this legacy module',
      'document this class for new developers',
    ],
    noMatch: ['explain our dress code', 'write a new function'],
    prompts: { Explain: 'Explain this code to a new developer: purpose, flow, pitfalls. {{code}}' },
    unseen: [
      'I do not understand this script, what happens here',
      'add comments to this old java program',
      'overview of the repository for a junior programmer',
      'what is this regular expression for',
    ],
    nearMisses: ['generate a qr code', 'review my diff'],
  }),
  authored('Write unit tests', {
    role: 'Engineer',
    about: 'You get tests for the cases that matter, edge cases first.',
    when: 'Code has no tests or a bug was fixed.',
    keywords: ['unit tests', 'test cases', 'coverage', 'edge cases'],
    match: [
      'write unit tests for this class',
      'which edge cases should I test in the parser',
      'add tests that reproduce this bug',
    ],
    noMatch: ['test a candidate', 'run the tests'],
    prompts: { 'Write tests': 'Write tests for {{code}} with {{framework}}; edge cases first.' },
    unseen: [
      'our coverage is low in the billing module, create tests',
      'vitest cases for a date formatter',
      'how can I check this method automatically',
      'regression test so that the error does not come back',
    ],
    nearMisses: ['usability test with customers', 'medical test results'],
  }),
  authored('Answer a security questionnaire', {
    role: 'Security',
    about: 'You answer a customer’s security questionnaire from our approved statements.',
    when: 'A customer sends a list of security questions.',
    keywords: ['security questionnaire', 'vendor assessment', 'information security', 'due diligence'],
    match: [
      'answer this security questionnaire from a bank',
      'how do we describe our encryption to a customer',
      'fill in the vendor risk assessment',
    ],
    noMatch: ['the security guard at the door', 'employee survey'],
    prompts: { Answer: 'Answer these questions {{questions}} only from these statements {{statements}}; mark gaps.' },
    unseen: [
      'a prospect wants to know about our backups, access control and certificates',
      'fill out 200 questions on information security',
      'customer audit: which answer do we give on penetration tests',
      'due diligence form about how we protect data',
    ],
    nearMisses: ['my account was hacked', 'questionnaire on job satisfaction'],
  }),
  authored('Inform customers about an outage', {
    role: 'Support lead',
    about: 'You write clear updates during a disruption.',
    when: 'A service is down or slow and customers notice.',
    keywords: ['outage notice', 'status update', 'disruption', 'downtime message'],
    match: [
      'tell customers that the service is down',
      'status page text for a disruption',
      'update every hour during the outage',
    ],
    noMatch: ['write the postmortem', 'my internet is down'],
    prompts: { 'Write the notice': 'Write a notice: {{service}} is {{state}} since {{time}}; impact, next update.' },
    unseen: [
      'login does not work for anybody at the moment, what do we write to clients',
      'banner for planned maintenance on sunday',
      'we are back online, send the all clear',
      'message about slow performance of the platform',
    ],
    nearMisses: ['my laptop is slow', 'lessons from last week’s incident'],
  }),
  authored('Build a cash flow forecast', {
    role: 'Treasurer',
    about: 'You build a thirteen-week view of money in and out.',
    when: 'The bank or the board asks how long the money lasts.',
    keywords: ['cash flow', 'liquidity plan', 'thirteen week forecast'],
    match: [
      'build a cash flow forecast for the next quarter',
      'liquidity plan from open invoices and salaries',
      'how long will our cash last',
    ],
    noMatch: ['weather forecast', 'sales forecast by region'],
    prompts: { Build: 'Build a weekly cash forecast from {{receipts}} and {{payments}}, opening balance {{balance}}.' },
    unseen: [
      'when do we run out of money if the client pays late',
      'weekly overview of incoming and outgoing payments',
      'simulate our liquidity with a new loan',
      'the bank wants to see our funds for thirteen weeks',
    ],
    nearMisses: ['how many units will we sell', 'will it rain next week'],
  }),
  authored('Prepare the month-end close', {
    role: 'Accountant',
    about: 'You get a close checklist with accruals, reconciliations and owners.',
    when: 'The last days of the month.',
    keywords: ['month end close', 'accruals', 'reconciliation', 'closing checklist'],
    match: [
      'checklist for the month end close',
      'which accruals do we have to post in december',
      'reconcile the bank account with the ledger',
    ],
    noMatch: ['close the window', 'explain why we are over budget'],
    prompts: { Checklist: 'Make a close checklist for {{month}} with tasks, owners and dates.' },
    unseen: [
      'steps to close the books for june',
      'what must be booked before we finish the period',
      'differences between statement and general ledger, how do I find them',
      'who does what in accounting until the third working day',
    ],
    nearMisses: ['close a deal before the month ends', 'pay my private bills'],
  }),
  authored('Check an employment contract', {
    role: 'HR legal',
    about: 'You check a work contract for missing or risky clauses.',
    when: 'A contract goes out to a new employee or comes back with changes.',
    keywords: ['employment contract', 'work contract', 'clause check'],
    match: [
      'check this employment contract for risky clauses',
      'is the probation period in this work contract valid',
      'what is missing in the contract of our new manager',
    ],
    noMatch: ['write a job posting', 'check the lease'],
    prompts: { Check: 'Check this employment contract under {{law}}: missing, risky, unclear clauses. {{contract}}' },
    unseen: [
      'the new hire sent the agreement back with changes, are they acceptable',
      'is a non-compete in a work agreement enforceable',
      'look over the terms we offer to the head of sales',
      'overtime and notice clause for a part time employee, is this legal',
    ],
    nearMisses: ['summarise the supplier agreement', 'find the contract of my phone'],
  }),
  authored('Write a privacy notice', {
    role: 'Data protection',
    about: 'You write a notice in plain words for a form, app or event.',
    when: 'Personal data is collected in a new place.',
    keywords: ['privacy notice', 'privacy policy', 'data protection notice'],
    match: [
      'write a privacy notice for our applicant form',
      'data protection text for the newsletter sign-up',
      'privacy policy for our new app',
    ],
    noMatch: ['delete my personal data', 'private message to my boss'],
    prompts: { Write: 'Write a privacy notice for {{purpose}}: data, reason, retention, rights, contact.' },
    unseen: [
      'which gdpr text do we put under the contact form',
      'inform visitors that we film at the event',
      'explain to users what we do with their location',
      'cookie information for the website',
    ],
    nearMisses: ['a customer asks what data we hold', 'close the door for privacy'],
  }),
  authored('Plan shifts for a team', {
    role: 'Shift lead',
    about: 'You get a fair shift plan within the rules for rest and skills.',
    when: 'The next roster is due.',
    keywords: ['shift plan', 'roster', 'rota', 'staffing'],
    match: [
      'make a shift plan for eight people in two weeks',
      'roster for the weekend with at least two nurses',
      'who can cover the night shift',
    ],
    noMatch: ['shift the meeting to monday', 'plan my holiday'],
    prompts: { Plan: 'Plan shifts for {{team}} from {{start}} to {{end}} with rules {{rules}} and wishes {{wishes}}.' },
    unseen: [
      'two colleagues are ill, rearrange the rota',
      'fair distribution of late duties in december',
      'schedule the cashiers for the coming month',
      'we need enough forklift drivers every morning, build the timetable',
    ],
    nearMisses: ['move my appointment', 'calculate the overtime pay'],
  }),
  authored('Find the cause of a quality problem', {
    role: 'Quality engineer',
    about: 'You get to the cause with five whys and a cause diagram.',
    when: 'A defect comes back or a customer complains about quality.',
    keywords: ['root cause', 'five whys', 'ishikawa', 'quality defect'],
    match: [
      'five whys for cracked housings',
      'find the root cause of the rising scrap rate',
      'cause and effect diagram for late deliveries',
    ],
    noMatch: ['why is the sky blue', 'improve the quality of this picture'],
    prompts: { Analyse: 'Lead me through five whys for {{defect}}; data {{data}}; propose actions.' },
    unseen: [
      'every tenth part has scratches, how do we find out why',
      'customers return pumps that leak, analyse possible reasons',
      'structure an investigation into faulty labels',
      'what is behind the many rejects on line three',
    ],
    nearMisses: ['server crashed, why', 'apologise for a faulty product'],
  }),
  authored('Write a safety briefing', {
    role: 'Safety officer',
    about: 'You write a ten-minute talk for the crew about one hazard.',
    when: 'Before a risky task or after a near miss.',
    keywords: ['safety briefing', 'toolbox talk', 'workplace safety', 'hazard'],
    match: [
      'toolbox talk about working at height',
      'safety briefing for forklift traffic',
      'short instruction on chemical storage',
    ],
    noMatch: ['is this website safe', 'security questionnaire'],
    prompts: { Write: 'Write a ten-minute talk on {{hazard}} at {{site}} with rules and questions.' },
    unseen: [
      'remind the crew to wear helmets, ten minutes',
      'someone nearly fell from a ladder, what do I tell the others',
      'talk for new workers about noise and ear protection',
      'rules for lifting heavy boxes, for the morning round',
    ],
    nearMisses: ['how do I choose a safe password', 'report a stolen laptop'],
  }),
  authored('Plan stock replenishment', {
    role: 'Inventory planner',
    about: 'You get order quantities from sales, stock and lead times.',
    when: 'Stock runs low or the season changes.',
    keywords: ['replenishment', 'reorder point', 'stock planning', 'inventory'],
    match: [
      'how much should we reorder of each item',
      'calculate reorder points from sales and lead times',
      'which articles run out of stock next month',
    ],
    noMatch: ['buy stocks at the exchange', 'write a product description'],
    prompts: { Plan: 'From stock {{stock}}, sales {{sales}} and lead times {{lead}} propose order quantities.' },
    unseen: [
      'shelves are half empty, plan the next orders with the vendors',
      'safety stock for spare parts with six weeks delivery',
      'we have too much inventory of winter goods, what should we order less',
      'when do I have to buy new packaging so that we never run dry',
    ],
    nearMisses: ['should I buy shares of our competitor', 'where is my order'],
  }),
  authored('Plan a business trip', {
    role: 'Assistant',
    about: 'You plan a trip with transport, hotel, appointments and cost within the policy.',
    when: 'Someone has to travel for work.',
    keywords: ['business trip', 'itinerary', 'travel plan', 'travel request'],
    match: [
      'plan a business trip to madrid for two people',
      'itinerary for my boss with three customer visits',
      'travel request with estimated costs',
    ],
    noMatch: ['check my travel expenses', 'best beaches in spain'],
    prompts: { Plan: 'Plan a trip for {{traveller}} to {{place}} on {{dates}} with appointments {{appointments}}.' },
    unseen: [
      'the ceo flies to three offices in one week, make a schedule',
      'train, hotel and meetings for my visit at the plant',
      'what would a two day stay at the client cost, for approval',
      'organise travel to the conference for the team',
    ],
    nearMisses: ['where should I go on vacation', 'reimburse my taxi'],
  }),
  authored('Write an executive summary', {
    role: 'Everyone',
    about: 'You shorten a long report to one page for decision makers.',
    when: 'A long document goes to people with little time.',
    keywords: ['executive summary', 'management summary', 'one pager', 'board paper'],
    match: [
      'write an executive summary of this report',
      'one page for the board from this 40 page study',
      'management summary with recommendation',
    ],
    noMatch: ['summarise this news article', 'executive job posting'],
    prompts: {
      Summarise: 'Write one page for {{audience}} from {{report}}: question, findings, options, recommendation.',
    },
    unseen: [
      'condense this analysis for the managing directors',
      'the board reads only one side, cut this market study down',
      'key findings and a decision proposal from the attached paper',
      'boil the consultants’ deck down for top management',
    ],
    nearMisses: ['minutes of the board meeting', 'make this sentence shorter'],
  }),
];

/** The development catalog of paraphrases. */
export const PARAPHRASES_CATALOG: AuthoredCatalog = {
  trails: TRAILS,
  generic: `
shorten this please
good morning
can you translate this sentence to french
how tall is the eiffel tower
thank you, very helpful
how long do I boil an egg
tell me something interesting
my keyboard is broken
how many minutes are in a week
what is another word for quick
recommend a film for tonight
write a limerick
how do I turn on dark mode
correct the commas in this text
will it be sunny on saturday
I do not feel motivated
find me a restaurant for lunch
which train goes to the airport
name for a goldfish
what date is easter
what does ambiguous mean
convert 5 feet to centimeters
call me a cab
how do I change the font
how do birds fly
who was the first person on the moon
add two rows
start over
make it sound nicer
can you see my screen
is coffee healthy
help
what can you do
where is the nearest pharmacy
alphabetise this list
present for my sister
where do I park
turn the volume up
go on
tell me about dinosaurs
  `
    .trim()
    .split('\n'),
};
