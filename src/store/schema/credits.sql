-- Credits. Entries are append-only. A balance is the sum of its team's entries, open holds included. Entries
-- and holds have no foreign key to the team: each is written in a statement that holds the lock on the team's
-- balance, and checking the reference again would cost more than the rest of the statement.
create table balances (
  team_id uuid primary key references teams on delete cascade,
  amount bigint not null default 0,
  -- The team's credits never run out. Its use is recorded anyway.
  unlimited boolean not null
);

create table credit_entries (
  id bigint generated always as identity primary key,
  team_id uuid not null,
  api_key_id uuid,
  kind text not null check (kind in ('set', 'grant', 'hold', 'settle', 'release')),
  amount bigint not null,
  -- The amount used of a settled hold; null for other kinds.
  used bigint,
  hold_id uuid,
  reason text not null,
  created_at timestamptz not null default now(),
  check ((kind in ('hold', 'settle', 'release')) = (hold_id is not null)),
  check ((kind = 'settle') = (used is not null))
) with (
  -- Index-only scans reach as far as the last vacuum. The table is append-only, so vacuum reads only new
  -- pages.
  autovacuum_vacuum_insert_scale_factor = 0.02
);
-- The first index serves sums of use, the second sums of grants. Holds and releases are in neither.
create index credit_entries_settled on credit_entries (team_id, created_at) include (used, api_key_id) where kind = 'settle';
create index credit_entries_granted on credit_entries (team_id) include (amount) where kind in ('set', 'grant');
-- A hold is closed once, even if the call is retried.
create unique index credit_entries_closed_once on credit_entries (hold_id) where kind in ('settle', 'release');

create function credit_entries_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'credit entries are only ever added';
end
$$;
create trigger credit_entries_are_final before update on credit_entries
  for each row execute function credit_entries_are_final();

create table holds (
  id uuid primary key,
  team_id uuid not null,
  api_key_id uuid,
  process_id uuid not null,
  amount bigint not null check (amount >= 0),
  reason text not null,
  created_at timestamptz not null default now()
);
create index holds_by_team on holds (team_id);

-- Opens holds in order, as far as each team's balance allows. Returns null for an opened hold, otherwise the
-- remaining credits. Not flushed: callers only learn of the settlement, whose flush includes everything
-- before it. A hold lost in a database crash would have been released anyway. Returns -1 for a team whose
-- data is being erased. The erasure locks the balance, so it either sees the hold or prevents it.
create function open_holds(
  the_process uuid, ids uuid[], team_ids uuid[], key_ids uuid[], amounts bigint[], reasons text[]
) returns setof bigint language plpgsql as $$
declare
  left_over bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  -- Balances are always locked in the same order to avoid deadlocks.
  if cardinality(ids) > 1 then
    perform from balances where team_id = any (team_ids) order by team_id for update;
  end if;
  for place in 1 .. cardinality(ids) loop
    update balances set amount = amount - amounts[place]
      where team_id = team_ids[place] and (unlimited or amount >= amounts[place]);
    if not found then
      select amount into left_over from balances where team_id = team_ids[place];
      return next coalesce(left_over, 0);
    elsif exists (select from erasures e where e.team_id = team_ids[place] and e.closed_until > clock_timestamp()) then
      update balances set amount = amount + amounts[place] where team_id = team_ids[place];
      return next -1;
    else
      insert into holds (id, team_id, api_key_id, process_id, amount, reason)
        values (ids[place], team_ids[place], key_ids[place], the_process, amounts[place], reasons[place]);
      insert into credit_entries (team_id, api_key_id, kind, amount, hold_id, reason)
        values (team_ids[place], key_ids[place], 'hold', -amounts[place], ids[place], reasons[place]);
      return next null;
    end if;
  end loop;
end
$$;

-- Closes holds: charges the used credits and returns the rest, or returns everything if `used` is null.
-- Returns false and changes nothing when the hold no longer exists.
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
