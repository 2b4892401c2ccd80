// Concept groups: plain words for the things that offices deal with all the time, and ways of saying what one wants. One
// group a line; `_` joins a phrase.

export const EVERYDAY_GROUPS: readonly string[] = `
money cash funds sum amount budget_money
company firm business enterprise organisation organization corporation employer
product goods item article
service offering
market industry sector branch
area region territory country
quantity volume amount number
list_of overview register inventory_list
big large major huge great
small minor little tiny
bad poor weak terrible
good great excellent strong outstanding
important key essential crucial
old outdated obsolete legacy former ancient stale
new fresh recent latest
missing absent lacking incomplete gone gap_in
unclear confusing vague ambiguous nobody_understands
duplicate double twice repeated
sell sale
criticise criticism critical_feedback negative_feedback
access copy_of disclosure inspect_data
helmet ladder forklift gloves protective
webinar online_event
interview ask_questions questions questionnaire
research study discovery survey find_out learn_about
test try
task to_do action
background context information_about
maintenance planned_maintenance service_window
customer_informed status_page
part component spare
plan_figure planned target budgeted
commentary comment explanation explain_why
table matrix side_by_side grid
argument defend justify justification reasons_why
form fill_in fill_out
move relocation
award prize won
long detailed full
fair neutral
`
  .trim()
  .split('\n');
