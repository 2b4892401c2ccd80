// The catalog on which concept groups are tried out: written before them, in words that employees use among each other.
// Nothing of the calibration is fitted on it.
import { type AuthoredCatalog, authored } from './authored-trail.ts';

const TRAILS = [
  authored('Write a reference letter for a leaver', {
    role: 'HR generalist',
    about: 'You turn a few remarks of the manager into a balanced letter of reference.',
    when: 'Somebody leaves the company and is owed a letter.',
    keywords: ['reference letter', 'letter of recommendation', 'employer reference'],
    match: [
      'write a reference letter for a departing accountant',
      'draft a recommendation for my former intern',
      'employment reference with very good rating',
    ],
    noMatch: ['list the references of our product', 'write a letter of resignation'],
    prompts: {
      'Write the letter': 'Write a reference for {{name}}, {{role}}, {{years}} years: tasks, results, conduct.',
    },
    unseen: [
      'Sam is moving on, put something nice on paper about his time with us',
      'testimonial for a trainee who did a great job',
      'an ex-colleague asks me to vouch for her with her next employer',
      'say in a page how well our outgoing bookkeeper worked',
    ],
    nearMisses: ['how do I hand in my notice', 'farewell speech for a colleague'],
  }),
  authored('Prepare a salary talk', {
    role: 'People manager',
    about: 'You get arguments, market figures and an answer for every reaction before you speak about pay.',
    when: 'A team member asked for more money.',
    keywords: ['salary negotiation', 'pay rise', 'compensation talk'],
    match: [
      'prepare me for a salary discussion with an engineer',
      'my employee wants a raise, how do I respond',
      'arguments for a pay increase of five percent',
    ],
    noMatch: ['when is the salary paid', 'negotiate the price with a supplier'],
    prompts: { 'Prepare the talk': 'Prepare a talk about pay with {{name}}: wish {{wish}}, budget {{budget}}.' },
    unseen: [
      'one of my people thinks she earns too little, help me with the conversation',
      'he got a better paid offer elsewhere, what can I put on the table',
      'how to tell someone there is no wage increase this year',
      'discuss remuneration with a designer who feels undervalued',
    ],
    nearMisses: ['explain my payslip', 'how much does a designer cost per hour'],
  }),
  authored('Settle a conflict in the team', {
    role: 'Team lead',
    about: 'You plan a fair conversation between colleagues who do not get along.',
    when: 'Two people in the team are at odds and work suffers.',
    keywords: ['team conflict', 'mediation', 'dispute between colleagues'],
    match: [
      'how do I mediate a dispute between two developers',
      'prepare a conversation to resolve a conflict in my team',
      'two colleagues blame each other, what should I do',
    ],
    noMatch: ['resolve a merge conflict', 'conflict of interest policy'],
    prompts: { 'Plan the talk': 'Plan a mediation between {{people}} about {{subject}} with rules and questions.' },
    unseen: [
      'they keep fighting in every meeting, I need to step in',
      'bad blood between marketing and sales, how do we clear the air',
      'my two seniors no longer speak to each other',
      'calm an argument among coworkers before it gets worse',
    ],
    nearMisses: ['answer an angry client', 'my merge failed with conflicts'],
  }),
  authored('Draft a warning about conduct', {
    role: 'HR business partner',
    about: 'You word a formal warning: facts, rule broken, expectation, consequence.',
    when: 'An employee broke the rules again and it must be on file.',
    keywords: ['written warning', 'misconduct', 'disciplinary letter'],
    match: [
      'write a formal warning for repeated lateness',
      'disciplinary letter because of misconduct',
      'document that an employee ignored the safety rules',
    ],
    noMatch: ['warn customers about phishing', 'safety warning sign'],
    prompts: { 'Draft the warning': 'Draft a written warning to {{name}} for {{incident}} on {{date}}.' },
    unseen: [
      'a guy from the warehouse never shows up on time, put that in his record',
      'somebody yelled at a coworker, what formal step do I take in writing',
      'he was told off twice, now we need it on paper',
      'letter to a worker who keeps breaking the rules',
    ],
    nearMisses: ['my bus was late', 'sound a fire warning'],
  }),
  authored('Find wording for a dismissal talk', {
    role: 'People manager',
    about: 'You prepare a respectful conversation in which somebody loses the job.',
    when: 'The decision to part ways is taken and must be told.',
    keywords: ['dismissal', 'termination meeting', 'layoff conversation'],
    match: [
      'how do I tell an employee that we let him go',
      'script for a termination meeting',
      'prepare a layoff conversation',
    ],
    noMatch: ['cancel a software contract', 'fire safety in the office'],
    prompts: { 'Write the script': 'Write what to say when {{name}} is dismissed for {{reason}}; what comes next.' },
    unseen: [
      'I have to fire someone on friday, what are the right words',
      'we are parting ways with our analyst, guide me through telling her',
      'break the news of redundancies to the night shift',
      'he will lose his position, how do I say it decently',
    ],
    nearMisses: ['terminate our phone contract', 'we lost the tender'],
  }),
  authored('Make a training plan', {
    role: 'Learning and development',
    about: 'You get a learning path for a group: goals, modules, methods, time.',
    when: 'People need a skill that they do not have yet.',
    keywords: ['training plan', 'learning path', 'upskilling', 'curriculum'],
    match: [
      'create a training plan for new team leads',
      'learning path for data skills in controlling',
      'workshop programme for customer service',
    ],
    noMatch: ['my training at the gym', 'train a machine learning model'],
    prompts: { 'Make the plan': 'Make a training plan for {{group}} on {{skill}}: modules, exercises, hours.' },
    unseen: [
      'our accountants should get better at excel, set up a course',
      'how can we teach the reps to listen',
      'education schedule for apprentices in the lab',
      'design lessons so that everybody knows the new tool',
    ],
    nearMisses: ['how do I learn spanish quickly', 'the train is late'],
  }),
  authored('Write a case study', {
    role: 'Content marketer',
    about: 'You turn an interview with a client into a success story with numbers and quotes.',
    when: 'A client had good results with us and agreed to be named.',
    keywords: ['case study', 'success story', 'customer story'],
    match: [
      'write a case study about a client in logistics',
      'success story from my interview with a customer',
      'turn these results into a reference story',
    ],
    noMatch: ['user story for the backlog', 'tell me a bedtime story'],
    prompts: { 'Write the story': 'Write a case study on {{client}}: start, solution, results {{results}}, quote.' },
    unseen: [
      'a bakery saved forty percent with our product, make it a nice read',
      'show on one page what we achieved for a buyer in the energy business',
      'happy account agreed to be on our website, write up what they gained',
      'before and after report on how a hotel profits from our service',
    ],
    nearMisses: ['study plan for an exam', 'acceptance criteria for the login'],
  }),
  authored('Follow up after an offer', {
    role: 'Sales rep',
    about: 'You write a friendly nudge to a buyer who has gone silent on a quote.',
    when: 'An offer was sent and no answer came.',
    keywords: ['follow-up', 'open quote', 'no answer', 'nudge'],
    match: [
      'write a follow-up mail on our quote from last week',
      'the prospect does not answer my proposal, what do I send',
      'gentle reminder about our offer',
    ],
    noMatch: ['remind a customer to pay the invoice', 'first mail to a new prospect'],
    prompts: { 'Write the mail': 'Write a follow-up to {{person}} on the offer of {{date}} with one new reason.' },
    unseen: [
      'they went quiet after we gave them the price',
      'haven’t heard back from the buyer in two weeks, ping him nicely',
      'chase a lead who got our bid and vanished',
      'check in with the customer whether they still want what we quoted',
    ],
    nearMisses: ['chase the unpaid bill', 'nobody answers the phone'],
  }),
  authored('Analyse why a deal was lost', {
    role: 'Sales manager',
    about: 'You find the causes of a lost deal and what to change.',
    when: 'A prospect has decided against us.',
    keywords: ['win loss analysis', 'lost deal', 'post-mortem sales'],
    match: [
      'analyse why we lost the tender with the city',
      'loss review of our biggest opportunity',
      'lessons from a deal that went to the competitor',
    ],
    noMatch: ['postmortem of an outage', 'calculate our losses this year'],
    prompts: { Analyse: 'Analyse the lost deal {{deal}} from {{notes}}: causes, signals, three changes.' },
    unseen: [
      'the customer picked someone else, where did we go wrong',
      'why did the pitch with the insurer fail',
      'a rival snatched the order away, what can we learn from that',
      'we came second again, look at the reasons',
    ],
    nearMisses: ['profit and loss statement', 'why did the server fail'],
  }),
  authored('Explain a price increase to customers', {
    role: 'Account manager',
    about: 'You tell clients that prices go up, why, and from when, without losing them.',
    when: 'A new price list comes into force.',
    keywords: ['price increase', 'new prices', 'price adjustment letter'],
    match: [
      'write a letter about our price increase in january',
      'tell customers that the subscription gets more expensive',
      'justify the price adjustment to a key account',
    ],
    noMatch: ['increase my salary', 'give a discount to a customer'],
    prompts: { 'Write the letter': 'Tell {{customers}} that prices rise by {{percent}} from {{date}}: reason, value.' },
    unseen: [
      'our rates go up next year, how do we break it to clients',
      'notify buyers that they will pay more from march',
      'inflation forces us to charge more, mail to all accounts',
      'raise fees without scaring people off',
    ],
    nearMisses: ['why did petrol get more expensive', 'my rent goes up'],
  }),
  authored('Win back a customer who cancelled', {
    role: 'Customer success',
    about: 'You write to someone who left and give a good reason to return.',
    when: 'A subscription ended and you want the client back.',
    keywords: ['win-back', 'churn', 'cancelled customer', 'retention mail'],
    match: [
      'win-back mail to a customer who cancelled in spring',
      'how do we regain churned accounts',
      'offer to bring former subscribers back',
    ],
    noMatch: ['cancel my subscription', 'return a broken product'],
    prompts: {
      'Write the mail': 'Write a win-back mail to {{customer}} who left because of {{reason}}; offer {{offer}}.',
    },
    unseen: [
      'a client quit our service, persuade him to come back',
      'many users unsubscribed, what message could make them return',
      'get lost customers on board again',
      'reactivate people who stopped buying from us',
    ],
    nearMisses: ['how do I unsubscribe', 'take back a parcel'],
  }),
  authored('Check a lease', {
    role: 'Office manager',
    about: 'You get a list of duties, dates and traps of a rental agreement for premises.',
    when: 'A lease for an office, store or hall is to be signed or extended.',
    keywords: ['lease review', 'rental agreement', 'tenancy', 'premises'],
    match: [
      'check the lease for our new office',
      'what are the risks in this rental agreement',
      'which duties do we have as tenant of the hall',
    ],
    noMatch: ['summarise a software licence', 'find an office in hamburg'],
    prompts: { 'Check it': 'Check this lease {{text}}: term, notice, rent rises, repairs, fit-out, red flags.' },
    unseen: [
      'the landlord sent the papers for the second floor, is anything fishy in there',
      'can the owner of the building raise what we pay each month',
      'before we rent the showroom, go through the small print',
      'who has to fix the roof according to our tenancy contract',
    ],
    nearMisses: ['I look for a flat', 'lease a company car'],
  }),
  authored('Answer a legal demand', {
    role: 'Legal counsel',
    about: 'You draft a calm first answer to a letter of a lawyer or authority.',
    when: 'Someone claims a breach and sets a deadline.',
    keywords: ['demand letter', 'cease and desist', 'claim', 'legal letter'],
    match: [
      'reply to a cease and desist letter',
      'draft an answer to a claim for damages',
      'a lawyer demands payment, how do we respond',
    ],
    noMatch: ['write a reminder for an unpaid invoice', 'claim my travel expenses'],
    prompts: { 'Draft the answer': 'Answer the demand {{letter}}: dispute or accept {{points}}, ask for time.' },
    unseen: [
      'an attorney wrote that we violate a trademark, what do we send back',
      'somebody threatens to sue us over the delivery',
      'we got mail from a law firm with an ultimatum',
      'respond to an accusation that we infringe a patent',
    ],
    nearMisses: ['which law applies to overtime', 'insurance claim for my laptop'],
  }),
  authored('Write a privacy notice', {
    role: 'Data protection',
    about: 'You write what data a service takes, why, and for how long, in plain words.',
    when: 'A page, app or form takes data of people.',
    keywords: ['privacy notice', 'privacy policy', 'data protection information'],
    match: [
      'write a privacy notice for our app',
      'data protection information for a web form',
      'update the privacy policy for the newsletter',
    ],
    noMatch: ['answer a gdpr access request', 'who can read my mailbox'],
    prompts: { 'Write the notice': 'Write a privacy notice for {{service}}: data, purpose, basis, period, rights.' },
    unseen: [
      'we put cameras at the entrance, what do we have to tell visitors',
      'text on the site that says what we store about people',
      'applicants should know what happens with their details',
      'explain in our webshop how personal information is handled',
    ],
    nearMisses: ['delete all my data please', 'notice period of my contract'],
  }),
  authored('Plan the yearly budget', {
    role: 'Finance business partner',
    about: 'You set up next year’s budget of a department with assumptions and a short text.',
    when: 'Budget season starts.',
    keywords: ['budget planning', 'annual budget', 'cost plan'],
    match: [
      'set up the budget for the marketing department',
      'plan the costs of my team for next year',
      'budget template with assumptions and headcount',
    ],
    noMatch: ['explain why we are over budget', 'plan my household budget'],
    prompts: { 'Plan it': 'Plan the budget of {{department}} for {{year}} from {{actuals}} and {{plans}}.' },
    unseen: [
      'how much money will my group need in the coming twelve months',
      'put together our spending for next fiscal year',
      'I must hand in what we want to spend by october',
      'work out expected expenses for staff, travel and tools',
    ],
    nearMisses: ['how can I save money', 'where are the receipts of last year'],
  }),
  authored('Explain figures to non-experts', {
    role: 'Controller',
    about: 'You explain a report in words that everyone understands, with one picture.',
    when: 'People without a finance background must understand numbers.',
    keywords: ['explain numbers', 'financial report', 'plain language', 'key figures'],
    match: [
      'explain our balance sheet to the works council',
      'what do these key figures mean in plain language',
      'present the quarterly results to employees without jargon',
    ],
    noMatch: ['write the annual report', 'explain photosynthesis'],
    prompts: { Explain: 'Explain {{report}} to {{audience}} in plain words: three messages and one comparison.' },
    unseen: [
      'the engineers do not get the p&l, make it easy',
      'break down the financials so that laymen can follow',
      'say simply how the company is doing money-wise',
      'what does ebitda tell us, for people from the shop floor',
    ],
    nearMisses: ['explain the rules of chess', 'draw an organisation chart'],
  }),
  authored('Answer an auditor', {
    role: 'Accountant',
    about: 'You collect what the auditor asks for and word a short, complete reply.',
    when: 'An audit is running and a question came in.',
    keywords: ['audit request', 'auditor question', 'supporting documents'],
    match: [
      'answer a question of the auditors about provisions',
      'which documents do we need for the audit sample',
      'explain a booking to the external auditor',
    ],
    noMatch: ['audit our suppliers', 'security audit of the website'],
    prompts: { 'Word the reply': 'Answer the audit question {{question}} with {{facts}}; list the documents.' },
    unseen: [
      'the people who check our books want proof for an accrual',
      'external examiners ask why we wrote this off',
      'they want evidence for the revenue in december, formulate a response',
      'gather the papers for the annual accounts inspection',
    ],
    nearMisses: ['book a table', 'check my spelling'],
  }),
  authored('Write a bug report', {
    role: 'Everyone',
    about: 'You turn a complaint about software into a report that developers can reproduce.',
    when: 'Something in a program does not work as it should.',
    keywords: ['bug report', 'steps to reproduce', 'defect', 'issue'],
    match: [
      'write a bug report for the broken export button',
      'describe this error so that developers can reproduce it',
      'turn the complaint of a tester into an issue',
    ],
    noMatch: ['fix this bug', 'report on our quarter'],
    prompts: { 'Write the report': 'Write a bug report: steps {{steps}}, expected {{expected}}, actual {{actual}}.' },
    unseen: [
      'the app freezes when I upload a photo, note that for the programmers',
      'file a defect: totals are wrong after saving',
      'make a proper ticket out of "it crashes all the time"',
      'tell the engineers precisely what goes wrong on the login page',
    ],
    nearMisses: ['my screen is frozen', 'there is a bug in my salad'],
  }),
  authored('Write unit tests', {
    role: 'Software engineer',
    about: 'You get tests for a function with normal, edge and error cases.',
    when: 'Code has no tests yet.',
    keywords: ['unit tests', 'test cases', 'coverage'],
    match: [
      'write unit tests for this class',
      'test cases for a date parser with edge cases',
      'raise the coverage of this module',
    ],
    noMatch: ['make a quiz for employees', 'review this pull request'],
    prompts: { 'Write tests': 'Write unit tests for {{code}} in {{framework}}: normal, edge and error cases.' },
    unseen: [
      'I have a method without any checks, make sure it does not break',
      'cover this function with jest',
      'which cases should I verify for the tax calculation code',
      'automated checks for my python script',
    ],
    nearMisses: ['test my internet connection', 'medical test results'],
  }),
  authored('Explain legacy code', {
    role: 'Software engineer',
    about: 'You get a guided tour of code that nobody remembers: purpose, flow, traps.',
    when: 'You must change code that you did not write.',
    keywords: ['explain code', 'legacy code', 'understand function'],
    match: ['explain what this old function does', 'walk me through this legacy module', 'document this sql query'],
    noMatch: ['write new code for a form', 'explain our dress code'],
    prompts: { Explain: 'Explain this code {{code}}: purpose, flow, side effects, traps.' },
    unseen: [
      'someone who left wrote this script, what is it doing',
      'I inherited a program from 2009 and do not understand it',
      'make sense of these stored procedures',
      'what happens step by step in this piece of java',
    ],
    nearMisses: ['zip code of berlin', 'qr code for our menu'],
  }),
  authored('Plan a data migration', {
    role: 'IT project manager',
    about: 'You get a plan to bring data from an old system to a new one: mapping, trial, cut-over, way back.',
    when: 'A system is replaced.',
    keywords: ['data migration', 'system replacement', 'cutover plan'],
    match: [
      'plan the migration from our old crm to the new one',
      'cutover plan for replacing the erp',
      'checklist for moving data to the cloud',
    ],
    noMatch: ['plan our office move', 'migration of birds'],
    prompts: { 'Plan it': 'Plan the migration from {{old}} to {{new}}: mapping, cleaning, trial runs, cut-over.' },
    unseen: [
      'we switch to another accounting software, how do we get everything across',
      'transfer ten years of records into the new platform without losing any',
      'bring customer entries from the spreadsheet into the database safely',
      'the old tool is shut down in june, organise the changeover',
    ],
    nearMisses: ['move my desk', 'copy files to a usb stick'],
  }),
  authored('Write an IT outage notice', {
    role: 'IT service desk',
    about: 'You tell users what is down, since when, what to do meanwhile and when more is known.',
    when: 'A service is disturbed or maintenance is planned.',
    keywords: ['outage notice', 'maintenance window', 'service disruption', 'status message'],
    match: [
      'inform users that the mail server is down',
      'announce the maintenance window on sunday',
      'status message about the disruption of the vpn',
    ],
    noMatch: ['write the postmortem of the outage', 'my internet is down'],
    prompts: {
      'Write the notice': 'Write a notice: {{service}} is down since {{time}}, effect, workaround, next news.',
    },
    unseen: [
      'nobody can log in at the moment, let everyone know we are on it',
      'we take the intranet offline on saturday night, message to staff',
      'the phones do not work in the north wing, what do I write to people',
      'heads-up about planned downtime of the payroll tool',
    ],
    nearMisses: ['I cannot log in', 'is the shop open on sunday'],
  }),
  authored('Investigate a quality defect', {
    role: 'Quality engineer',
    about: 'You find the root cause of a defect with five whys and define corrective actions.',
    when: 'Parts were rejected or a customer sent goods back.',
    keywords: ['root cause', '8d report', 'quality defect', 'corrective action'],
    match: [
      'write an 8d report for scratched housings',
      'root cause analysis of leaking valves',
      'five whys for rejected parts on line two',
    ],
    noMatch: ['root cause of the server outage', 'answer an angry customer'],
    prompts: { Investigate: 'Make an 8D report on {{defect}}: team, containment, cause, corrective actions, proof.' },
    unseen: [
      'half of the batch came out cracked, find out why',
      'the client returned a pallet because of bad welds, what do we change',
      'too much scrap on the press, get to the bottom of it',
      'why do our bottles keep failing the check and how do we stop it',
    ],
    nearMisses: ['my glass is cracked', 'why is the shop closed'],
  }),
  authored('Reorder stock', {
    role: 'Warehouse planner',
    about: 'You work out what to order, when and how much from stock, use and delivery time.',
    when: 'Stock runs low.',
    keywords: ['reorder point', 'stock level', 'replenishment', 'safety stock'],
    match: [
      'calculate the reorder point for screws',
      'which articles should we order this week',
      'safety stock for parts with long delivery times',
    ],
    noMatch: ['stock market tips', 'where is my order'],
    prompts: { Calculate: 'Calculate what to reorder from {{stock}}, use {{use}} and lead time {{days}}.' },
    unseen: [
      'we are running out of labels, how many do we need',
      'shelves are getting empty, what has to be bought',
      'how much packaging should we keep in the depot',
      'never be short of spare parts again, suggest minimum quantities',
    ],
    nearMisses: ['buy shares', 'the fridge is empty'],
  }),
  authored('Plan a business trip', {
    role: 'Assistant',
    about: 'You get an itinerary with travel, hotel and times that fits the rules.',
    when: 'Somebody has to be somewhere else for work.',
    keywords: ['business trip', 'itinerary', 'travel booking', 'travel plan'],
    match: [
      'plan a business trip to vienna for two people',
      'itinerary for a visit to three customers in spain',
      'find train and hotel for the fair within our travel rules',
    ],
    noMatch: ['check my travel expenses', 'holiday in greece'],
    prompts: {
      'Plan the trip': 'Plan a trip to {{place}} from {{start}} to {{end}} for {{people}}; meetings {{meetings}}.',
    },
    unseen: [
      'the boss flies to tokyo next month, organise everything',
      'I have appointments in lyon and geneva, how do I get there and where do I stay',
      'sort out flights and accommodation for the board offsite',
      'schedule for my journey to the plant in poland',
    ],
    nearMisses: ['nice beaches in portugal', 'reimburse my taxi'],
  }),
  authored('Organise a company event', {
    role: 'Office manager',
    about: 'You get a plan with budget, place, programme and tasks for a party, fair or offsite.',
    when: 'An event has to be prepared.',
    keywords: ['event planning', 'company party', 'offsite', 'summer party'],
    match: [
      'organise our summer party for 200 people',
      'plan a two day offsite for the leadership team',
      'task list for the open house of our plant',
    ],
    noMatch: ['invite the team to a meeting', 'birthday party for my son'],
    prompts: { 'Plan the event': 'Plan {{event}} for {{count}} people on {{date}}: place, programme, budget, tasks.' },
    unseen: [
      'we celebrate twenty years of the firm, what needs to be done',
      'christmas do for the whole staff, ideas and to-dos',
      'get-together with food and music for all departments',
      'retreat in the mountains with the management, who does what until when',
    ],
    nearMisses: ['what is on at the theatre', 'my sister gets married'],
  }),
  authored('Choose software', {
    role: 'IT buyer',
    about: 'You compare programs by needs, cost, safety and effort and recommend one.',
    when: 'A team wants a new tool.',
    keywords: ['software selection', 'tool comparison', 'requirements matrix'],
    match: [
      'compare three helpdesk tools for us',
      'which project management software fits a team of ten',
      'criteria for choosing a new hr system',
    ],
    noMatch: ['install software on my laptop', 'compare two phone contracts'],
    prompts: { Compare: 'Compare {{tools}} for {{need}} by function, cost, security, effort; recommend one.' },
    unseen: [
      'we need an app for time tracking, what is the best one',
      'help us pick a platform for online training',
      'pros and cons of two programs for bookkeeping',
      'shortlist of solutions to manage our documents',
    ],
    nearMisses: ['update my software', 'best app for recipes'],
  }),
  authored('Summarise customer feedback', {
    role: 'Product manager',
    about: 'You sort comments of customers by theme, weight and mood and name what to do first.',
    when: 'Many comments came in and nobody has an overview.',
    keywords: ['customer feedback', 'survey comments', 'voice of the customer', 'themes'],
    match: [
      'summarise the comments of our customer survey',
      'which themes come up in app store reviews',
      'cluster the feedback from support tickets',
    ],
    noMatch: ['give feedback to a colleague', 'answer this review'],
    prompts: { Summarise: 'Sort this feedback {{comments}} by theme with counts, mood and a quote each.' },
    unseen: [
      'what do people complain about most in the questionnaire',
      '300 opinions from users, give me the gist',
      'group what clients say about the new version',
      'what annoys buyers according to their ratings',
    ],
    nearMisses: ['how do I make a survey', 'my opinion about the film'],
  }),
  authored('Write a product announcement', {
    role: 'Product marketing',
    about: 'You tell users what is new, what it brings and how to start.',
    when: 'A feature or product goes live.',
    keywords: ['product launch', 'feature announcement', 'release news', 'what is new'],
    match: [
      'announce our new dashboard to users',
      'write a launch mail for the mobile app',
      'what is new text for version four',
    ],
    noMatch: ['press release on a new ceo', 'what is new in the world'],
    prompts: { 'Write the text': 'Announce {{feature}} to {{audience}}: benefit, three points, how to start.' },
    unseen: [
      'the search finally got better, tell customers about it',
      'we ship dark mode tomorrow, I need a short post for users',
      'introduce the improved editor in a mail',
      'spread the word that our tool now speaks french',
    ],
    nearMisses: ['launch a rocket', 'tell staff about the new canteen'],
  }),
  authored('Improve a business text', {
    role: 'Everyone',
    about: 'You get a clearer, shorter version of a mail, report or page with the reasons for each change.',
    when: 'A text is written and does not convince yet.',
    keywords: ['improve text', 'plain english', 'edit report', 'polish'],
    match: [
      'make this report clearer and shorter',
      'edit my mail to the board so that it convinces',
      'turn this passage into plain english',
    ],
    noMatch: ['translate this contract', 'write a poem'],
    prompts: { Improve: 'Improve this text for {{reader}}: clear, short, active. Explain each change. {{text}}' },
    unseen: [
      'my memo sounds clumsy, give it some polish',
      'too wordy, tidy up the writing of this paper for the directors',
      'nobody understands my concept, make it readable',
      'rework the wording of the tender letter so it is more convincing',
    ],
    nearMisses: ['read this aloud', 'what is a synonym of quick'],
  }),
];

/** The catalog for trying out concept groups. */
export const DEVELOPMENT_CATALOG: AuthoredCatalog = {
  trails: TRAILS,
  generic: `
hello, what can you do for me
thank you, that is all for today
what is the boiling point of water
how tall is the eiffel tower
can you make it a bit nicer
say that again in other words
translate good luck into japanese
what is eight times nine
give me a random number
who wrote faust
how do I bake bread without yeast
which shoes are good for running
is it going to snow
when does the sun set today
how do I keep cats off the sofa
tell me something interesting
what is a palindrome
how do I turn up the brightness
my headphones are not recognised
where did I save the file
how do I freeze the first row
good movies from the nineties
what does my name mean
what can I do against hiccups
find me a hairdresser
is there a train at six
how old is the moon
do you know a good riddle
the coffee is cold
what time is lunch
which colour goes with green
more details please
start over
shorten the last answer
I am lost
  `
    .trim()
    .split('\n'),
};
