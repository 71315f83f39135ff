-- Permission to run. Waiting rows are served by ticket number, across all processes.
create unlogged table slots (
  id uuid primary key,
  team_id uuid not null,
  process_id uuid not null,
  ticket bigint generated always as identity,
  active boolean not null,
  created_at timestamptz not null default now()
);
create index slots_by_team on slots (team_id, active, ticket);
create index slots_by_process on slots (process_id);

-- A visit to a page of a crawl or batch counts against its team's concurrency like a slot, without a slot of
-- its own. Returns how many such visits a team has. Visits of dead processes and sitemaps do not count.
create function crawl_places(the_team uuid) returns bigint language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return (
    select count(*) from crawls c join crawl_pages p on p.crawl_id = c.id and p.state = 'claimed'
    where c.team_id = the_team and c.state = 'scraping' and p.kind = 'page' and process_is_alive(p.process_id)
  );
end
$$;

-- Assigns free slots of one team to the longest-waiting requests. Returns those of the calling process and
-- notifies the others. The caller holds the team's lock.
create function promote_slots(the_team uuid, the_process uuid) returns setof uuid language plpgsql as $$
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

-- Adds slot requests, and returns those requests of the process that may run now.
create function request_slots(the_process uuid, ids uuid[], team_ids uuid[]) returns setof uuid language plpgsql as $$
declare
  one uuid;
begin
  for one in select distinct t from unnest(team_ids) t order by t loop
    perform pg_advisory_xact_lock(hashtextextended(one::text, 1));
    insert into slots (id, team_id, process_id, active)
      select asked.id, asked.team_id, the_process, false
      from unnest(ids, team_ids) with ordinality as asked (id, team_id, place)
      where asked.team_id = one order by asked.place
      on conflict do nothing;
    return query select promote_slots(one, the_process);
  end loop;
end
$$;

-- Releases slots and assigns them to waiting requests; returns the assigned requests of the same process.
create function return_slots(the_process uuid, ids uuid[]) returns setof uuid language plpgsql as $$
declare
  one uuid;
begin
  for one in select distinct s.team_id from slots s where s.id = any (ids) order by 1 loop
    perform pg_advisory_xact_lock(hashtextextended(one::text, 1));
    delete from slots s where s.team_id = one and s.id = any (ids);
    return query select promote_slots(one, the_process);
  end loop;
end
$$;

-- Assigns the concurrency released by settled pages of a crawl to waiting slots. The caller must not hold any
-- team's lock.
create function hand_on_crawl_places(the_crawl uuid) returns void language plpgsql as $$
declare
  the_team uuid := (select c.team_id from crawls c where c.id = the_crawl);
begin
  if exists (select from slots s where s.team_id = the_team and not s.active) then
    perform pg_advisory_xact_lock(hashtextextended(the_team::text, 1));
    perform promote_slots(the_team, null);
  end if;
end
$$;
