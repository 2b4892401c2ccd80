-- Seats that were taken while many were free, spread over a few rows a workspace: who takes one of them waits for nobody.
-- What is taken is the sum of these and of `team_seats.used` (directory/seat-store.ts).
create table seat_bookings (
  team_id uuid not null references teams on delete cascade,
  place smallint not null,
  used integer not null,
  primary key (team_id, place)
);
