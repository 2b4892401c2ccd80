// Concept groups: what people ask to have done, and words for time, amount and quality. One group a line; `_` joins a phrase.

export const ACTION_GROUPS: readonly string[] = `
write draft compose author pen word
rewrite rephrase reword paraphrase redraft rework
summarize summarise summary recap tldr condense digest gist synopsis
shorten shorter trim cut_down tighten concise brief
expand elaborate lengthen longer flesh_out
explain clarify describe walk_through spell_out
translate translation localize localise localization
proofread proof copyedit spelling grammar typo typos
review check inspect examine look_over go_over
improve enhance polish refine better strengthen
fix correct repair mend rectify
analyze analyse analysis assess evaluate evaluation appraise
compare comparison versus vs contrast side_by_side
list enumerate itemize itemise bullet bullets
create make build produce generate put_together
prepare ready get_ready preparation prep
plan planning roadmap strategy
schedule timetable calendar agenda_slot
arrange organize organise set_up coordinate
find search locate look_for look_up
collect gather compile assemble pull_together
extract pull pull_out scrape
classify categorize categorise label tag sort_into bucket
sort order rank ranking prioritize prioritise priority prioritization
calculate compute work_out figure_out
estimate estimation ballpark rough_figure
forecast predict projection project_ahead outlook
brainstorm ideas ideation come_up_with think_of
suggest recommend propose advise suggestion recommendation
decide decision choose pick select choice
approve approval sign_off green_light authorize authorise clearance
reject refuse decline turn_down deny rejection
answer reply respond response get_back_to
ask question inquire enquire query
request ask_for requisition
send email_out dispatch forward mail_out
share distribute circulate pass_around hand_out
publish release post_live put_online
present presentation pitch_deck slides slide deck powerpoint keynote slideshow
report reporting write_up
document documentation write_down
record log note_down capture
track tracking monitor keep_track keep_an_eye
measure metric metrics kpi kpis indicator
audit auditing inspection
test testing try_out trial
compile_report consolidate roll_up aggregate
update refresh revise revision amend
change modify adjust alter edit
remove delete take_out drop erase
add include insert append
merge combine unify join_together
split divide separate break_up
convert transform turn_into change_into
copy duplicate replicate
import upload load_in bring_in
export download dump_out
clean cleanup tidy cleanse scrub dedupe deduplicate
validate verify confirm double_check verification validation
investigate look_into dig_into probe research
troubleshoot diagnose debug root_cause
resolve solve settle sort_out
escalate escalation raise_up flag_up
remind reminder nudge chase follow_up chaser
notify inform let_know alert tell heads_up notification
announce announcement communicate broadcast
invite invitation rsvp
introduce intro introduction
welcome greet onboard
thank thanks gratitude appreciation thankful
apologize apologise apology sorry regret
congratulate congratulations kudos
persuade convince win_over
negotiate negotiation bargain haggle
discuss talk_through talk_about discussion
meet meeting call sit_down get_together sync catch_up
interview interviewing
train training workshop course lesson teach
coach coaching mentor mentoring
learn study understand
help assist support aid
start begin kick_off launch initiate commence
stop end cease halt discontinue
finish complete finalize finalise wrap_up conclude
cancel cancellation call_off terminate
postpone delay push_back defer reschedule put_off
speed_up accelerate expedite faster quicker
reduce lower decrease cut minimize minimise
increase raise grow boost maximise maximize
outline structure skeleton framework
design sketch mock_up mockup wireframe
template boilerplate reusable form_letter
checklist to_do todo list_of_steps task_list
steps step_by_step procedure instructions how_to
guideline guidelines policy policies rules ruleset
standard standards norm benchmark
example sample illustration
definition define meaning glossary terminology
format layout formatting
table spreadsheet excel sheet csv worksheet workbook
chart graph plot diagram visualization visualisation visualize
dashboard scorecard cockpit
figures numbers data statistics stats dataset
trend trends pattern over_time
difference gap variance deviation discrepancy
mistake error slip wrong incorrect flaw
problem issue trouble difficulty snag
risk risks hazard danger exposure
opportunity opportunities upside potential
advantage benefit pro pros strength
disadvantage drawback con cons weakness downside
goal target objective aim okr okrs
result outcome output deliverable
progress status standing where_we_stand
deadline due due_date cutoff by_when
urgent asap immediately right_away time_critical
overdue late past_due behind_schedule
early ahead_of_time in_advance
today this_morning this_afternoon
tomorrow next_day
weekly every_week each_week week
monthly every_month each_month month month_end
quarterly quarter q1 q2 q3 q4 qbr
yearly annual annually year year_end
daily every_day each_day standup
message note memo letter
email mail e_mail inbox mailbox
chat slack teams_message instant_message dm
phone call_up ring telephone voicemail
text copy wording phrasing
paragraph passage section
headline title heading subject_line
tone voice style manner
formal professional businesslike official
friendly warm casual conversational informal
polite courteous tactful diplomatic gentle
firm assertive direct strong_wording
simple plain easy jargon_free layman
short quick brief_one
detailed thorough in_depth comprehensive
key_points highlights takeaways main_points essentials
action_items next_steps actions to_dos
minutes meeting_notes notes transcript
agenda talking_points running_order
feedback comment comments input opinion
survey questionnaire poll
interview_notes conversation_notes
idea concept thought suggestion_box
script storyline screenplay
speech talk address toast
story narrative case_story
quote citation reference
source sources evidence proof
assumption hypothesis premise
scenario what_if case
pros_and_cons trade_off tradeoffs weigh_up
business_case justification rationale why_we_should
proposal offer pitch
contract agreement deal
plan_b contingency fallback backup_plan
overview big_picture at_a_glance
background context history
frequently_asked faq faqs common_questions
manual handbook guide user_guide playbook
newsletter bulletin digest_mail
blog blog_post article post
video clip footage recording
image picture photo graphic illustration_art
file attachment document_file pdf
folder directory_share drive shared_drive
form questionnaire_form application_form
signature sign esign
version draft_version iteration
old outdated obsolete stale legacy
new fresh latest recent
missing absent incomplete gap_in
duplicate_entry repeated redundant
important critical crucial essential key
unclear confusing vague ambiguous
accurate exact precise
consistent uniform aligned
fair unbiased neutral objective_view
sensitive confidential private restricted_info
internal in_house company_wide
external outside third_party
manager boss supervisor line_manager team_lead
executive leadership board c_level management ceo
colleague coworker teammate peer
team department unit group_of_people
staff employees workforce personnel people_team
customer client buyer account_holder
supplier vendor provider contractor
partner alliance reseller distributor
stakeholder interested_party sponsor
audience reader readers viewers listeners
expert specialist consultant advisor
beginner newcomer novice
volunteer helper
owner responsible accountable in_charge
raci responsibilities who_does_what
handover handoff hand_over transfer_of_work
workload capacity bandwidth
effort time_spent hours
meeting_room conference_room venue
remote work_from_home home_office hybrid telework
abroad overseas foreign international
local regional nearby
country nation market_region
language english german french spanish
word_count length characters_long
`
  .trim()
  .split('\n');
