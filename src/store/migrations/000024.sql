-- A process is alive until another one removes it (see processes.ts). An expired lease alone is not enough: a process whose
-- event loop stood still would find its own pages, slots and sessions given away, by its own statements among others.
create or replace function process_is_alive(the_process uuid) returns boolean language sql stable as $$
  select exists (select from processes p where p.id = the_process)
$$;

-- As before, but that a process is alive until it is removed.
-- Gives free places of one team to the longest waiting slots, answers those of the asking process and tells the others.
-- The caller holds the team's lock.
create or replace function promote_slots(the_team uuid, the_process uuid) returns setof uuid language plpgsql as $$
declare
  ceiling bigint := (select (limits ->> 'concurrency')::bigint from teams where teams.id = the_team);
  room bigint;
  given record;
begin
  delete from slots s where s.team_id = the_team and not process_is_alive(s.process_id);
  if ceiling is not null then
    room := greatest(0, ceiling - crawl_places(the_team) - (select count(*) from slots s where s.team_id = the_team and s.active));
  end if;
  for given in
    update slots s set active = true
    where s.id in (
      select w.id from slots w where w.team_id = the_team and not w.active order by w.ticket limit room
    )
    returning s.id, s.process_id
  loop
    if given.process_id = the_process then
      return next given.id;
    else
      perform pg_notify('slots', given.process_id || ' ' || given.id);
    end if;
  end loop;
end
$$;
