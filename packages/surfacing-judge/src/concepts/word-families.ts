// Concept groups: words of one family that the stemmer leaves apart (decide, decision; teach, taught), compounds that are
// written apart or together, and abbreviations. One group a line; `_` joins a phrase.

const DERIVATIONS = `
decide undecided
analyse analyze analysis analytical analyst
explain explanation
introduction introductory
conclude conclusion
oppose opposition
signature signatory
receive receipt
consume consumption
submit submission
weigh weight
grow growth grew grown
lose loss lost
sold seller
choose choice chose chosen
prove proven
advise advice advisor advisory
speak speech spoke spoken speaker
withdraw withdrew withdrawn
deny denial
divide division
expand expansion
reduce reduction
resolve resolution
distribute distributor
acquire acquisition
compete competition competitor
recognise recognize recognition
emphasise emphasize emphasis
categorise categorize category
identify identification identity
clarify clarification clarity
simplify simplification simple
specify spec
classify classification
modify modification
urgent urgency
frequent frequency
attend attendee
employ employee employer
trainer trainee
supply supplier
buy buyer bought
write wrote written writer
break broke broken breakage
steal stole stolen theft thief
teach taught teacher
catch caught
send sent sender
lend lent loan
paid payable
meet met
begin began begun beginner
fly flew flown
drove driven driver
forget forgot forgotten
freeze froze frozen
win winner
learnt learner
suspect suspicion suspicious
register registration
correct incorrect
satisfy dissatisfied
subscribe subscription
supervise supervisor
authorise authorize authority_to_sign
`;

const COMPOUNDS = `
onboarding on_boarding
offboarding off_boarding
followup follow_up
login log_in logon log_on
signup sign_up
setup set_up
checklist check_list
timesheet time_sheet
workflow work_flow
database data_base
website web_site
feedback feed_back
coworker co_worker
payroll pay_roll
paycheck pay_check paycheque
spreadsheet spread_sheet
handbook hand_book
homepage home_page
workload work_load
warehouse ware_house
overdue over_due
overtime over_time
standup stand_up
checkout check_out
checkin check_in
screenshot screen_shot
whitepaper white_paper
headcount head_count
buyin buy_in
turnover turn_over
rollout roll_out
roleplay role_play
runbook run_book
deadline dead_line
forklift fork_lift
stocktake stock_take
flowchart flow_chart
whiteboard white_board
makeover make_over
cashflow cash_flow
lineup line_up
startup start_up
dropdown drop_down
walkthrough walk_through
crosssell cross_sell
multiyear multi_year
nonprofit non_profit
parttime part_time
fulltime full_time
realtime real_time
`;

const ABBREVIATIONS = `
tmrw tomorrow tomo
ppl people
qty quantity
repo repository
ppt powerpoint slides
hr human_resources personnel_department
hq headquarters head_office
wfh work_from_home
eod end_of_day
eta arrival_time when_will_arrive
fyi for_information
kb knowledge_base
cto chief_technology_officer
cfo chief_financial_officer finance_chief
coo chief_operating_officer
okr objectives_key_results
kpi key_performance_indicators
sow statement_of_work
msa master_service_agreement
yoy year_on_year
ytd year_to_date
erp sap enterprise_software
saas cloud_software
sso single_sign_on
pii personal_data
gdpr dsgvo
pdf scan
dm direct_message
cta call_to_action
b2b business_customers
smb small_business
rma return_authorization
moq minimum_order
sku article_number item_number
fmea failure_mode
loto lockout
msds safety_data_sheet
jour_fixe weekly_meeting
1on1 one_on_one
sales_op sales_operations
`;

export const FAMILY_GROUPS: readonly string[] = [DERIVATIONS, COMPOUNDS, ABBREVIATIONS].flatMap((groups) =>
  groups.trim().split('\n'),
);
