-- The triggers that only release 1.0.0 relied on. What is left reads and writes the row alone that it fires for, so the
-- schema can be distributed by tenant.
-- serves from 0030
drop trigger member_roles_added on member_roles;
drop trigger member_roles_removed on member_roles;
drop trigger group_members_added on group_memberships;
drop trigger group_members_removed on group_memberships;
drop trigger groups_members_forgotten on groups;
drop trigger group_roles_added on group_roles;
drop trigger group_roles_removed on group_roles;
drop trigger teams_seats_opened on teams;
drop trigger members_seats_taken on members;
drop trigger members_seats_freed on members;
drop trigger members_seat_moved on members;
drop trigger members_seats_booked on members;
drop trigger members_seat_booked on members;
drop trigger trails_text_added on trails;
drop trigger trails_text_changed on trails;
drop trigger groups_disconnected on groups;
drop function stamp_members_of_roles(), stamp_members_of_groups(), stamp_members_of_group_roles(), open_seats(),
  take_seats(), free_seats(), move_seat(), book_seats(), note_seats(uuid, integer), index_new_trails(),
  index_changed_trail(), forget_group_record(), forget_group_members(), writes_by_statement();
