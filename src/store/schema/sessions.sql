-- Browser profiles: cookies and storage, encrypted. At most one visit of a living process may change a
-- profile at a time.
create table profiles (
  team_id uuid not null references teams on delete cascade,
  name text not null,
  -- Null until a visit saves its state.
  state bytea,
  writer_id uuid,
  process_id uuid,
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  primary key (team_id, name),
  check ((writer_id is null) = (process_id is null))
);
alter table profiles alter column state set storage external;

-- Live browser sessions. A session runs in the process that opened it. Its id is also the id of its hold on
-- credits, which equals the price of the minutes begun so far, so ending the session charges exactly that.
-- Lock order: the session's row, then balances, then holds.
create table browser_sessions (
  id uuid primary key,
  team_id uuid not null,
  -- The scrape that it continues.
  scrape_id uuid,
  process_id uuid not null,
  stream_web_view boolean not null,
  activity_ttl_seconds int not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  last_activity_at timestamptz not null default clock_timestamp(),
  -- The last heartbeat from its process.
  seen_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  end_cause text check (end_cause in ('stopped', 'expired', 'idle', 'credits', 'crashed', 'restarted', 'lost')),
  -- Additional text about the end, shown to the team.
  end_note text,
  duration_ms bigint,
  credits_billed bigint,
  check (num_nulls(ended_at, end_cause, duration_ms, credits_billed) in (0, 4))
);
create unique index browser_sessions_of_scrape on browser_sessions (scrape_id) where ended_at is null;
create index browser_sessions_by_scrape on browser_sessions (scrape_id, created_at) where scrape_id is not null;
create index browser_sessions_by_process on browser_sessions (process_id) where ended_at is null;
create index browser_sessions_by_team on browser_sessions (team_id, created_at);
create index browser_sessions_by_end on browser_sessions (ended_at) where ended_at is not null;

-- Ends sessions and charges their holds, atomically and once. Without a duration, the last heartbeat counts
-- as the end.
create function end_browser_sessions(the_ids uuid[], the_cause text, the_duration_ms bigint, the_note text)
returns int language plpgsql as $$
declare
  ending uuid[];
  taken uuid[];
  amounts bigint[];
begin
  select array_agg(s.id) into ending from (
    select b.id from browser_sessions b where b.id = any (the_ids) and b.ended_at is null order by b.id for update
  ) s;
  if ending is null then
    return 0;
  end if;
  perform from balances b where b.team_id in (select s.team_id from browser_sessions s where s.id = any (ending))
    order by b.team_id for update;
  select coalesce(array_agg(h.id), '{}'), coalesce(array_agg(h.amount), '{}') into taken, amounts
    from (select * from holds where id = any (ending) order by id for update) h;
  if cardinality(taken) > 0 then
    perform close_holds(taken, amounts);
  end if;
  update browser_sessions s set ended_at = clock_timestamp(), end_cause = the_cause, end_note = the_note,
      duration_ms = coalesce(the_duration_ms, (extract(epoch from s.seen_at - s.created_at) * 1000)::bigint),
      credits_billed = coalesce(amounts[array_position(taken, s.id)], 0)
    where s.id = any (ending);
  return cardinality(ending);
end
$$;

-- Ends sessions of dead processes.
create function end_abandoned_browser_sessions() returns int language sql as $$
  select end_browser_sessions(array_agg(s.id), 'restarted', null, null)
    from browser_sessions s where s.ended_at is null and not process_is_alive(s.process_id)
$$;

-- Adds a session whose first minute is already held, for the process with that hold. Returns 'taken' when its
-- scrape has a session, 'gone' when the hold no longer exists.
create function enter_browser_session(
  the_id uuid, the_scrape uuid, streams boolean, ttl_seconds int, the_activity_ttl int
) returns text language plpgsql as $$
declare
  dead uuid;
begin
  select s.id into dead from browser_sessions s
    where s.scrape_id = the_scrape and s.ended_at is null and not process_is_alive(s.process_id);
  if dead is not null then
    perform end_browser_sessions(array[dead], 'restarted', null, null);
  end if;
  perform from holds h where h.id = the_id for update;
  if not found then
    return 'gone';
  end if;
  insert into browser_sessions (id, team_id, scrape_id, process_id, stream_web_view, activity_ttl_seconds, expires_at)
    select h.id, h.team_id, the_scrape, h.process_id, streams, the_activity_ttl,
      clock_timestamp() + ttl_seconds * interval '1 second'
    from holds h where h.id = the_id
    on conflict (scrape_id) where ended_at is null do nothing;
  return case when found then 'entered' else 'taken' end;
end
$$;

-- Ensures that at least this many credits are held for a session. Returns null on success, -1 when the
-- session has ended, otherwise the team's remaining credits. Idempotent.
create function hold_for_browser_session(the_id uuid, the_amount bigint) returns bigint language plpgsql as $$
declare
  the_team uuid;
  one holds%rowtype;
  left_over bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  select s.team_id into the_team from browser_sessions s where s.id = the_id and s.ended_at is null for update;
  perform from balances b where b.team_id = the_team for update;
  select * into one from holds h where h.id = the_id for update;
  if the_team is null or one.id is null then
    return -1;
  elsif one.amount >= the_amount then
    return null;
  end if;
  update balances b set amount = b.amount - (the_amount - one.amount)
    where b.team_id = the_team and (b.unlimited or b.amount >= the_amount - one.amount);
  if not found then
    select greatest(b.amount, 0) into left_over from balances b where b.team_id = the_team;
    return left_over;
  end if;
  update holds h set amount = the_amount where h.id = the_id;
  insert into credit_entries (team_id, api_key_id, kind, amount, hold_id, reason)
    values (the_team, one.api_key_id, 'hold', one.amount - the_amount, the_id, one.reason);
  return null;
end
$$;

-- Records a heartbeat for the sessions of a process, and returns those that have ended elsewhere or no longer
-- exist. Sessions that the table assigns to the process but the process does not know were lost in transit,
-- and are ended. Sessions being added right now are young and exempt.
create function keep_browser_sessions(the_process uuid, ids uuid[], idle_ms bigint[])
returns setof uuid language plpgsql as $$
declare
  lost uuid[];
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from browser_sessions s where s.id = any (ids) order by s.id for update;
  update browser_sessions s set seen_at = clock_timestamp(),
      last_activity_at = clock_timestamp() - kept.idle * interval '1 millisecond'
    from unnest(ids, idle_ms) as kept (id, idle) where s.id = kept.id and s.ended_at is null;
  select array_agg(s.id) into lost from browser_sessions s where s.process_id = the_process and s.ended_at is null
    and s.id <> all (ids) and s.seen_at < clock_timestamp() - interval '30 seconds';
  if lost is not null then
    perform end_browser_sessions(lost, 'lost', null, null);
  end if;
  return query select kept.id from unnest(ids) as kept (id)
    where not exists (select from browser_sessions s where s.id = kept.id and s.ended_at is null);
end
$$;

-- The session's API key is in the entry that closed its hold earlier in this transaction.
create function tell_siem_of_browser_session() returns trigger language plpgsql as $$
declare
  the_key uuid;
  as_wanted boolean := new.end_cause in ('stopped', 'expired', 'idle');
begin
  select e.api_key_id into the_key from credit_entries e where e.hold_id = new.id and e.kind in ('settle', 'release');
  perform tell_siem(
    new.team_id, the_key, null, case when as_wanted then 'success' else 'failure' end,
    case when as_wanted then null else new.end_cause end,
    new.ended_at - new.duration_ms * interval '1 millisecond', new.ended_at, new.credits_billed,
    jsonb_strip_nulls(
      jsonb_build_object('jobId', new.id, 'type', 'browser', 'state', new.end_cause, 'scrapeId', new.scrape_id)
    )
  );
  return null;
end
$$;
create trigger tell_siem_of_browser_session after update of ended_at on browser_sessions for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_siem_of_browser_session();

-- The steps of recorded browser sessions. A recording is kept as long as results, possibly longer than its
-- session's row. Its images are blobs.
create table recordings (
  session_id uuid primary key,
  team_id uuid not null,
  truncated boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index recordings_by_team on recordings (team_id);
create index recordings_by_end on recordings (expires_at);

create table recorded_steps (
  session_id uuid not null references recordings on delete cascade,
  number int not null,
  -- JSON; jsonb would refuse U+0000.
  step text not null,
  blob_id uuid,
  primary key (session_id, number)
);
