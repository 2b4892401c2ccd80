// Concept groups: how people at work say things when not using the term for it, department by department. One group a line;
// `_` joins a phrase.

export const SHOP_TALK_GROUPS: readonly string[] = `
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
