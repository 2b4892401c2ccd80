// Concept groups: plain words for the things that offices deal with all the time, and ways of saying what one wants. One
// group a line; `_` joins a phrase.

export const EVERYDAY_GROUPS: readonly string[] = `
write draft formulate word phrase compose put_in_writing in_writing write_up author
reply answer respond response react write_back
message mail email letter note
sum_up summarise summarize condense boil_down cut_down shorten recap essentials main_points key_findings digest
plan schedule timetable timeline organise organize arrange itinerary
outline structure build set_up put_together
check verify go_through look_over look_at examine review inspect go_over
compare choose decide select which_one better best_option pick
explain understand what_does what_is clarify make_sense walk_through
list overview collection checklist
reason cause why behind root
document write_down record protocol minutes
improve better optimise optimize enhance
calculate work_out figure_out how_much how_many amount
money funds cash budget cost costs spend spending
cost price fee charge expense rate
expensive pricey costly too_much cheaper cheap overpriced
discount rebate reduction cheaper percent_off
pay paid payment settle owe owed owes
unpaid overdue outstanding open_bill not_paid late_payment owe owes
bill invoice
buy purchase order procure acquire
sell sale sales
customer client buyer account consumer purchaser
prospect lead potential_client potential_customer prospective
supplier vendor provider manufacturer
company firm business organisation organization enterprise corporation
employee worker colleague staff_member team_member member_of_staff
employees staff workforce people everyone everybody all_hands
boss manager management director directors executive executives ceo cfo leadership
board directors supervisory_board top_management
applicant candidate finalist applied applying interviewee
hire hiring hired recruit employ take_on
job role position post vacancy opening
advert ad posting advertisement announcement_job
starts joins new_hire newcomer new_colleague new_employee first_days apprentice trainee joiner
onboarding induction orientation welcome up_to_speed settle_in
leave leaves leaver resigned resign quit quits departure
testimonial reference recommendation
salary wage pay compensation package remuneration
talk conversation discussion speak chat one_on_one
criticise criticism critical_feedback negative_feedback
feedback evaluation assessment appraisal review assess
angry furious upset annoyed frustrated nasty irritated mad
complaint complain complaints grievance dissatisfied
sorry apologise apologize apology apologies regret
broken damaged defective faulty defect cracked leak leaks scratch scratches
late delayed delay waited overdue behind
deliver delivery arrive parcel shipment
cancel cancelled terminate terminated quit unsubscribe end
return come_back win_back reactivate
keep retain hold_on retention
renew renewal extend extension prolong expire expires expiry run_out ends
contract agreement deal treaty paper
clause section term terms provision conditions
notice_period get_out_of terminate exit
secret secrecy confidential confidentiality nda non_disclosure
law legal statute enforceable allowed permitted lawful valid
rule rules policy guideline regulation
data records information
personal_data privacy gdpr data_protection data_subject
delete deletion erase erasure remove forget
access copy_of disclosure inspect_data
risk danger dangerous hazard threat red_flag red_flags
safe safety secure protection protect
security infosec cyber penetration_test encryption access_control
accident injury fall near_miss
helmet ladder forklift gloves protective
shift shifts duty duties roster rota late_shift night_shift
sick ill absent illness off_sick
vacation holiday leave_days time_off
trip travel journey visit fly flight train hotel
conference fair expo exhibition show trade_show convention
booth stand exhibit exhibits exhibitor
visitor guest attendee participant
invite invitation invited
present presentation slides talk_to_audience deck
newspaper press journalist journalists media reporters
announce announcement announcing inform tell communicate let_know
change changes reorganisation reorganization switch introduce new_rule
social_media linkedin instagram facebook social_channels feed caption captions hashtag hashtags
newsletter mailing subscribers mail_campaign
subject_line subject_lines headline headlines
webinar online_event
website web_page homepage site landing_page
shop store webshop online_shop e_commerce
product item article goods
describe description copy text listing
feature features function functionality capability
benefit advantage value gain
result results outcome achieved achievement success saved
story case_study portrait success_story
interview interviews ask_questions questions questionnaire
user users people_who_use customer_needs
research study discovery survey find_out learn_about
test tests testing try
code script program function method class module
developer developers engineer engineers programmer
bug error defect fault failure regression
merge pull_request patch diff changes_in_code commit
requirement requirements user_story stories acceptance_criteria backlog ticket tickets
release version update rollout ship
whats_new release_notes changelog improvements fixes
prioritise prioritize rank ranking score first_priority
idea ideas wish wishes suggestion suggestions request requests
project initiative programme program
status progress update where_stands traffic_light
steering sponsor committee steering_committee
decision decisions agreed agree agreement_on
task tasks to_do action actions
meeting call appointment session sync video_call
transcript recording notes scribbles
agenda talking_points topics
prepare preparation get_ready brief briefing
background context information_about
outage downtime down unreachable crashed unavailable disruption
incident production_failure crash postmortem blameless lessons_learned
maintenance planned_maintenance service_window
customer_informed status_page
process procedure instruction instructions work_instruction sop step_by_step steps
machine device equipment
warehouse stock inventory storage shelves shelf
reorder replenish replenishment order_quantity
part parts component spare
quality scrap rejects defect_rate complaints_about_quality
forecast forecasts outlook expected planned projection simulate
liquidity cash_flow out_of_money funds incoming outgoing
close closing period_end
ledger accounting bookkeeping book booked post posted
statement account_statement bank_statement
difference differences deviation gap variance deviate exceeds over_plan
plan_figure planned target budgeted
commentary comment explanation explain_why
month monthly week weekly quarter
table matrix side_by_side grid
recommend recommendation propose proposal suggestion advice
offer bid quote quotation proposal tender
negotiate negotiation counter_offer bargain haggle
argument arguments defend justify justification reasons_why
competitor rival other_vendor competition low_cost
training course seminar class workshop lesson curriculum
teach train learn learning
exercise exercises quiz test_questions module modules
goal goals objective objectives learning_goals
manual guide help_page help_pages knowledge_base faq support_page
solved fixed resolved solution workaround
question_again same_question often_asked frequently
guess estimate approximate
urgent deadline by_friday as_soon_as until
reminder remind nudge warning last_warning
collections debt dunning
reimburse reimbursed paid_back refund money_back claim
receipt receipts bills mileage per_diem taxi
approve approval permission sign_off release_payment
sign signed signature
form fill_in fill_out questionnaire
certificate certificates audit auditor
insurance insured cover
building office premises floor
move relocation moving
parking car vehicle
clean cleaning cleaner
canteen lunch cafeteria food
partner partnership cooperation
investor shareholder owner
merger acquisition takeover buy_company
award prize won
figures numbers statistics data_table
chart diagram graph visual
translate translation language
short brief one_page one_pager
long detailed full
attractive appealing sell persuasive convincing
polite kind friendly gentle respectful
fair neutral objective
`
  .trim()
  .split('\n');
