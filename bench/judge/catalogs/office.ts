// The catalog that the calibration is fitted on: a mid-sized company across its departments.
import { type AuthoredCatalog, authored } from './authored-trail.ts';

const TRAILS = [
  authored('Write a job advert', {
    role: 'Recruiter',
    about:
      'You turn the notes of a hiring manager into an inclusive job advert that the careers page can take as it is.',
    when: 'A position was approved and the text for the careers page is due.',
    keywords: ['job ad', 'vacancy text', 'job posting', 'career page'],
    match: [
      'write a job posting for a warehouse lead',
      'draft an advert for our open controller role',
      'we need a text for the new vacancy in marketing',
    ],
    noMatch: ['write a reference letter for a former colleague', 'prepare questions for an interview'],
    prompts: {
      'Draft the advert':
        'Write a job advert for {{role}} in {{city}}. Tasks: {{tasks}}. Requirements: {{requirements}}.',
    },
    unseen: [
      'please compose an ad for an opening as payroll specialist',
      'our backend team grows, I need a posting for a senior developer',
      'can you make the vacancy for the front office sound more attractive',
      'text for linkedin: we are hiring a sales assistant',
      'turn these notes from the hiring manager into a position we can publish',
    ],
    nearMisses: ['what does a payroll specialist earn on average', 'reject an applicant politely'],
  }),
  authored('Prepare a structured interview', {
    role: 'Hiring manager',
    about: 'You get a set of questions with a rating scale for each competence of the role.',
    when: 'A candidate is invited and you want to ask everyone the same questions.',
    keywords: ['interview questions', 'interview guide', 'candidate interview', 'competence questions'],
    match: [
      'give me interview questions for an account manager',
      'build an interview guide with scoring for a team lead',
      'what should I ask a candidate for the finance role',
    ],
    noMatch: ['write a job advert for an account manager', 'prepare me for a customer interview about our product'],
    prompts: {
      'Make the guide':
        'Create ten structured interview questions for {{role}} on {{competences}} with a scale of 1 to 5.',
    },
    unseen: [
      'I am meeting an applicant tomorrow, which questions fit a support agent',
      'scorecard to rate candidates for the analyst job',
      'behavioural questions to find out whether someone works well in a team',
      'help me to structure the conversation with a candidate for head of logistics',
    ],
    nearMisses: [
      'how do I prepare as a candidate for my own interview',
      'schedule the interviews in everyone’s calendar',
    ],
  }),
  authored('Decline an applicant kindly', {
    role: 'Recruiter',
    about: 'You send a respectful rejection that names a reason and keeps the door open.',
    when: 'An applicant is out of the process and waits for an answer.',
    keywords: ['rejection letter', 'decline candidate', 'turn down applicant'],
    match: [
      'write a rejection mail to an applicant after the second round',
      'decline a candidate politely',
      'tell someone they did not get the job',
    ],
    noMatch: ['decline a meeting invitation', 'reject an offer from a supplier'],
    prompts: { 'Write the letter': 'Write a kind rejection to {{applicant}} for {{role}}. Reason: {{reason}}.' },
    unseen: [
      'how do I word a no for someone who applied as designer',
      'we chose another person for the role, inform the other candidates',
      'short friendly refusal for an unsuccessful application',
      'turn down a jobseeker without hurting feelings',
    ],
    nearMisses: ['reject the vacation request of an employee', 'write a job posting for a designer'],
  }),
  authored('Plan the first weeks of a new colleague', {
    role: 'Team lead',
    about: 'You get an onboarding plan for the first thirty days with goals, people to meet and training.',
    when: 'Someone signed and starts soon.',
    keywords: ['onboarding plan', 'new hire', 'first day', 'induction'],
    match: [
      'create an onboarding plan for a new sales rep',
      'what should a new colleague do in the first week',
      'thirty day plan for someone who joins our team in may',
    ],
    noMatch: ['onboard a new customer to our platform', 'plan the farewell of a colleague'],
    prompts: {
      'Plan thirty days': 'Make an onboarding plan for {{name}} as {{role}} with weekly goals, contacts and training.',
    },
    unseen: [
      'somebody starts on monday, make a schedule for her first days',
      'induction checklist for a junior accountant',
      'how do I get a newcomer in engineering up to speed quickly',
      'welcome programme for our new apprentice',
    ],
    nearMisses: ['how do we set up a new client account', 'exit checklist for a leaver'],
  }),
  authored('Write a performance review', {
    role: 'People manager',
    about: 'You turn observations into a fair review with examples, strengths and goals.',
    when: 'The review cycle is open and the written evaluation is due.',
    keywords: ['performance review', 'appraisal', 'annual review', 'employee evaluation'],
    match: [
      'write the annual review for one of my engineers',
      'turn my notes into a fair performance evaluation',
      'appraisal text with strengths and areas to develop',
    ],
    noMatch: ['review this pull request', 'review the performance of our ad campaign'],
    prompts: {
      'Write the review': 'Write a review of {{name}} from these observations: {{observations}}. Add two goals.',
    },
    unseen: [
      'I have to assess my team member at year end, help me phrase it',
      'how do I put in writing that somebody exceeded the expectations',
      'draft constructive feedback for an underperforming employee’s evaluation',
      'summarise these examples into an appraisal for my assistant',
    ],
    nearMisses: ['review our quarterly financial performance', 'write my own self assessment'],
  }),
  authored('Answer an angry customer', {
    role: 'Support agent',
    about: 'You calm the customer, own the mistake and offer the next step.',
    when: 'A customer writes in anger about a fault, a delay or a wrong charge.',
    keywords: ['complaint', 'angry customer', 'unhappy client', 'apology mail'],
    match: [
      'reply to a furious customer whose delivery is late',
      'how do I answer this complaint about our service',
      'apologise to a client because we billed the wrong amount',
    ],
    noMatch: ['complain to our supplier about damaged goods', 'write to an angry colleague'],
    prompts: {
      'Draft the reply': 'Answer this complaint with empathy, take responsibility and offer {{remedy}}: {{message}}.',
    },
    unseen: [
      'client is upset that nobody called back, draft a response',
      'this buyer threatens to leave a bad review, what do I write',
      'sorry mail for a customer who received a broken device',
      'calm down a frustrated user who waited three weeks for the parcel',
      'respond to this nasty message from a client',
    ],
    nearMisses: ['our supplier sent broken parts, write a claim', 'count the complaints we had last month'],
  }),
  authored('Turn a ticket into a help article', {
    role: 'Support agent',
    about: 'You make a knowledge base article from a solved ticket so that the next customer finds the answer alone.',
    when: 'A question was solved and will come again.',
    keywords: ['knowledge base', 'help article', 'faq entry', 'support article'],
    match: [
      'write a help centre article from this solved ticket',
      'make a faq entry out of this conversation with a customer',
      'document the solution for our knowledge base',
    ],
    noMatch: ['write a blog article about our company', 'answer this ticket'],
    prompts: {
      'Write the article': 'Write a help article from this ticket: {{ticket}}. Problem, cause, steps, result.',
    },
    unseen: [
      'many users ask the same thing, create a support page that explains it',
      'convert this chat with a client into step by step instructions for our help pages',
      'knowledge article how to change the billing address',
      'we fixed this issue for a customer, write it up so that others can look it up',
    ],
    nearMisses: ['close all solved tickets', 'blog post about our new support team'],
  }),
  authored('Write a cold outreach email', {
    role: 'Sales development',
    about: 'You write a short first mail to a prospect that shows why it is worth an answer.',
    when: 'You contact a company for the first time.',
    keywords: ['cold email', 'outreach', 'prospecting mail', 'first contact'],
    match: [
      'write a cold mail to the head of purchasing at a car supplier',
      'first outreach message to a prospect in retail',
      'short intro mail to a lead who never heard of us',
    ],
    noMatch: ['follow up on the quote we sent last week', 'newsletter to all customers'],
    prompts: { 'Draft the mail': 'Write a first mail of 90 words to {{person}} at {{company}} about {{problem}}.' },
    unseen: [
      'reach out to a hospital that might need our software',
      'how do I approach a potential client I found at the fair list',
      'linkedin message to a prospect that does not sound like spam',
      'introduce us to a company that has not bought anything yet',
    ],
    nearMisses: ['remind a customer to pay', 'thank a long-time customer'],
  }),
  authored('Prepare a customer meeting', {
    role: 'Account manager',
    about: 'You get a one-page brief: who they are, what is open, what to ask and what to offer.',
    when: 'A meeting with a customer or prospect is in the calendar.',
    keywords: ['meeting prep', 'account brief', 'call preparation', 'customer visit'],
    match: [
      'prepare me for the call with a customer tomorrow',
      'one page brief about this account before my visit',
      'what should I know before I meet the purchasing director',
    ],
    noMatch: ['write minutes of the customer meeting', 'prepare a job interview'],
    prompts: {
      'Make the brief':
        'Brief me for a meeting with {{customer}}: company, people, open topics {{topics}}, questions, offer.',
    },
    unseen: [
      'I visit a key account on thursday, collect what matters',
      'background on the client before our video call',
      'get me ready for a discovery call with a logistics company',
      'talking points for my appointment with the buyer',
    ],
    nearMisses: ['summarise what was said in the client meeting', 'book a room for the client visit'],
  }),
  authored('Write a proposal from call notes', {
    role: 'Account executive',
    about: 'You turn notes from a sales call into a proposal with goals, scope, price and next steps.',
    when: 'A prospect asked for a written offer.',
    keywords: ['proposal', 'offer document', 'quote text', 'sales proposal'],
    match: [
      'write a proposal from my notes of the call',
      'draft an offer for the client with scope and price',
      'make a quotation letter for a consulting project',
    ],
    noMatch: ['compare the offers of three suppliers', 'propose a date for a meeting'],
    prompts: { 'Write the proposal': 'Write a proposal for {{client}} from these notes: {{notes}}. Price: {{price}}.' },
    unseen: [
      'the prospect wants something in writing by friday, here are my notes',
      'put together a sales offer for a two year licence',
      'turn this conversation into a document the customer can sign',
      'structure a bid for a cleaning contract with three price options',
    ],
    nearMisses: ['job offer for a candidate', 'which supplier made the best bid'],
  }),
  authored('Handle price objections', {
    role: 'Sales rep',
    about: 'You get answers to a buyer who finds us too expensive, without giving a discount at once.',
    when: 'A buyer pushes back on the price.',
    keywords: ['price objection', 'too expensive', 'discount request', 'negotiation'],
    match: [
      'the customer says we are too expensive, what do I answer',
      'how do I react to a request for 20 percent discount',
      'arguments why our price is higher than the competitor',
    ],
    noMatch: ['raise our prices by five percent', 'negotiate my salary'],
    prompts: {
      'Find answers': 'The buyer says: {{objection}}. Give three answers that defend the value of {{product}}.',
    },
    unseen: [
      'client wants it cheaper or he walks away',
      'how can I defend the cost of our service against a low-cost rival',
      'buyer asks for a rebate in the last minute, how do I respond',
      'they say the other vendor offers half the price',
    ],
    nearMisses: ['calculate the price with 20 percent discount', 'announce a price increase to customers'],
  }),
  authored('Plan a month of social posts', {
    role: 'Marketing manager',
    about: 'You get a content calendar with topics, texts and hashtags for our channels.',
    when: 'The next month of social media has to be filled.',
    keywords: ['social media plan', 'content calendar', 'linkedin posts', 'instagram'],
    match: [
      'plan our linkedin posts for june',
      'content calendar for four weeks of social media',
      'ideas and texts for instagram next month',
    ],
    noMatch: ['write my personal linkedin profile', 'analyse the reach of our last post'],
    prompts: {
      'Make the calendar': 'Make a calendar of posts for {{channel}} in {{month}} about {{topics}}, three a week.',
    },
    unseen: [
      'what could we post every week about our sustainability work',
      'editorial plan for our social channels in autumn',
      'twelve captions with hashtags around the product launch',
      'fill our company feed on linkedin for the coming weeks',
    ],
    nearMisses: ['how many followers do we have', 'buy ads on instagram'],
  }),
  authored('Write a press release', {
    role: 'Communications',
    about: 'You write a press release in news style with quote, facts and contact.',
    when: 'There is news for journalists.',
    keywords: ['press release', 'media release', 'news for journalists'],
    match: [
      'write a press release about our new plant',
      'announce our partnership to the media',
      'press text on the appointment of a new ceo',
    ],
    noMatch: ['tell all employees about the new ceo', 'write an advert for our plant'],
    prompts: {
      'Write the release': 'Write a press release about {{news}} with a quote of {{person}} and facts {{facts}}.',
    },
    unseen: [
      'we won an award, draft something for the newspapers',
      'media announcement for the acquisition of a start-up',
      'formulate a statement for journalists about our sustainability figures',
      'news release with a quote from the founder',
    ],
    nearMisses: ['internal memo about the acquisition', 'list the journalists we know'],
  }),
  authored('Write product texts for the shop', {
    role: 'E-commerce editor',
    about: 'You turn a data sheet into a product description that sells and that search engines find.',
    when: 'A new article goes into the online shop.',
    keywords: ['product description', 'shop text', 'item description', 'seo text'],
    match: [
      'write a product description for a desk lamp from this data sheet',
      'shop text with keywords for our new backpack',
      'make these technical features sound like benefits for buyers',
    ],
    noMatch: ['write the user manual of the lamp', 'compare our lamp with the competitor'],
    prompts: {
      'Write the text':
        'Write a product text of 120 words for {{product}} from {{features}}; use the words {{keywords}}.',
    },
    unseen: [
      'describe this coffee machine for our webshop',
      'seo copy for a category page with garden chairs',
      'listing text and five bullet points for a winter jacket',
      'we have a new item online and need appealing copy',
    ],
    nearMisses: ['job description for an e-commerce editor', 'how do I operate this coffee machine'],
  }),
  authored('Review an expense report', {
    role: 'Finance assistant',
    about: 'You check an expense claim against the travel policy and list what is missing.',
    when: 'A claim is on your desk before it is paid.',
    keywords: ['expense report', 'travel expenses', 'receipt check', 'reimbursement'],
    match: [
      'check this expense report against our policy',
      'are these hotel receipts within the limit',
      'which receipts are missing in this travel claim',
    ],
    noMatch: ['book a hotel in vienna', 'write our travel policy'],
    prompts: {
      'Check the claim':
        'Check these expenses {{expenses}} against the rules {{policy}} and list questions to the employee.',
    },
    unseen: [
      'a colleague wants his taxi and dinner paid back, is that allowed',
      'go through the trip costs and tell me what breaks the rules',
      'verify mileage and per diem in this claim',
      'can we reimburse these bills from the trade fair',
    ],
    nearMisses: ['how high was our total travel spend this year', 'plan a business trip to madrid'],
  }),
  authored('Remind a customer to pay', {
    role: 'Accounts receivable',
    about: 'You write payment reminders from friendly to firm, with invoice data and date.',
    when: 'An invoice is overdue.',
    keywords: ['payment reminder', 'overdue invoice', 'dunning', 'unpaid bill'],
    match: [
      'write a friendly payment reminder for an overdue invoice',
      'second reminder to a client who has not paid',
      'dunning letter with a deadline',
    ],
    noMatch: ['dispute an invoice we received', 'create an invoice for a project'],
    prompts: {
      'Write the reminder':
        'Write reminder number {{level}} to {{customer}} for invoice {{number}} over {{amount}}, due {{date}}.',
    },
    unseen: [
      'they still owe us 3000 euros since march, what do I write',
      'last warning before we hand it to collections',
      'polite nudge about an outstanding bill',
      'customer ignored our invoice for six weeks',
    ],
    nearMisses: ['pay the invoice of our cleaning firm', 'remind my team about the timesheets'],
  }),
  authored('Explain a budget variance', {
    role: 'Controller',
    about: 'You turn plan and actual figures into a short commentary that names causes and measures.',
    when: 'The monthly report shows that spending or revenue is off plan.',
    keywords: ['variance analysis', 'budget vs actual', 'plan deviation', 'monthly report'],
    match: [
      'explain why we are over budget in marketing',
      'write a commentary on plan versus actual for march',
      'what caused the deviation in personnel costs',
    ],
    noMatch: ['create a budget for next year', 'explain how a budget works'],
    prompts: {
      'Write the commentary':
        'Explain the variance between plan {{plan}} and actual {{actual}} for {{cost_center}}; causes and measures.',
    },
    unseen: [
      'our spend exceeds the plan by 12 percent, formulate an explanation for the cfo',
      'comment on the gap between forecast revenue and real sales',
      'management asks why energy costs are higher than planned',
      'notes for the monthly close: which cost centres deviate and why',
    ],
    nearMisses: ['set up the budget for the marketing team', 'how much money is left in my budget'],
  }),
  authored('Summarise a contract', {
    role: 'Legal operations',
    about: 'You get the main clauses of a contract in plain words, with dates, duties and red flags.',
    when: 'A contract lands on your desk and a decision has to be made soon.',
    keywords: ['contract summary', 'key clauses', 'contract review', 'agreement'],
    match: [
      'summarise this service agreement in plain words',
      'what are the notice periods and risks in this contract',
      'list the main clauses of the lease',
    ],
    noMatch: ['write a new employment contract', 'summarise the minutes of the board'],
    prompts: {
      Summarise: 'Summarise this contract: parties, term, notice, price, liability, unusual clauses. {{contract}}',
    },
    unseen: [
      'is there anything dangerous in this supplier agreement',
      'explain the liability section of the licence deal to a layman',
      'when can we get out of this contract',
      'give me the essentials of these terms and conditions before we sign',
    ],
    nearMisses: ['draft a non-disclosure agreement', 'who signs contracts in our company'],
  }),
  authored('Draft a non-disclosure agreement', {
    role: 'Legal operations',
    about: 'You draft a mutual or one-way confidentiality agreement from our template.',
    when: 'Talks with an outside party begin and secrets will be shared.',
    keywords: ['nda', 'confidentiality agreement', 'non-disclosure', 'secrecy'],
    match: [
      'draft an nda with a new development partner',
      'we need a mutual confidentiality agreement',
      'one-way non-disclosure agreement for a freelancer',
    ],
    noMatch: ['check the nda the customer sent us', 'keep this conversation confidential'],
    prompts: {
      'Draft the agreement':
        'Draft a {{kind}} non-disclosure agreement between us and {{party}} for {{purpose}}, term {{term}}.',
    },
    unseen: [
      'before we show the prototype to an investor we want secrecy in writing',
      'prepare a paper that forbids the agency to share our data',
      'secrecy contract for a supplier visit',
      'protect our trade secrets in talks with a possible buyer',
    ],
    nearMisses: ['summarise the nda in three sentences', 'is this e-mail confidential'],
  }),
  authored('Answer a data access request', {
    role: 'Data protection',
    about: 'You prepare the answer to a person who wants to know what data we hold.',
    when: 'Someone asks for access to or deletion of personal data.',
    keywords: ['subject access request', 'gdpr request', 'personal data', 'erasure'],
    match: [
      'answer a customer who wants to know which data we store about him',
      'template for a gdpr access request',
      'someone asks us to erase all personal data, how do we reply',
    ],
    noMatch: ['give me access to the shared drive', 'write a privacy notice for our website'],
    prompts: {
      'Draft the answer':
        'Draft an answer to {{person}} who requests {{right}} under data protection law. Data we hold: {{data}}.',
    },
    unseen: [
      'a former employee demands a copy of everything we have on her',
      'deletion request under gdpr from a newsletter subscriber',
      'what must we send when a person asks for their records',
      'reply within the legal deadline to a privacy inquiry',
    ],
    nearMisses: ['I cannot open the customer database', 'delete old files from the server'],
  }),
  authored('Write minutes from a transcript', {
    role: 'Everyone',
    about: 'You turn a transcript or rough notes into minutes with decisions, tasks, owners and dates.',
    when: 'A meeting ended and the participants wait for the record.',
    keywords: ['meeting minutes', 'meeting notes', 'transcript', 'action items'],
    match: [
      'write minutes from this transcript',
      'list decisions and action items from my meeting notes',
      'turn the notes of our project meeting into a protocol',
    ],
    noMatch: ['prepare the agenda for the next meeting', 'transcribe this audio file'],
    prompts: {
      'Write the minutes': 'Write minutes from {{transcript}}: participants, decisions, tasks with owner and date.',
    },
    unseen: [
      'what did we agree on in this call, and who does what',
      'clean up my scribbles from the steering committee',
      'recap of the weekly sync with to-dos',
      'the recording of our workshop as a short record with open points',
    ],
    nearMisses: ['invite everyone to the meeting', 'how do I record a call'],
  }),
  authored('Write a project status report', {
    role: 'Project manager',
    about: 'You get a one-page status with traffic lights, progress, risks and decisions needed.',
    when: 'The steering committee or sponsor expects the regular update.',
    keywords: ['status report', 'project update', 'steering committee', 'traffic light'],
    match: [
      'write the weekly status report of my project',
      'project update for the steering committee with risks',
      'summarise progress, milestones and blockers for the sponsor',
    ],
    noMatch: ['what is the status of my order', 'plan a new project'],
    prompts: {
      'Write the status':
        'Write a status report of {{project}}: progress {{progress}}, risks {{risks}}, decisions needed.',
    },
    unseen: [
      'management wants to know where the migration stands',
      'one page on progress and delays of the roll-out',
      'is the project green or red, formulate it for the sponsor',
      'collect what was done this week and what blocks us into an update',
    ],
    nearMisses: ['when will my parcel arrive', 'create a gantt chart for a new project'],
  }),
  authored('Write user stories', {
    role: 'Product owner',
    about: 'You turn an idea into user stories with acceptance criteria that the team can estimate.',
    when: 'A feature was agreed and the backlog has to be filled.',
    keywords: ['user story', 'acceptance criteria', 'backlog', 'requirements'],
    match: [
      'write user stories for a login with single sign-on',
      'acceptance criteria for the export feature',
      'break this epic down into stories for the backlog',
    ],
    noMatch: ['write a customer success story', 'tell me a story'],
    prompts: {
      'Write stories': 'Write user stories with acceptance criteria for {{feature}} and the user {{persona}}.',
    },
    unseen: [
      'split the new checkout into small backlog items',
      'requirements for the mobile app from the point of view of the user',
      'given when then criteria for password reset',
      'the stakeholders want filters in the list, formulate tickets for developers',
    ],
    nearMisses: ['case study about a happy customer', 'fix the login bug'],
  }),
  authored('Review a pull request', {
    role: 'Software engineer',
    about: 'You get a second pair of eyes on a change: bugs, security, tests, readability.',
    when: 'A change waits for review.',
    keywords: ['code review', 'pull request', 'merge request', 'diff'],
    match: ['review this pull request for bugs', 'code review of the following diff', 'is this change safe to merge'],
    noMatch: ['write a function that parses dates', 'review my performance'],
    prompts: { Review: 'Review this diff for bugs, security and missing tests: {{diff}}' },
    unseen: [
      'look over my code before I merge it',
      'what could go wrong with this patch',
      'find security problems in these changes',
      'second opinion on a merge request in typescript',
    ],
    nearMisses: ['how do I open a pull request', 'write unit tests for this class'],
  }),
  authored('Write an incident report', {
    role: 'Site reliability engineer',
    about: 'You write a blameless report with timeline, impact, cause and actions.',
    when: 'An outage is over and lessons have to be written down.',
    keywords: ['postmortem', 'incident report', 'outage', 'root cause'],
    match: [
      'write a postmortem for the outage last night',
      'incident report with timeline and root cause',
      'what do we learn from the failed deployment',
    ],
    noMatch: ['the website is down, what now', 'report an accident in the warehouse'],
    prompts: {
      'Write the report': 'Write a blameless postmortem: {{timeline}}, impact {{impact}}, cause {{cause}}, actions.',
    },
    unseen: [
      'our database was unreachable for two hours, document what happened',
      'lessons learned from the downtime of the shop',
      'timeline and causes of yesterday’s production failure for management',
      'blameless write-up after the api crashed',
    ],
    nearMisses: ['restart the production server', 'someone slipped on the stairs'],
  }),
  authored('Write a work instruction', {
    role: 'Operations lead',
    about: 'You turn know-how into a standard operating procedure with steps, checks and pictures to add.',
    when: 'A task is done differently by everyone and should be done the same way.',
    keywords: ['sop', 'work instruction', 'standard procedure', 'process description'],
    match: [
      'write a work instruction for packing glass',
      'standard operating procedure for the shift start',
      'describe this process step by step for new workers',
    ],
    noMatch: ['draw our organisation chart', 'instruct my assistant to book a room'],
    prompts: {
      'Write the procedure': 'Write a work instruction for {{task}} with material, steps, safety and quality checks.',
    },
    unseen: [
      'how we clean the filling machine should be on paper, draft the procedure',
      'sop for goods receipt in the warehouse',
      'make a checklist-like instruction out of what the foreman told me',
      'document how returns are handled so everybody does it alike',
    ],
    nearMisses: ['clean the machine', 'optimise our warehouse layout'],
  }),
  authored('Compare supplier offers', {
    role: 'Buyer',
    about: 'You compare quotes in a table by price, delivery, quality and risk, with a recommendation.',
    when: 'Several quotes are in and you have to choose.',
    keywords: ['compare quotes', 'supplier comparison', 'vendor selection', 'offers'],
    match: [
      'compare these three supplier offers in a table',
      'which vendor should we choose for packaging',
      'evaluate the quotes for new laptops',
    ],
    noMatch: ['write an offer to a customer', 'find a supplier for steel'],
    prompts: { Compare: 'Compare the offers {{offers}} by price, delivery, terms and risk; recommend one.' },
    unseen: [
      'two bids for the cleaning contract, which one is better',
      'decision matrix for selecting a logistics provider',
      'make a side by side of the prices and delivery times vendors sent',
      'help to choose between quotes from printing houses',
    ],
    nearMisses: ['send our price list to a customer', 'compare two candidates for a job'],
  }),
  authored('Announce a change to employees', {
    role: 'Internal communications',
    about: 'You tell staff what changes, why, for whom and from when, without jargon.',
    when: 'A decision is made that affects how people work.',
    keywords: ['internal announcement', 'staff memo', 'change communication', 'all employees'],
    match: [
      'announce the new home office rule to all employees',
      'memo to staff about the office move',
      'tell the company that we switch to a new expense tool',
    ],
    noMatch: ['announce our new product to the press', 'change my address in the system'],
    prompts: {
      'Write the announcement': 'Tell all employees about {{change}} from {{date}}: why, what it means, where to ask.',
    },
    unseen: [
      'how do I inform everyone about the reorganisation',
      'intranet news: canteen closes for renovation',
      'message from management to the workforce on shorter working hours',
      'explain to the teams why we introduce badges',
    ],
    nearMisses: ['press statement on the office move', 'what are the rules for home office'],
  }),
];

/** The calibration catalog. */
export const OFFICE_CATALOG: AuthoredCatalog = {
  trails: TRAILS,
  generic: `
make this text shorter
hi there, can you help me
translate the next message into polish
what is the capital of canada
thanks, looks good
how do I cook rice
summarise this article about whales
tell me a riddle
my mouse does not work
what is 12 times 17
give me a synonym for large
which film won the oscar
write a poem about autumn
how do I share my screen
fix the grammar in this sentence
what is the weather in oslo
I feel tired
book a table for two tonight
how do I get to the airport
suggest a name for my cat
how many days until christmas
what does eventually mean
convert 30 celsius to fahrenheit
remind me to buy bread
how do I make the letters bigger in word
explain photosynthesis
who invented the bicycle
add a column to the table
is it raining
can you repeat that
write something nice
make the picture brighter
how long does a cat live
which bus goes to the stadium
sort this list by name
what is a good gift for a colleague
where is the coffee machine
how do I mute my microphone
continue with the next part
tell me about jupiter
  `
    .trim()
    .split('\n'),
};
