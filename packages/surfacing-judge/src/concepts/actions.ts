// Concept groups: what people ask to have done, and words for time, amount and quality. One group a line; `_` joins a phrase.

export const ACTION_GROUPS: readonly string[] = `
write draft compose formulate word phrase put_in_writing in_writing on_paper put_together pen write_up knock_up jot_down set_down author
wording phrasing formulation way_to_say how_to_say right_words how_to_put
letter mail email e_mail note message memo line inbox mailbox
reply answer respond response react write_back get_back send_back come_back_to get_back_to
text copy passage paragraph content describe description
polish tidy_up clean_up improve enhance refine better rework spruce_up sharpen make_better upgrade_text strengthen
shorten shorter cut_down trim condense too_long too_wordy wordy concise tighten boil_down
summarise summarize summary recap sum_up gist essentials main_points key_points in_a_nutshell in_short digest tldr takeaways key_findings bottom_line_summary short_version what_was_said what_happened synopsis highlights
explain clarify make_sense break_down make_clear make_understandable understand comprehend get_it spell_out walk_through shed_light what_does_mean mean what_is_meant tell_me_about what_does what_is
simple simply easy easily plain plain_words plain_language layman laymen non_expert without_jargon easy_words everyday_words readable understandable jargon_free
translate interpret render_in into_english into_german into_french into_spanish language english german french spanish italian polish dutch portuguese chinese
spelling grammar typo proofread proof language_mistakes copyedit
outline structure skeleton framework storyline table_of_contents
checklist list to_do task_list overview bullet_points todo list_of_steps
template boilerplate sample model_text pattern blueprint form_letter standard_text reusable
tone voice sound style manner
friendly nice kind kindly warm gentle gently polite courteous tactful soft respectful decent humane casual diplomatic
firm strict clear_words assertive serious strong_wording
convincing persuasive persuade win_over compelling talk_into sell_the_idea
attractive appealing catchy inviting tempting enticing
headline title subject_line heading
slogan tagline claim motto catchphrase
speech toast address laudation few_words say_something
present slides deck powerpoint talk_to_audience pitch pitch_deck slideshow
report write_up account documentation record
document paperwork papers file
notes scribbles minutes transcript protocol record wrote_down handwritten write_down
news announcement inform notify tell let_know heads_up communicate spread_the_word make_known break_the_news bring_across share_the_news message_to notice bulletin notification broadcast
article blog post column editorial story blog_post
newsletter mailing mail_campaign mass_mail circular mailing_list subscribers audience_list
remind nudge chase prod ping follow_up hurry_up press_for gentle_push jog_memory last_warning chaser
invite ask_along bring_together
thank grateful gratitude appreciate
congratulate well_done kudos praise compliment
apologise apologize apology sorry excuse regret make_up_for
decline reject refuse turn_down say_no no_thanks not_chosen unsuccessful deny
question ask inquire enquiry inquiry query enquire
request ask_for demand wish want requirement
idea brainstorm suggestion inspiration come_up_with think_of creative ideation
advice advise recommend suggest propose tip counsel guidance
decide decision choose choice pick select opt shortlist which_one which_is_best best_option better_option settle_on go_for
compare comparison versus side_by_side contrast weigh weigh_up pros_and_cons advantages_and_disadvantages match_against benchmark vs trade_off tradeoffs
evaluate assess rate judge appraisal grade score
check verify review inspect examine look_over go_over go_through look_at look_through double_check control scrutinise scrutinize vet second_opinion second_look anything_wrong anything_missing what_is_missing find_mistakes confirm verification
analyse analyze analysis dig_into look_into investigate find_out get_to_bottom study_closely probe
cause reason why root_cause what_went_wrong where_go_wrong how_come behind_this origin source_of root
learn lesson lessons_learned takeaway do_better_next
plan schedule timetable programme roadmap arrange organise organize set_up prepare coordinate work_out_plan calendar agenda_slot
prepare get_ready ready brief rehearse practise practice prep
estimate guess approximate rough_figure ballpark how_much_work
calculate compute work_out figure_out how_much how_many tally sum count
forecast predict projection outlook expect coming_months going_to_need foresee simulate project_ahead
measure metric kpi indicator key_figure figures track
goal target objective okr aim ambition learning_goals
strategy strategic direction vision long_term big_picture
priority prioritise prioritize rank most_important first_things what_comes_first urgent_first first_priority
sort classify categorise categorize cluster group bucket tag label sort_into themes
collect gather compile assemble pull_together bring_together
change switch alter adapt adjust modify shift new_rule from_now_on reorganise restructure edit
replace swap exchange substitute supersede changeover
stop end halt discontinue shut_down switch_off phase_out retire sunset cease
start begin launch kick_off kickoff go_live roll_out introduce come_into_force commence
delay late postpone behind overdue slip push_back later_than_planned not_on_time waited defer reschedule put_off past_due behind_schedule
early ahead in_advance beforehand before ahead_of_time
deadline due due_date by_friday cut_off time_limit ultimatum latest_date until by_monday by_tomorrow as_soon_as cutoff by_when
urgent asap immediately right_away at_once emergency critical top_priority time_critical
monthly each_month every_month month month_end
yearly annual year fiscal_year next_year twelve_months year_end
weekly week each_week every_week
quarter quarterly three_months q1 q2 q3 q4 qbr
improve_process streamline lean efficiency optimise optimize faster speed_up save_time smoother accelerate expedite quicker
problem issue trouble difficulty hiccup snag obstacle challenge goes_wrong
mistake error wrong fault slip blunder flaw incorrect
solve resolve fix repair remedy sort_out put_right solution clear_up correct mend rectify
risk danger hazard threat trap pitfall red_flag catch fishy watch_out go_wrong exposure
trust reliable dependable credible
proof evidence prove supporting_documents backing demonstrate substantiate
example sample instance case
store keep kept hold held save retain retention hold_on cancel_subscription
details particulars information info facts specifics
result outcome achieved success gained accomplished output deliverable
deputy stand_in substitute cover_for cover_for_me while_away in_my_absence
out_of_office away autoreply auto_reply absence_note not_in_office absenteeism ooo
improved got_better upgrade enhanced
allowed may_we are_we_allowed forbidden forbid prohibited must_not not_allowed ban
different not_alike inconsistent vary
same alike uniform consistent identical aligned
often frequently again_and_again over_and_over repeatedly regularly keeps keep_on many_times same_question common_questions question_again often_asked
nobody no_one none never not_at_all
finished done complete accomplish over finalize finalise wrap_up conclude
agree consent approve green_light permission go_ahead release_payment clearance
share forward hand_out distribute circulate pass_around
show demonstrate display illustrate
responsible in_charge accountable owner who_does_what duties raci
feedback comment opinion view reaction input remarks say think
survey questionnaire poll
rewrite rephrase reword paraphrase redraft rework
expand elaborate lengthen longer flesh_out
translate localize localise
enumerate itemise bullet
create make produce generate put_together
find search locate look_for look_up
extract pull pull_out scrape
send email_out dispatch mail_out
log note_down capture
track monitor keep_track keep_an_eye
try_out trial
compile_report consolidate roll_up aggregate
update refresh revise amend
add include insert append
merge combine unify join_together
split divide separate break_up
convert transform turn_into change_into
copy replicate
upload load_in bring_in
export download dump_out
clean cleanup tidy cleanse scrub dedupe deduplicate
troubleshoot diagnose debug root_cause
raise_up flag_up
introduce intro introduction
discuss talk_through talk_about
coach mentor
help assist support aid
cancel call_off
reduce lower decrease cut minimize minimise
increase raise grow boost maximise maximize
standard norm
definition define meaning glossary terminology
format layout
opportunity upside potential
disadvantage drawback con weakness downside
today this_morning this_afternoon
tomorrow next_day
daily every_day each_day standup
chat slack teams_message instant_message dm
phone call_up ring telephone voicemail
formal professional businesslike official
short quick brief_one
thorough in_depth comprehensive
interview_notes conversation_notes
idea concept thought suggestion_box
storyline screenplay
story narrative case_story
quote citation
assumption hypothesis
scenario what_if
business_case justification rationale why_we_should
plan_b contingency fallback backup_plan
big_picture at_a_glance
background context history
frequently_asked faq common_questions
newsletter bulletin digest_mail
attachment document_file pdf
folder directory_share drive shared_drive
form questionnaire_form application_form
version draft_version iteration
duplicate_entry repeated redundant
accurate exact precise
unbiased neutral objective_view
sensitive confidential private restricted_info
internal in_house company_wide
external outside third_party
stakeholder interested_party
expert specialist consultant advisor
beginner newcomer novice
volunteer helper
workload capacity bandwidth
effort time_spent hours
abroad overseas foreign
local regional nearby
country nation market_region
word_count length characters_long
`
  .trim()
  .split('\n');
