// Concept groups: how people say things when they do not use the term for it, department by department. One group a
// line; `_` joins a phrase.

export const PLAIN_SPEECH_GROUPS: readonly string[] = `
ran_out used_up nothing_left all_gone empty depleted out_of
bankrupt bankruptcy insolvent went_bust go_bust went_under folded receivership
hand_out give_out pass_round dish_out
owe who_owes_us in_debt
tight_deadline short_notice last_minute in_a_hurry rush pressed_for_time
argue_over disagree at_loggerheads fall_out fell_out
get_rid ditch scrap_it throw_out chuck bin_it dispose
assemble piece_together
pull_out back_out withdraw bail_out drop_out
go_ahead thumbs_up sign_off ok_from nod buy_in
turn_up show_up appear
show_no_up no_show missed_appointment did_not_come
leave_out omit skip forget_to_mention
look_after take_care_of care_for mind_the
put_up_with tolerate accept
hold_up held_up delay_in stuck_in
cheer_up lift_spirits encourage boost_morale
wear_out worn_out tired drained
worry anxious nervous afraid fear scared
proud pride
ashamed embarrassed awkward
surprised unexpected
hurt_feelings offend insult
blame accuse point_finger fault_of
calm calm_down cool_down soothe
fairly even_handed just
honest truthful open candid frank
secretly behind_back under_wraps
newbie rookie greenhorn fresh_start first_timer
veteran long_serving old_hand long_time
clever smart bright talented gifted
lazy slacker does_nothing
swamped snowed_under hands_full
boring dull dry lifeless
complicated complex tricky difficult_to
easy_to_follow digestible bite_sized
messy chaotic chaos mess disorder shambles
tidy neat orderly
dirty filthy stained
loud noise noisy
smell stink odour
dark light lamp bulb
cold heating warm
wet water dripping flooded
fire burn smoke flames
trip stumble
bleed wound cut_himself cut_her
broken_bone fracture
doctor physician gp
hospital ward ambulance
medicine pill medication drug
kid child children son daughter
wife husband spouse partner_private
wedding marriage married
born birth newborn
funeral bereavement passed_away died
flat apartment house home
lawyer_letter letter_from_lawyer solicitor_letter
police theft burglary
spy snoop eavesdrop
cheat fiddle rigged
lie lied lying untrue false_claim
promise pledge assurance
exaggerate overstate promise_too_much overpromise
misleading deceptive misrepresent
cheap_supplier lowest_price best_price
bill_too_high too_high inflated
double_booking booked_twice
pocket_money petty
top_up add_funds
chip_in contribute pay_share
tight_budget little_money shoestring
free_of_charge at_no_cost gratis
down_payment deposit prepayment upfront
instalment pay_in_parts
late_fee interest_charge penalty fine
cash_in encash
bank_transfer wire_transfer sepa
card_payment credit_card debit_card
tip gratuity
rip_off daylight_robbery
value_for_money bang_for_buck
go_through_roof skyrocket surge soar
drop plunge fall_in decline_in sink
flat_line stagnate plateau unchanged
peak high_point record_high
average mean_value typical
percentage percent share_of proportion
half quarter_of third_of
sum_up_to add_up amount_to
row line_of
filter sort_by order_by
lookup look_up_value
chart_type bar_chart pie_chart
header footer
bold italic
font typeface
template_file form_letter
attach enclosure enclosed
unreadable illegible garbled
blank empty_page white_page
stuck frozen hangs_up spinning
click tap press_button
button icon menu_item
tab window_page
type enter_text key_in
popup dialog
link url hyperlink
browse surf
sign_out log_out
lock_out shut_out no_access access_denied not_authorised
let_in admit grant_access give_access
guest_account visitor_account
hacked compromised breached broken_into
mislaid misplaced cannot_find
wiped deleted_by_mistake erased
backup_copy safety_copy
usb stick thumb_drive memory_stick
plug socket cable charger
battery charge
headset headphones earphones
keyboard mouse
webcam microphone
ink toner cartridge
paper_jam jammed
apprenticeship vocational_training
graduate alumni university_leaver
school_leaver pupil
promote_from_within internal_candidate
poach headhunt
salary_wish salary_expectation pay_demand
trial_shift trial_day
first_impression gut_feeling
dress_up smart_casual
small_talk chit_chat
gossip rumour rumor hearsay
pat_on_back credit_to
slack_off slacking
pull_weight do_share
talk_behind mock
lose_temper blow_up freak_out
cry tears upset_her
dismissive condescending patronising
micromanage controlling_boss
favouritism teachers_pet
glass_ceiling equal_chances
cover_shift step_in_for fill_in_for swap_shift
day_shift daytime
weekend saturday sunday
public_holiday bank_holiday
school_holidays summer_break
come_in_early start_early
clock_out go_home finish_work
lunch_break coffee_break
truck lorry van
vessel boat
container box crate carton
pallet skid
load unload
barcode scan_code
label sticker
heavy weight kilos
fragile breakable
perishable goes_off best_before
customs_duty duty_tax
lost_in_transit lost_parcel
wrong_address misdelivered
doorstep neighbour_took
pick_up collect_from
drop_off deliver_to
supplier_visit plant_visit
sample_order test_order
minimum_order small_batch
bulk_order large_order
running_late behind_time
on_time punctually as_planned
machine_stopped line_stopped standstill_line
wear_and_tear worn_part
leaky seep
crack split_open
bent crooked deformed
rust rusty corrosion
loose wobbly
sharp blade
slippery oily
mask respirator
goggles eye_protection
ear_plugs hearing_protection
hi_vis safety_vest
scaffold working_at_height
electric_shock live_wire
spill spillage
explode explosion
evacuate get_out_building
first_aid plaster
meeting_overran too_long_meeting
no_agenda pointless_meeting
dial_in join_call
hand_raise speak_up_in
vote ballot
majority unanimous
veto block_decision
pros_cons for_and_against upsides_downsides
gut_decision hunch
no_brainer obvious_choice
tough_call hard_choice
back_to_drawing start_from_scratch
quick_win low_hanging_fruit
long_shot unlikely
game_changer breakthrough
deal_breaker showstopper
elephant_in_room taboo
on_same_page common_understanding
in_the_loop kept_informed
touch_base check_back
circle_back revisit
take_offline discuss_later
drill_down go_into_detail
high_level rough_overview bird_eye
deep_dive close_look
ballpark_figure back_of_envelope
move_needle make_difference
hit_target reach_goal meet_target
miss_target fall_short below_target
raise_bar aim_higher
cut_corners shortcut
red_tape bureaucracy paper_chase
loophole way_around
grey_area unclear_rule
by_the_book strictly
turn_blind_eye ignore_it
whistle_blower tip_off
kickback under_table
insider_tip inside_information
sponsor_us looking_for_sponsors
word_spread go_viral viral
eye_catcher stand_out grab_attention
target_audience who_reads_it
landing page_for_campaign
sign_ups registrations
drop_off_rate bounce_rate
cart basket shopping_cart abandoned_cart
checkout_page payment_page
newsletter_signup subscribe_form
unsubscribe_link opt_out
follow_us like_us
thumbnail cover_picture
voiceover narration
subtitles captions_video
photo_shoot pictures_taken
trade_magazine trade_press
interview_journalist talk_to_press
off_record background_talk
happy_with pleased delighted
fed_up had_enough sick_of
threaten threat
refuse_to_pay will_not_pay
want_to_cancel wants_out
looking_around shopping_around
on_fence undecided_buyer
budget_frozen no_budget
decision_maker who_decides
gatekeeper secretary
foot_in_door door_opener
close_to_signing about_to_sign
sign_again stay_customer
word_from_boss boss_says
upgrade_to bigger_package
tailor customised bespoke
off_shelf standard_product
hand_made handmade artisan
second_hand used pre_owned
spare_time free_time
seating_order table_plan
vegan vegetarian gluten
band dj live_music
fireworks decoration
rain_plan bad_weather
coach_bus shuttle
per_night night_stay
layover stopover
window_seat aisle_seat
jet_lag time_zone
border_control passport_control
currency_exchange change_money
desk_sharing hot_desk
open_space open_plan
lift elevator
toilet restroom bathroom washroom
front_desk reception_desk
letterbox postal_mail
stamp postage
archive_box old_files
shred shredder destroy_files
paperless digital_files
handwriting handwritten_note
dictate voice_memo
transcribe transcription
mother_tongue native_speaker
foreign_customer customer_abroad
false_friend mistranslation
buzzword empty_phrase
long_winded rambling
clumsy awkward_wording
typing_error misprint
comma punctuation
`
  .trim()
  .split('\n');
