-- The name that a trail has as an Agent Skill: set at its first publication, kept when the title changes.
alter table trails add column skill_name text
  constraint trails_skill_name_form check (skill_name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(skill_name) <= 64);

with titled as (
  select catalog_id, trail_id,
    coalesce(nullif(trim(both '-' from left(
      trim(both '-' from regexp_replace(lower(title), '[^a-z0-9]+', '-', 'g')), 50)), ''), 'trail') as base
  from trails where last_version > 0
), numbered as (
  select catalog_id, trail_id, base, row_number() over (partition by catalog_id, base order by trail_id) as place
  from titled
)
update trails t set skill_name = case
    when n.place = 1 and n.base <> 'trail' then n.base
    else n.base || '-' || right(t.trail_id::text, 12) end
from numbered n where n.catalog_id = t.catalog_id and n.trail_id = t.trail_id;

alter table trails add constraint trails_skill_name_unique unique (catalog_id, skill_name);
