-- Who owns what: organizations hold teams, teams hold keys; users belong to teams; a partner owns the teams it made.

create table settings (
  name text primary key,
  value jsonb not null
);

create table organizations (
  id uuid primary key,
  name text not null,
  threat_protection jsonb not null,
  siem jsonb not null,
  created_at timestamptz not null default now()
);

create table partners (
  id uuid primary key,
  name text not null unique,
  key_hash bytea not null unique,
  key_last_four text not null,
  coupon_credits bigint not null default 0,
  created_at timestamptz not null default now()
);

create table teams (
  id uuid primary key,
  organization_id uuid not null references organizations,
  partner_id uuid references partners on delete set null,
  name text not null,
  limits jsonb not null,
  -- Sealed with the root secret, because deliveries must be signed with it again.
  webhook_secret bytea,
  created_at timestamptz not null default now()
);
create index teams_by_organization on teams (organization_id);
create index teams_by_age on teams (created_at, id);

create table users (
  id uuid primary key,
  email text not null unique,
  created_at timestamptz not null default now()
);

create table memberships (
  user_id uuid not null references users on delete cascade,
  team_id uuid not null references teams on delete cascade,
  primary key (user_id, team_id)
);

create table api_keys (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  user_id uuid references users on delete set null,
  name text not null,
  hash bytea not null unique,
  last_four text not null,
  created_at timestamptz not null default now()
);
create index api_keys_by_team on api_keys (team_id, created_at, id);

-- What operators and teams changed: keys, limits, policies.
create table audit_events (
  id uuid primary key,
  organization_id uuid,
  team_id uuid,
  actor text not null,
  username text,
  action text not null,
  target text,
  details jsonb not null,
  created_at timestamptz not null default now()
);
create index audit_events_by_team on audit_events (team_id, id);
create index audit_events_by_organization on audit_events (organization_id, id);

-- A running process and how long it is believed to be alive. Slots and holds belong to one; when it is gone, so are they.
create table processes (
  id uuid primary key,
  role text not null,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Credits. Entries are only ever added; a balance is the sum of its team's entries, open holds included. Entries and
-- holds name their team without a foreign key: each is written in a statement that has the team's balance locked, and
-- checking the reference again would cost more than the rest of it.
create table balances (
  team_id uuid primary key references teams on delete cascade,
  amount bigint not null default 0,
  -- The team's credits never run out; its use is recorded all the same.
  unlimited boolean not null
);

create table credit_entries (
  id bigint generated always as identity primary key,
  team_id uuid not null,
  api_key_id uuid,
  kind text not null check (kind in ('set', 'grant', 'hold', 'settle', 'release')),
  amount bigint not null,
  -- What a settled hold came to; null for every other kind.
  used bigint,
  hold_id uuid,
  reason text not null,
  created_at timestamptz not null default now(),
  check ((kind in ('hold', 'settle', 'release')) = (hold_id is not null)),
  check ((kind = 'settle') = (used is not null))
) with (
  -- Sums are read from an index alone as far as vacuum has been; with nothing ever changed, it only looks at new pages.
  autovacuum_vacuum_insert_scale_factor = 0.02
);
-- Use is summed up from the first index alone, and what was granted from the second; holds and releases are in neither.
create index credit_entries_settled on credit_entries (team_id, created_at) include (used, api_key_id) where kind = 'settle';
create index credit_entries_granted on credit_entries (team_id) include (amount) where kind in ('set', 'grant');
-- One hold is closed once, whatever a retry may try.
create unique index credit_entries_closed_once on credit_entries (hold_id) where kind in ('settle', 'release');

create table holds (
  id uuid primary key,
  team_id uuid not null,
  api_key_id uuid,
  process_id uuid not null,
  amount bigint not null check (amount >= 0),
  reason text not null,
  created_at timestamptz not null default now()
);

create function credit_entries_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'credit entries are only ever added';
end
$$;
create trigger credit_entries_are_final before update on credit_entries
  for each row execute function credit_entries_are_final();

-- Opens holds one after the other, as long as each team's balance lasts: null where it was held, otherwise what was
-- left. Not flushed to disk by itself: nobody is told of a hold, and the settlement that is told of is flushed together
-- with everything before it. A hold that a crash of the database lost was a hold to be released.
create function open_holds(
  the_process uuid, ids uuid[], team_ids uuid[], key_ids uuid[], amounts bigint[], reasons text[]
) returns setof bigint language plpgsql as $$
declare
  left_over bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  -- Several balances are locked in one order, so that two processes never wait for each other.
  if cardinality(ids) > 1 then
    perform from balances where team_id = any (team_ids) order by team_id for update;
  end if;
  for place in 1 .. cardinality(ids) loop
    update balances set amount = amount - amounts[place]
      where team_id = team_ids[place] and (unlimited or amount >= amounts[place]);
    if found then
      insert into holds (id, team_id, api_key_id, process_id, amount, reason)
        values (ids[place], team_ids[place], key_ids[place], the_process, amounts[place], reasons[place]);
      insert into credit_entries (team_id, api_key_id, kind, amount, hold_id, reason)
        values (team_ids[place], key_ids[place], 'hold', -amounts[place], ids[place], reasons[place]);
      return next null;
    else
      select amount into left_over from balances where team_id = team_ids[place];
      return next coalesce(left_over, 0);
    end if;
  end loop;
end
$$;

-- Closes holds: takes what was used and gives the rest back, or all of it where `used` is null. False where the hold is
-- not there any more; then nothing changes.
create function close_holds(ids uuid[], used_credits bigint[]) returns setof boolean language plpgsql as $$
declare
  one holds%rowtype;
begin
  if cardinality(ids) > 1 then
    perform from balances where team_id in (select team_id from holds where id = any (ids)) order by team_id for update;
  end if;
  for place in 1 .. cardinality(ids) loop
    delete from holds where id = ids[place] returning * into one;
    if found then
      insert into credit_entries (team_id, api_key_id, kind, amount, used, hold_id, reason)
        values (
          one.team_id, one.api_key_id, case when used_credits[place] is null then 'release' else 'settle' end,
          one.amount - coalesce(used_credits[place], 0), used_credits[place], one.id, one.reason
        );
      update balances set amount = amount + one.amount - coalesce(used_credits[place], 0) where team_id = one.team_id;
      return next true;
    else
      return next false;
    end if;
  end loop;
end
$$;

-- Requests in the current minute. Losing this in a crash only forgives a minute, so it is not logged.
create unlogged table rate_windows (
  team_id uuid not null,
  bucket text not null,
  started_at timestamptz not null,
  used bigint not null,
  primary key (team_id, bucket)
);

-- Permission to run now. Waiting rows are served in the order of their tickets, over all processes.
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

-- Gives free slots of one team to the longest waiting, answers those of the asking process and tells the others.
-- The caller holds the team's lock.
create function promote_slots(the_team uuid, the_process uuid) returns setof uuid language plpgsql as $$
declare
  ceiling bigint := (select (limits ->> 'concurrency')::bigint from teams where teams.id = the_team);
  busy bigint;
  given record;
begin
  delete from slots s where s.team_id = the_team
    and not exists (select from processes p where p.id = s.process_id and p.expires_at > clock_timestamp());
  select count(*) into busy from slots s where s.team_id = the_team and s.active;
  for given in
    update slots s set active = true
    where s.id in (
      select w.id from slots w where w.team_id = the_team and not w.active
      order by w.ticket
      limit case when ceiling is null then null else greatest(0, ceiling - busy) end
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

-- Enters requests for slots and answers which of the process's requests may run now.
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

-- Gives slots back and hands them on; answers those that went to waiting requests of the same process.
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
