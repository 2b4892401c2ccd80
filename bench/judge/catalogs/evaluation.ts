// The catalog that figures are reported on, by several hands: one wrote the trails, another, who knew only their
// titles, roles, descriptions and moments, the prompts. Neither knew the judge. Nothing is fitted or chosen on it.
import { type AuthoredCatalog, authored } from './authored-trail.ts';

const TRAILS = [
  authored('Summarize a customer call for the CRM', {
    role: 'Account manager',
    about:
      'Turns rough notes or a transcript of a customer call into a short CRM entry with needs, objections and next step.',
    when: "You have just hung up with a customer and the opportunity record still shows last month's status.",
    keywords: ['call notes', 'CRM', 'opportunity', 'transcript', 'next step'],
    match: [
      'summarize my call with Brauhaus Nord so I can paste it into the CRM',
      "here's the Teams transcript from the client call, need a short opportunity update",
      'clean up these phone notes from a customer for Salesforce',
    ],
    noMatch: ['write minutes of our Monday sales team meeting', 'draft a script for cold calling restaurants in Lyon'],
    prompts: {
      'CRM entry from notes':
        'Summarize this customer call with {{customer_name}} for our CRM. Use four headings: situation, needs, objections, next step with owner and date. Stay under 150 words and mark anything unclear with a question mark. Notes: {{call_notes}}',
      'What changed since last time':
        "Compare the previous CRM entry with today's call notes and list only what is new: budget, timing, people involved, risks. Previous entry: {{previous_entry}} Today's notes: {{call_notes}}",
    },
    unseen: [
      'log my call with Brenner AG in the crm',
      'Just got off the phone with a customer, need to put the key points into the opportunity',
      'clean up my scribbled notes from the client call so I can paste them into Salesforce',
      "I have a Teams transcript of a 40 min talk with a buyer, what do they need and what's the next step?",
      'call summary customer, objections + next steps',
    ],
    nearMisses: ['prepare questions for my customer call tomorrow', 'clean up duplicate contacts in the CRM'],
  }),
  authored('Follow up after a product demo', {
    role: 'Sales representative',
    about:
      'A personal email that picks up what the prospect cared about in the demo and proposes one concrete next step.',
    when: 'The demo went well, the prospect said they would think about it, and you want to write before tomorrow noon.',
    keywords: ['demo', 'follow-up email', 'prospect', 'next step'],
    match: [
      'write a follow up mail to the hotel chain we showed the monitoring dashboard yesterday',
      'thank you email after demo, they worried about installation time',
      'how do I get back to a prospect who went quiet after the demo',
    ],
    noMatch: [
      'remind a customer that invoice 20418 is three weeks overdue',
      'make an agenda for a 45 minute product demo',
    ],
    prompts: {
      'Email after the demo':
        'Write a follow-up email to {{contact_name}} at {{company}} after our demo of {{product}}. Refer to these points they raised: {{points_raised}}. Propose {{next_step}} as the only call to action. Friendly, no sales clichés, at most 130 words.',
    },
    unseen: [
      "mail to prospect after yesterday's demo",
      'We showed the software to a prospect this morning and I want to send a thank-you with a suggestion for next steps',
      'demo went great but they want to think about it, how do I stay on the ball',
      'write a follow up to Ms. Keller, she liked the reporting part when I presented our product',
      'need a nice email to the people who attended my product presentation today so they book a pilot',
    ],
    nearMisses: ['build a script for a 30 minute product demo', 'cold email to a company that has never heard of us'],
  }),
  authored('Answer a tender questionnaire from earlier bids', {
    role: 'Bid manager',
    about:
      'Drafts answers to the questions of a public or corporate tender, reusing approved text and flagging the gaps.',
    when: 'A request for proposal with dozens of questions has landed and the deadline is less than two weeks away.',
    keywords: ['RFP', 'tender', 'bid', 'questionnaire', 'approved answers'],
    match: [
      'help me fill in the RFP from the university hospital using our old answers',
      'draft responses to section 4 of this tender, sustainability and service levels',
      "which of these bid questions can we answer with last year's text",
    ],
    noMatch: [
      'put together an RFP to send to three packaging suppliers',
      'calculate our discount for a 200 unit order',
    ],
    prompts: {
      'Draft answers':
        'Answer these tender questions using only the approved texts below. Respect the word limit of {{word_limit}} per answer. Where the texts give no basis, write GAP and say who should be asked. Questions: {{questions}} Approved texts: {{approved_texts}}',
      'Sort the questions first':
        'Sort the following tender questions into three lists: answerable from earlier bids, needs a specialist, and unclear. For the second list name the likely department. Questions: {{questions}} Index of earlier bids: {{bid_index}}',
    },
    unseen: [
      'fill out RFP questionnaire',
      "We got a tender from the city with 85 questions and most of them we've answered before in other bids",
      'reuse our old proposal answers for a new request for proposal',
      'the tender wants answers on quality, sustainability and security, due next Friday, help me draft them',
      'which RFP questions do we have no approved text for yet',
    ],
    nearMisses: [
      'should we bid on this public tender or not',
      'write a survey with questions for our existing customers',
    ],
  }),
  authored('Calm an angry customer in writing', {
    role: 'Support agent',
    about:
      'Helps you reply to a heated complaint with an honest apology, the facts and a fix the customer can rely on.',
    when: 'A message full of capital letters sits in your queue and your first draft sounds either cold or defensive.',
    keywords: ['complaint', 'apology', 'de-escalation', 'tone', 'reply'],
    match: [
      "customer is furious because the technician didn't show up twice, what do I answer",
      'reply to this complaint about a broken freezer, he threatens to leave a bad review',
      'make my answer to an upset client sound less defensive',
    ],
    noMatch: [
      'tell all customers in Austria that deliveries will be a week late',
      'answer a five star review on Google',
    ],
    prompts: {
      'Reply to a complaint':
        'Draft a reply to this complaint. Acknowledge the frustration in one sentence, state what happened, say what we do by when, and name a contact. No excuses, no promises beyond {{allowed_remedy}}. Complaint: {{complaint_text}} Facts: {{case_facts}}',
      'Check my tone':
        'Read my reply as the angry customer would. Point out every phrase that sounds defensive, vague or blaming, and suggest a better one. Do not change the facts. My reply: {{draft_reply}}',
    },
    unseen: [
      'furious customer wrote in, what do I answer',
      "A customer is shouting at us by email because his machine broke twice, I need a reply that doesn't sound defensive",
      'reply to complaint, he threatens to go to the press',
      'please help me apologize to a really upset client without promising too much',
      'my answer to this angry mail sounds too cold, make it friendlier but still factual',
    ],
    nearMisses: [
      'set up a complaint form on our website',
      'write a reply to a nasty Google review from a former employee',
    ],
  }),
  authored('Make a help-center article out of a solved ticket', {
    role: 'Support agent',
    about:
      'Rewrites the solution of a closed ticket as a searchable self-service article that any customer can follow.',
    when: 'You have solved the same question for the third time this week and nothing about it is in the help center.',
    keywords: ['help center', 'knowledge base', 'solved ticket', 'self-service'],
    match: [
      'turn ticket 88213 into a help article about resetting the temperature alarm',
      'write a FAQ entry from this support conversation for our customers',
      'knowledge base article: sensor shows offline after router change',
    ],
    noMatch: [
      'guide for our own staff on how to map the network printer',
      'close this ticket and send the customer a satisfaction survey',
    ],
    prompts: {
      'Article from ticket':
        'Write a help-center article from this solved ticket. Title as the customer would phrase it, then symptoms, cause, numbered steps and when to contact us. Remove names, serial numbers and internal remarks. Product: {{product_name}} Ticket: {{ticket_text}}',
    },
    unseen: [
      'turn ticket into FAQ article',
      'I keep answering the same customer question about resetting the device, would like to have it on our help center',
      'knowledge base article for customers from my solved case',
      'Closed a ticket about wrong invoice address settings today, now customers should be able to find the solution themselves',
      'write self service article from this ticket reply',
    ],
    nearMisses: [
      'find a better category structure for our help center',
      'set up an automatic reply for new support tickets',
    ],
  }),
  authored('Escalate a ticket to engineering', {
    role: 'Second-level support',
    about: 'Packs a stubborn customer problem into a report developers can reproduce without asking back three times.',
    when: 'Troubleshooting is exhausted, the fault looks like ours, and the case has to move over to the developers.',
    keywords: ['escalation', 'bug report', 'steps to reproduce', 'handover', 'severity'],
    match: [
      'write a bug report from this ticket, app crashes when exporting the HACCP log',
      'escalate to dev team: gateway drops connection every night at 2, customer logs attached',
      'get this case ready for engineering with steps to reproduce',
    ],
    noMatch: [
      'explain to the customer that engineering is working on the bug',
      'write a postmortem for the outage on Sunday',
    ],
    prompts: {
      'Report for the developers':
        'Turn this ticket into a bug report: one-line summary, environment, steps to reproduce, expected and actual result, what we already tried, customer impact, suggested severity. List missing information separately. Version: {{software_version}} Ticket history: {{ticket_history}}',
    },
    unseen: [
      'bug report for the devs from a customer case',
      "I've tried everything on this ticket, it must be a bug in our software, needs to go to development",
      'hand over ticket to engineering with repro steps',
      "customer's export crashes every time, support can't solve it, how do I describe this for the developers",
      "3rd level handover, logs and steps to reproduce, so R&D doesn't bounce it back to me again",
    ],
    nearMisses: ['fix the bug that makes the export crash', 'who is on call in engineering this weekend'],
  }),
  authored('Find the recurring themes in a month of tickets', {
    role: 'Support team lead',
    about:
      'Groups an export of support tickets by cause and gives you the top themes with examples for the monthly review.',
    when: 'The monthly service review is on Thursday and all you have is a spreadsheet with eight hundred ticket subjects.',
    keywords: ['ticket analysis', 'themes', 'service review', 'root causes'],
    match: [
      'what were customers complaining about most in September, csv export below',
      'cluster these ticket subjects and give me the five biggest topics',
      'analyse support tickets for the monthly service review',
    ],
    noMatch: [
      'how many tickets did each agent close last week',
      'evaluate the free text answers of our employee survey',
    ],
    prompts: {
      'Cluster the tickets':
        'Group these tickets from {{month}} into at most eight themes by underlying cause, not by wording. For each theme give the count, two typical quotes without names, and whether it grew compared with {{previous_month_summary}}. Tickets: {{ticket_export}}',
      'One slide for the review':
        'From the theme list below write the text of one slide for the service review: three key messages, one number each, and one proposed measure per message with a responsible team. Theme list: {{theme_list}}',
    },
    unseen: [
      'what are customers complaining about most this month',
      'I have an Excel with 800 support tickets and need the top topics for the service review',
      'cluster tickets by root cause',
      'analyse the ticket export from June and tell me the most common problems with a few examples',
      'monthly support report, which issues keep coming up',
    ],
    nearMisses: [
      'calculate average response time per support agent',
      'forecast how many tickets we will get in December',
    ],
  }),
  authored('Write a job posting people want to read', {
    role: 'Recruiter',
    about:
      "From a manager's wish list to a clear, inclusive vacancy text with realistic requirements and our standard benefits.",
    when: 'A position has been approved and the hiring manager sent you nothing but six bullet points.',
    keywords: ['job ad', 'vacancy', 'hiring', 'inclusive language'],
    match: [
      'job posting for a refrigeration technician in Graz, bullet points from the manager below',
      "rewrite this vacancy so it doesn't scare off career changers",
      'we need an ad for a junior controller position',
    ],
    noMatch: ['ad text for our new under-counter fridge', 'questions to ask the technician candidates on Friday'],
    prompts: {
      'Vacancy from bullet points':
        "Write a job posting for {{job_title}} in {{location}}. Start with what the person will achieve in year one. Separate must-haves (five at most) from nice-to-haves. Neutral, inclusive wording. Manager's notes: {{manager_notes}} Benefits: {{benefits}}",
    },
    unseen: [
      'job ad for a service technician',
      'Need to write a vacancy for a junior controller, the manager only gave me some bullet points',
      'our job description sounds boring, make it more attractive for applicants',
      'stellenanzeige / job posting for a new position in logistics, gender neutral please',
      'open position got approved yesterday, text for the careers page needed',
    ],
    nearMisses: [
      "write a LinkedIn message to a candidate who isn't looking for a job",
      'rejection letter for an applicant',
    ],
  }),
  authored('Build an interview guide with a scoring grid', {
    role: 'Hiring manager',
    about:
      'Gives every interviewer the same job-related questions and a simple scale, so candidates can be compared fairly.',
    when: 'The first candidates are invited and each interviewer would otherwise ask whatever comes to mind.',
    keywords: ['interview questions', 'scoring', 'candidates', 'structured interview'],
    match: [
      'interview questions for a warehouse shift lead, with a way to score answers',
      "I'm interviewing two inside sales candidates tomorrow, what should I ask them",
      'make an evaluation sheet for job interviews so we rate everyone the same',
    ],
    noMatch: [
      'questions for an interview with a customer about their success story',
      'write a rejection email to a candidate',
    ],
    prompts: {
      'Questions and grid':
        'Create an interview guide for {{job_title}} lasting {{minutes}} minutes. Derive five competencies from the posting, two behavioural questions each, and describe what a weak, solid and strong answer sounds like. Leave out anything about private life. Posting: {{job_posting}}',
    },
    unseen: [
      'interview questions for a sales engineer',
      "We're interviewing five candidates next week and I want everyone to ask the same things and rate them the same way",
      'how to compare applicants fairly, score sheet',
      'job interview on monday, need a guideline with questions and points',
      'make a structured interview for the role of production planner incl. rating from 1 to 5',
    ],
    nearMisses: ['prepare myself for a job interview in another department', 'screen 60 CVs and tell me who to invite'],
  }),
  authored('Plan the first weeks of a new colleague', {
    role: 'Team lead',
    about:
      'Produces a week-by-week onboarding plan with people to meet, things to learn and a first small task of their own.',
    when: 'Somebody joins your team soon and beyond the laptop order nothing has been prepared.',
    keywords: ['onboarding', 'new hire', 'first weeks', 'buddy', 'training plan'],
    match: [
      'onboarding plan for a new service dispatcher starting 1 March',
      'new colleague starts monday, what should her first month look like',
      'who should our new developer meet in the first two weeks, make a schedule',
    ],
    noMatch: ['set up accounts and laptop for a new starter', 'farewell card text for a colleague who is leaving'],
    prompts: {
      'Onboarding plan':
        'Draft an onboarding plan for a new {{job_title}} for the first {{number_of_weeks}} weeks. Per week: goal, people to meet, training, one hands-on task, check-in question. Previous experience: {{experience}}. Team and tools: {{team_and_tools}}',
      'Welcome message':
        'Write a short, warm welcome message to {{new_colleague}} who starts on {{start_date}}. Tell them where to be, who their buddy is ({{buddy_name}}), what day one looks like, and that nothing needs preparing.',
    },
    unseen: [
      'onboarding plan new team member',
      'Our new developer starts on the 1st and I have nothing planned yet except her laptop',
      'what should a new hire do in the first 4 weeks',
      'make a schedule for the first month of our new colleague in purchasing, who to meet, what to learn',
      'new guy is coming monday, help me plan his start',
    ],
    nearMisses: ['hand over my tasks before I leave the company', 'order a laptop and access badge for a new employee'],
  }),
  authored('Comment on budget variances at month-end', {
    role: 'Controller',
    about:
      'Puts the notable deviations between budget and actuals into plain sentences for the monthly management report.',
    when: 'The books for the month are closed and management expects to read why costs or revenue are off plan.',
    keywords: ['variance', 'budget vs actual', 'month-end', 'management report'],
    match: [
      'explain why freight costs are 18% above budget in may, table below',
      'write the variance comments for the monthly report, cost center 4100 to 4300',
      'actuals vs plan october: short commentary for the management board',
    ],
    noMatch: [
      "plan next year's budget for the service department",
      'excel formula that shows the difference between two columns in percent',
    ],
    prompts: {
      'Variance comments':
        "Comment on all variances above {{threshold}} in this table for {{month}}. For each: amount, driver, one-off or lasting, expected effect on the year. Use only the background given; otherwise write 'cause open'. Table: {{variance_table}} Background: {{background_notes}}",
    },
    unseen: [
      'explain budget vs actual for march',
      'Month closed, I need short comments on why personnel costs are 8% over plan',
      'variance commentary for management report',
      'write text for the deviations in my cost center report, revenue is below plan and freight is way over',
      'monthly closing: put these plan/actual differences in words the board understands',
    ],
    nearMisses: ["plan next year's budget for my cost center", 'post the accruals for month-end closing'],
  }),
  authored('Chase an unpaid invoice without spoiling the relationship', {
    role: 'Accounts receivable clerk',
    about:
      'Payment reminders at three levels of firmness, with the right invoice details and a way out for the customer.',
    when: 'An invoice is past its due date and the customer has neither paid nor explained.',
    keywords: ['payment reminder', 'overdue invoice', 'dunning', 'receivables'],
    match: [
      'friendly reminder to a customer, invoice 31007 is 12 days overdue',
      'second dunning letter to Café Lindner, they ignored the first one',
      'need a firm but polite mail about two open invoices, good customer',
    ],
    noMatch: [
      'answer a supplier who asks when we will pay their invoice',
      'create an invoice for 14 hours of installation work',
    ],
    prompts: {
      Reminder:
        'Write payment reminder level {{level}} of 3 to {{customer_name}} for invoice {{invoice_number}} over {{amount}}, due {{due_date}}. Polite, clear, with a new date, and an invitation to call if something is wrong with the invoice. No legal threats below level 3.',
    },
    unseen: [
      'payment reminder for customer',
      "Customer hasn't paid the invoice from April and doesn't answer, but he's an important client so please stay polite",
      'second dunning letter, firmer than the first',
      'invoice 30 days overdue, how do I ask for the money without annoying them',
      'friendly mail about open invoice 20318',
    ],
    nearMisses: [
      'a supplier sent us a reminder for an invoice we already paid, what do I reply',
      'set the credit limit for a customer who always pays late',
    ],
  }),
  authored('Check an expense claim against the travel policy', {
    role: 'Payables accountant',
    about:
      'Goes through a travel expense report line by line and shows what breaks the policy and which receipts are missing.',
    when: 'Expense reports are stacking up before the payment run and one of them has a hotel bill that looks too high.',
    keywords: ['expenses', 'travel policy', 'receipts', 'per diem', 'reimbursement'],
    match: [
      'is this expense report ok according to our travel policy',
      "check Jonas' trade fair expenses, hotel 214 euros a night, allowed?",
      'which receipts are missing in this travel claim',
    ],
    noMatch: ['book me a hotel in Milan near the fairgrounds', 'write a new travel policy for the field service'],
    prompts: {
      'Line-by-line check':
        'Check this expense claim against the policy. Make a table: item, amount, rule that applies, OK / question / not allowed, reason. Do not decide borderline cases; phrase a question to the employee. Claim: {{expense_claim}} Policy: {{travel_policy}}',
      'Message to the employee':
        'Write a short neutral message to {{employee_name}} about these open points in their expense claim. Say what is missing, why we need it, and by which date so it makes the next payment run: {{open_points}} Date: {{deadline}}',
    },
    unseen: [
      'check travel expenses of a colleague',
      "Is a hotel for 240 euros a night ok under our travel policy? It's in an expense report I have to approve",
      'go through this expense claim and find missing receipts',
      "I've got 12 expense reports before the payment run, which items aren't allowed",
      "review reisekosten report against policy, there's a dinner without receipt",
    ],
    nearMisses: ['book a trip to Lyon within the company rules', 'write a new travel policy for the company'],
  }),
  authored('Give an incoming NDA a first read', {
    role: 'Contract manager',
    about:
      "Screens a partner's confidentiality agreement against our positions and lists the clauses a lawyer must look at.",
    when: 'A partner wants their own NDA signed before the talks can start and legal is booked out this week.',
    keywords: ['NDA', 'confidentiality', 'first review', 'red flags'],
    match: [
      'can we sign this NDA from a sensor manufacturer, check for red flags',
      'review the attached confidentiality agreement, term and penalty clauses look odd',
      'first check of a mutual nda before I bother legal',
    ],
    noMatch: [
      'what changed between the NDA draft from May and the one from today',
      'stamp our slides with a confidentiality notice',
    ],
    prompts: {
      'First read':
        'Read this NDA from the viewpoint of {{our_role}} (disclosing, receiving or both). Table: clause, what it says, our standard position, green / yellow / red. Check term, definition, penalty, governing law, return of data. Our positions: {{standard_positions}} NDA: {{nda_text}}',
    },
    unseen: [
      'check NDA from a partner',
      'A supplier sent us their own confidentiality agreement, can I sign this or does it need to go to legal?',
      'quick review of an nda, legal has no time until next week',
      'which clauses in this non-disclosure agreement are risky for us',
      "partner wants NDA signed by tomorrow, please look for anything that's unusual like penalties or unlimited term",
    ],
    nearMisses: ['draft our own NDA template from scratch', 'review the terms of a software license agreement'],
  }),
  authored('Spot the differences between two contract versions', {
    role: 'Legal counsel',
    about: 'Lists what the other side changed in a contract, sorted by weight, including edits that were not tracked.',
    when: "The counterparty returns a contract with 'minor edits' and you don't trust the change tracking.",
    keywords: ['contract comparison', 'redline', 'versions', 'changes', 'negotiation'],
    match: [
      'compare our framework agreement v3 with the version the customer sent back',
      "what did the landlord's lawyer change in the lease, both texts below",
      'list untracked changes in this service contract, important ones first',
    ],
    noMatch: ['compare three offers for forklift leasing', 'draft a service contract for a new maintenance partner'],
    prompts: {
      'List of changes':
        'Compare version A and version B of this {{contract_type}}. List every change in substance: clause, old wording, new wording, effect on us. Sort by risk; put pure wording edits at the end in one line. Version A: {{version_a}} Version B: {{version_b}}',
      'Response to the changes':
        'For each change below suggest accept, reject or counter-proposal, with one sentence of reasoning we could send to the other side. Keep our limits in mind: {{our_limits}} Changes: {{change_list}}',
    },
    unseen: [
      'compare two versions of a contract',
      'The other side sent the contract back and says only small changes, I want to see everything they changed',
      'redline between v3 and v4 of the supply agreement',
      'did they change something without track changes on??',
      'find all differences between our draft and their returned version and tell me which ones matter',
    ],
    nearMisses: [
      "negotiate a lower liability cap with the other side's lawyer",
      'find out when our existing contracts run out',
    ],
  }),
  authored('Shape a customer interview into a success story', {
    role: 'Content marketer',
    about:
      'Takes an interview transcript to a publishable case study with problem, solution, numbers and quotes for approval.',
    when: 'A happy customer gave you half an hour on the phone, and the website needs the reference by month-end.',
    keywords: ['case study', 'success story', 'reference', 'customer quotes'],
    match: [
      'write a case study from the interview with the bakery chain Hofer & Sohn',
      'customer reference for the website, transcript pasted, about 600 words',
      'pull good quotes from this customer interview for a success story',
    ],
    noMatch: ['log what the bakery told me on the phone in the CRM', 'ask our customers by email for a Google review'],
    prompts: {
      'Case study draft':
        'Write a case study of {{word_count}} words on {{customer_name}} from this interview. Structure: the business, the problem, why us, the result in numbers, outlook. Use three verbatim quotes. Claim nothing that is not in the transcript: {{transcript}}',
    },
    unseen: [
      'customer story from interview',
      'I interviewed a happy customer for 30 minutes and want to make a reference for our website',
      'write case study, transcript attached',
      'turn the recording with the plant manager of Holz Maier into a success story with quotes and figures',
      'reference story: problem, solution, results. customer still has to approve the quotes',
    ],
    nearMisses: [
      'find customers who would agree to be a reference',
      'questions to ask a customer in a reference interview',
    ],
  }),
  authored('Social posts for a product announcement', {
    role: 'Social media manager',
    about: 'Spins one product news item into several posts for LinkedIn and Instagram, each with a different angle.',
    when: 'The press release for a new model is final and the channel calendar for the launch week is still empty.',
    keywords: ['LinkedIn', 'Instagram', 'launch', 'posts'],
    match: [
      'three linkedin posts about the new blast chiller, press release below',
      'instagram caption for our launch at the Hamburg fair',
      'make a week of social media content from this product news',
    ],
    noMatch: ['write a press release about the new blast chiller', 'update my own LinkedIn profile headline'],
    prompts: {
      'Posts from a press release':
        'Write {{number_of_posts}} posts for {{channel}} from this announcement. Each with a different angle: kitchen chef, energy costs, service technician, behind the scenes. First line must work alone. At most three hashtags, no superlatives. Announcement: {{announcement_text}}',
    },
    unseen: [
      'linkedin posts for new product',
      "We're launching the new model next week and I need posts for LinkedIn and Insta",
      'turn this press release into 5 social media posts',
      'need something to post every day of launch week about the X200, not always the same text',
      'instagram caption ideas for our product news',
    ],
    nearMisses: [
      'how do I answer negative comments under our Facebook post',
      'write the press release for the new model',
    ],
  }),
  authored('Localize marketing copy for another country', {
    role: 'Country marketing manager',
    about: "Transfers a brochure, landing page or newsletter into another market's language, units, rules and habits.",
    when: 'Headquarters delivers finished copy and a word-for-word translation would sound foreign to your readers.',
    keywords: ['localization', 'translation', 'brochure', 'terminology', 'market'],
    match: [
      'adapt the german brochure for the UK market, not just translate',
      'put this landing page into Italian, use our product terms',
      'does this newsletter work for French restaurant owners? localize please',
    ],
    noMatch: ['translate this email from a Polish supplier so I understand it', 'what does HACCP stand for in Spanish'],
    prompts: {
      'Localized version':
        'Localize this text from {{source_language}} into {{target_language}} for {{target_market}}. Adapt units, examples, form of address and legal notes. Keep the glossary terms exactly. Afterwards list what you changed beyond translation. Glossary: {{glossary}} Text: {{source_text}}',
      'Back check':
        'Read this localized copy as a native {{target_audience}} in {{target_market}} would. Mark phrases that sound translated, claims that may be problematic there, and missing context. Suggest wording for each: {{localized_text}}',
    },
    unseen: [
      'adapt our brochure for the french market',
      "HQ sent the English newsletter and I need a version for Austria that doesn't sound translated",
      'localise landing page for Italy, also units and prices',
      'translation of marketing text to spanish, should feel natural for local customers',
      "the slogan and examples from headquarters don't work in Japan, please rework the flyer text",
    ],
    nearMisses: [
      'translate an internal email from my Polish colleague so I understand it',
      'research the market size for our product in Brazil',
    ],
  }),
  authored('Release notes from finished tickets', {
    role: 'Product manager',
    about:
      'Condenses the list of completed development tickets into release notes customers understand, sorted by benefit.',
    when: 'The release branch is cut and customers should learn what is new without reading ticket numbers.',
    keywords: ['release notes', 'changelog', 'version', "what's new"],
    match: [
      'release notes for 5.2 from this jira export, customer friendly',
      "write the what's new text for the app update, list of merged tickets below",
      'changelog for the monitoring portal, leave out internal refactoring',
    ],
    noMatch: [
      'write user stories for the next release',
      'announce to staff that the ERP will be down for the update on Saturday',
    ],
    prompts: {
      'Notes for customers':
        'Write release notes for {{product}} {{version}} from these tickets. Groups: new, improved, fixed. One sentence each, starting with what the user can now do. Skip internal work, and flag tickets whose benefit is unclear to you: {{ticket_list}}',
    },
    unseen: [
      'release notes for version 4.2',
      "I have a Jira list with 60 done tickets and customers need to know what's new in the update",
      "what's new text for customers, from closed dev tickets",
      'write changelog that non-technical users understand',
      'sprint is finished and the release goes out thursday, summarise the new features and fixes for our clients',
    ],
    nearMisses: ['decide which tickets go into the next release', 'write a blog post about our company anniversary'],
  }),
  authored('Break a feature idea into user stories', {
    role: 'Product owner',
    about: 'Splits a vague feature wish into small user stories with acceptance criteria the team can estimate.',
    when: 'Refinement is tomorrow and the backlog item consists of one sentence from a sales colleague.',
    keywords: ['user story', 'acceptance criteria', 'backlog', 'refinement'],
    match: [
      'user stories for: customers want to share alarms with their service partner',
      'split this epic into smaller stories with acceptance criteria',
      'help me prepare the backlog refinement, feature request from sales below',
    ],
    noMatch: [
      'customer asks when the alarm sharing feature will come, what do I answer',
      'write a unit test for the alarm sharing service',
    ],
    prompts: {
      'Stories and criteria':
        'Break this feature idea into user stories that each fit into one sprint. For every story: who, what, why, and three to five acceptance criteria in given-when-then form. End with open questions for {{stakeholder}}. Idea: {{feature_idea}} Constraints: {{constraints}}',
      'Look for gaps':
        'Review these user stories as a tester. Which edge cases, permissions, error situations and languages are not covered? Give one additional acceptance criterion per gap, nothing else. Stories: {{user_stories}}',
    },
    unseen: [
      'user stories for feature request',
      "Sales wants 'a better dashboard' and I have to turn that into stories with acceptance criteria for refinement tomorrow",
      'split this epic into smaller stories',
      "backlog item is way too vague, the team can't estimate it like this",
      'write acceptance criteria for offline mode in the app',
    ],
    nearMisses: ['prioritise our product backlog for next quarter', 'run usability tests for the new dashboard'],
  }),
  authored('Understand unfamiliar code before touching it', {
    role: 'Software developer',
    about:
      'Gets a module explained: what it does, what depends on it, and where a planned change could break something.',
    when: 'You inherit a file nobody on the team wrote and have to change it by Friday.',
    keywords: ['legacy code', 'explain code', 'dependencies', 'risk of change'],
    match: [
      'explain what this old C# class does before I change the polling interval',
      'walk me through this firmware function, nobody here knows it anymore',
      'what could break if I remove the cache in this module',
    ],
    noMatch: ['write a function in Python that parses the alarm log', 'explain our error code E47 to a customer'],
    prompts: {
      'Explain the module':
        'Explain this {{language}} code to a developer new to it: purpose, inputs and outputs, side effects, hidden assumptions, in the order of execution. Then say what is risky about this planned change: {{planned_change}}. Code: {{code}}',
    },
    unseen: [
      'explain this code to me',
      'I inherited a Python script nobody knows anymore and have to change it by friday',
      'what does this module do and what breaks if I change the date handling',
      'legacy code, no docs, original developer left',
      "before I refactor the pricing class I'd like to know which other parts depend on it",
    ],
    nearMisses: ['write unit tests for my new function', 'review my pull request before I merge'],
  }),
  authored('Write a blameless incident review', {
    role: 'Operations engineer',
    about:
      'Arranges logs and chat messages of an outage into a timeline, causes and measures, without pointing at people.',
    when: 'The service is back up, everyone is tired, and the review is due within three working days.',
    keywords: ['postmortem', 'incident', 'timeline', 'root cause', 'outage'],
    match: [
      "postmortem for Tuesday's portal outage, slack thread and logs attached",
      'build a timeline from these incident messages and find the contributing causes',
      'incident review for the expired certificate, keep it blameless',
    ],
    noMatch: [
      'portal is down right now, what should I check first',
      'file an accident report, someone slipped in the loading bay',
    ],
    prompts: {
      'Review from raw material':
        'Write a blameless incident review of {{incident_name}}: impact, timeline with times in {{timezone}}, contributing causes, what went well, measures with owner role. Name roles, never persons. Mark guesses as guesses. Material: {{logs_and_messages}}',
      'Short version for customers':
        'From this incident review write a status page entry for customers in at most 120 words: what was affected, from when to when, why, and what we changed. No internal system names. Review: {{incident_review}}',
    },
    unseen: [
      "postmortem for last night's outage",
      'We had a two hour downtime of the web shop yesterday and I need to write the incident report without blaming anyone',
      'build a timeline out of slack messages and logs from the incident',
      'root cause analysis of server outage, measures',
      'incident review due wednesday, everything is in the chat and monitoring alerts',
    ],
    nearMisses: ['the server is down right now, what do I check first', 'set up monitoring alerts for the web shop'],
  }),
  authored('Announce planned IT downtime to all staff', {
    role: 'IT service manager',
    about:
      'A short notice telling everyone which system is unavailable, for how long, and what they should do beforehand.',
    when: 'A maintenance window is fixed and the people affected have not heard about it yet.',
    keywords: ['maintenance', 'downtime', 'announcement', 'all staff'],
    match: [
      'tell everyone the ERP is offline Saturday 6 to 14, save your work',
      'intranet notice about the mail server migration next week',
      'announcement VPN maintenance tonight, short and not technical',
    ],
    noMatch: ['my VPN keeps disconnecting since this morning', 'inform staff that the canteen is closed on Friday'],
    prompts: {
      'Notice to staff':
        'Write a notice to {{audience}}: {{system}} is unavailable from {{start}} to {{end}}. Say in plain words what will not work, what still works, what to do before, and whom to contact. Most important line first, under 100 words.',
    },
    unseen: [
      'SAP will be down saturday, tell everyone',
      'Need a mail to all employees about the maintenance of the email server this weekend',
      'downtime announcement, what to do before, how long',
      "we're upgrading the ERP on Friday evening and nobody knows about it yet",
      'short notice for the intranet: file server not available sunday 6 to 12',
    ],
    nearMisses: [
      'inform customers that our web portal is unavailable tonight',
      'plan the steps of a server migration over the weekend',
    ],
  }),
  authored('Write a how-to for a frequent helpdesk request', {
    role: 'IT helpdesk technician',
    about: 'Makes an internal step-by-step guide so colleagues can fix a common IT request themselves.',
    when: 'The phone rings again with the same question about the scanner, the VPN or the second factor.',
    keywords: ['how-to', 'helpdesk', 'internal guide', 'self-help'],
    match: [
      'instructions for colleagues: set up the authenticator app on a new phone',
      'how-to for connecting to the meeting room screen, for non technical people',
      'write a guide for staff on requesting access to a shared mailbox',
    ],
    noMatch: ['help article for customers on pairing the temperature sensor', 'reset my password please'],
    prompts: {
      'Step-by-step guide':
        'Write a guide for colleagues without IT knowledge: {{task}} on {{device_or_system}}. Numbered steps, one action each, exact names of buttons, [screenshot] where a picture helps, and the two most common mistakes at the end. My notes: {{notes}}',
    },
    unseen: [
      'instructions how to set up VPN for colleagues',
      "Everybody calls me about the new scanner, I'd like to write a guide so they can do it themselves",
      'step by step guide for setting up the authenticator app',
      'how-to for the intranet: connecting to the printer',
      'people keep asking IT how to reset their windows password, need a simple manual with screenshots',
    ],
    nearMisses: ["my VPN doesn't connect, what can I do", 'make a training on phishing for all staff'],
  }),
  authored('Compare supplier quotes side by side', {
    role: 'Purchaser',
    about:
      'Brings offers with different structures into one table and shows true cost, terms and open questions per supplier.',
    when: 'Three quotes for the same part are in your inbox and each one calculates differently.',
    keywords: ['quotes', 'supplier comparison', 'total cost', 'incoterms', 'purchasing'],
    match: [
      'compare these three offers for compressor brackets, prices and delivery terms',
      'which supplier quote is cheapest including freight and tooling',
      'make a comparison table of the cardboard quotes with open questions',
    ],
    noMatch: [
      'draft a quote for a customer who wants 40 display fridges',
      'compare contract draft 2 with the signed version',
    ],
    prompts: {
      'Comparison table':
        'Put these quotes for {{item}} into one table on the basis of {{quantity}} pieces: unit price, tooling, freight, incoterm, payment terms, lead time, total cost. Show what is missing per supplier. Do not recommend yet. Quotes: {{quotes}}',
      'Questions to suppliers':
        "From this comparison derive the questions I should ask each supplier before deciding. One polite email per supplier, without revealing competitors' prices, answer requested by {{date}}. Comparison: {{comparison_table}}",
    },
    unseen: [
      'compare 3 supplier offers',
      "I've got three quotes for the same gearbox part, each with different shipping and tooling costs, which is really cheapest?",
      'table with prices, payment terms, lead time per vendor',
      'offers from Meyer, Kovacs and Lin are all structured differently, put them next to each other',
      'quote comparison for packaging material, total cost',
    ],
    nearMisses: [
      'find new suppliers for stainless steel screws',
      'write a quote for a customer who asked for 500 pieces',
    ],
  }),
  authored('Tell a customer that the delivery is late', {
    role: 'Shipping coordinator',
    about: 'Informs a customer early and frankly about a delay, with the new date and the options they have.',
    when: 'The carrier or the plant reports a delay and the customer still counts on the old date.',
    keywords: ['delivery delay', 'shipment', 'new date', 'customer notice'],
    match: [
      'mail to customer: two freezers arrive 9 days later because of the port strike',
      "order 55190 won't ship this week, how do I tell them",
      'inform Hotel Seeblick about the late delivery and offer a partial shipment',
    ],
    noMatch: ['where is the parcel with tracking number 00340434', 'ask the supplier why our pallets have not arrived'],
    prompts: {
      'Delay notice':
        'Write an email to {{customer_name}}: order {{order_number}} arrives on {{new_date}} instead of {{old_date}} because of {{reason}}. Lead with the new date, apologize once, offer {{options}}, and say when they hear from us next.',
    },
    unseen: [
      'delivery delayed, inform customer',
      'The truck is stuck at customs and our customer expects the goods on Monday, how do I tell them?',
      'email about late shipment with new date',
      "plant says order will be two weeks later than confirmed, customer doesn't know yet",
      "write to client that we can't keep the delivery date and offer a partial shipment",
    ],
    nearMisses: [
      'our supplier is late with parts, put pressure on them',
      'calculate the fastest shipping route to Norway',
    ],
  }),
  authored('Draft a work instruction from a walk-through', {
    role: 'Warehouse supervisor',
    about:
      'Converts spoken explanations or photos of a warehouse routine into a numbered work instruction with safety notes.',
    when: 'Only one experienced person knows how a routine is done, and they go on holiday soon.',
    keywords: ['work instruction', 'SOP', 'procedure', 'warehouse', 'safety'],
    match: [
      'SOP for receiving refrigerant bottles, I recorded how Mehmet does it',
      'write a work instruction for packing glass doors from these notes',
      'document our returns inspection step by step so temps can do it',
    ],
    noMatch: ['risk assessment for the new forklift route', 'shift schedule for the warehouse over Christmas'],
    prompts: {
      'Work instruction':
        'Turn this description into a work instruction for {{process}}: purpose, tools and protective gear, numbered steps with one action each, check points, what to do if something goes wrong. Simple sentences for non-native readers. Description: {{walkthrough_notes}}',
      'Questions to the expert':
        'Read this draft work instruction like a temp on the first day. Which steps are unclear, missing or dangerous without experience? Phrase up to ten short questions for {{expert_name}}. Draft: {{draft_instruction}}',
    },
    unseen: [
      'work instruction for goods receiving',
      "Only Josef knows how to load the cold store and he's off in august, I recorded him explaining it",
      'make SOP from photos of packing process',
      "need numbered steps with safety hints for changing the forklift battery, I've filmed how it's done",
      'arbeitsanweisung warehouse, from voice recording of my colleague',
    ],
    nearMisses: ['shift plan for the warehouse in August', 'do a risk assessment for the new forklift area'],
  }),
  authored('From meeting notes to decisions and to-dos', {
    role: 'Any employee',
    about: 'Sorts messy notes or a recording of an internal meeting into decisions, tasks with owners and open points.',
    when: 'The meeting is over, everyone has left, and nobody else volunteered for the minutes.',
    keywords: ['minutes', 'action items', 'decisions', 'internal meeting'],
    match: [
      'make minutes from my notes of the production planning meeting',
      "who has to do what by when? transcript of today's project call below",
      'extract decisions and action items from this team meeting',
    ],
    noMatch: ['agenda for the quarterly kickoff', 'summarize the call with the customer for the sales database'],
    prompts: {
      Minutes:
        "Write minutes of {{meeting_name}} on {{date}} from these notes. Three parts: decisions, tasks (who, what, by when), open points. Do not invent owners or dates; write 'open'. At most one page. Notes: {{meeting_notes}}",
    },
    unseen: [
      "minutes of today's meeting",
      'I was the only one taking notes in our team meeting, now I need who does what by when',
      'turn these messy notes into action items',
      'recording of the project jour fixe, pull out decisions and tasks please',
      'protokoll of internal meeting, decisions / todos / open points',
    ],
    nearMisses: ['agenda for our weekly team meeting', 'find a time slot when all eight of us are free'],
  }),
  authored('Boil a long report down to one page for management', {
    role: 'Executive assistant',
    about:
      'Reduces a study, audit or project report to a one-page briefing with the message, the numbers and the decision needed.',
    when: 'Your boss has ten minutes before the board meeting and the document has sixty pages.',
    keywords: ['executive summary', 'briefing', 'one-pager', 'report', 'decision'],
    match: [
      'one page summary of the energy audit for the managing director',
      'shorten this 60 page market study into a briefing for the board',
      'executive summary of the attached project report, what do they have to decide',
    ],
    noMatch: [
      'write the annual report chapter on sustainability',
      'comment on the deviations from budget for the management report',
    ],
    prompts: {
      'One-page briefing':
        'Condense this document into one page for {{reader}}: key message in one sentence, five facts with page reference, risks, decision needed and by when. Separate what the document says from your own conclusions. Document: {{document_text}}',
      'Likely questions':
        'Which five critical questions will {{reader}} ask after reading this briefing? Answer each in two sentences from the document, with page reference, or say that it gives no answer. Briefing: {{briefing}} Document: {{document_text}}',
    },
    unseen: [
      'one pager from 60 page report',
      'My boss needs the gist of the audit report before the board meeting in an hour',
      'executive summary of a study',
      "shorten this consultant's report to one page with key figures and what has to be decided",
      "long project report as pdf, management only has 10 min, what's the message",
    ],
    nearMisses: ['make slides for the board meeting', 'write a market study about electric vans'],
  }),
  authored('Prepare a difficult conversation with a team member', {
    role: 'People manager',
    about: 'Helps a manager sort observations, choose wording and plan the course of a critical feedback talk.',
    when: "Something in someone's work or behaviour has to be addressed and you keep putting the talk off.",
    keywords: ['feedback', 'one-on-one', 'difficult talk', 'leadership'],
    match: [
      'how do I tell an experienced technician that his reports are always late',
      'prepare a feedback talk, colleague interrupts others in every meeting',
      'critical one on one tomorrow, help me find the right opening words',
    ],
    noMatch: [
      'draft a formal written warning for repeated lateness',
      'how do I calm down a customer who shouts on the phone',
    ],
    prompts: {
      'Conversation plan':
        'Help me prepare a feedback talk with a {{job_title}} (no names). From my observations make: facts without judgement, effect on the team, my request, an open question. Suggest an opening sentence and two reactions I should expect. Observations: {{observations}}',
    },
    unseen: [
      'talk with employee who is always late',
      "I have to give one of my people critical feedback and don't know how to start the conversation",
      "how do I tell someone on my team that their work isn't good enough",
      'difficult feedback talk on thursday, he gets defensive easily, help me find the right words',
      "one of my guys makes rude comments to colleagues, I've been putting off speaking to him about it",
    ],
    nearMisses: ['write a reference letter for a team member who is leaving', 'ask my own boss for a raise'],
  }),
];

const GENERIC: readonly string[] = [
  'make it shorter',
  'translate this into English please',
  "what's the capital of New Zealand",
  'recipe for banana bread without eggs',
  'cheap flights from Vienna to Lisbon in October',
  'fix the grammar in this sentence',
  'birthday poem for my aunt who turns 70',
  'how do I get red wine out of a carpet',
  'what time is it in Singapore right now',
  'can you try again but more casual',
  'explain photosynthesis to my ten year old',
  'which museums in Amsterdam are open on Mondays',
  'give me a vlookup formula for two sheets',
  'name ideas for a golden retriever puppy',
  'convert 340 Fahrenheit to Celsius',
  'lesson plan to learn Spanish in three months',
  'my back hurts from sitting, which exercises help',
  'draw a logo with a penguin and a snowflake',
  'who won the world cup in 2014',
  'write a letter to my landlord about mould in the bathroom',
  'calculate overtime pay for 11 hours at 150 percent',
  'plan a team outing for 14 people near Salzburg',
  'out of office message until 3 January',
  'quiz questions for the office Christmas party',
  'patent search for a door seal with a magnetic strip',
  'which tires fit a 2019 VW Caddy',
  'turn this table into a bar chart',
  'data protection impact assessment for the new time clock',
  'forecast spare parts demand for next quarter',
  'is it going to rain in Munich on Saturday',
  'continue where you stopped',
  'what do you think about this?',
  'evacuation plan for the second floor',
  'write a regex that matches German postal codes',
  'suggest a book for a long train ride',
  'depreciation schedule for a laser cutter over eight years',
  'employment reference letter for our departing apprentice',
  'design a loyalty program for our dealers',
  'how many vacation days do I have left this year',
  'seating chart for a wedding with 80 guests',
];

export const EVALUATION_CATALOG: AuthoredCatalog = { trails: TRAILS, generic: GENERIC };
