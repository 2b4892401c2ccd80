// Concept groups: how anybody says things when not using the term for it: everyday life, money, computers. One group a line;
// `_` joins a phrase.

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
`
  .trim()
  .split('\n');
