-- Agent tasks and extractions started by a caller. A running task is claimed by a process. The claim's id is
-- also the id of its hold on credits, so losing one means losing the other. Lock order for changing a task:
-- its row here, then balances, then holds.
create table agent_tasks (
  id uuid primary key,
  team_id uuid not null,
  api_key_id uuid,
  kind text not null check (kind in ('agent', 'extract')),
  -- The task as JSON; jsonb would refuse U+0000.
  plan text not null,
  -- The reason shown in the ledger.
  reason text not null,
  thread_id uuid not null,
  turn int not null,
  state text not null default 'processing' check (state in ('processing', 'completed', 'failed', 'cancelled')),
  -- No step starts after this time.
  cancelled_at timestamptz,
  -- Steps made and their cost. For an ended task, the credits charged.
  steps int not null default 0,
  credits_used bigint not null default 0,
  claim_id uuid,
  process_id uuid,
  -- Claims since the last step.
  attempts int not null default 0,
  engine text,
  -- The compressed result.
  result bytea,
  error text,
  warning text,
  stop_reason text,
  -- In milliseconds, because lists are paged by it.
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz not null default now() + result_lifetime(),
  -- Audit details of the request (claimed user name and IP addresses), if its organization exports events.
  audit jsonb,
  check ((state = 'processing') = (ended_at is null)),
  check ((claim_id is null) = (process_id is null))
);
alter table agent_tasks alter column result set storage external;
create index agent_tasks_running on agent_tasks (id) where state = 'processing';
create index agent_tasks_by_team on agent_tasks (team_id, kind, created_at desc);
create unique index agent_tasks_by_thread on agent_tasks (thread_id, turn);
create index agent_tasks_by_end on agent_tasks (expires_at) where state <> 'processing';
create trigger results_expire before update on agent_tasks
  for each row when (old.ended_at is null and new.ended_at is not null) execute function results_expire();
create trigger refuse_closed_team before insert on agent_tasks for each row execute function refuse_closed_team();

-- The steps of a task, in the order in which they were made.
create table agent_steps (
  task_id uuid not null references agent_tasks on delete cascade,
  seq int not null,
  move text not null,
  -- The compressed outcome.
  seen bytea not null,
  -- The page where something was found.
  page_url text,
  credits bigint not null,
  -- The step as callers see it, as JSON.
  summary text not null,
  snapshot_id uuid not null default gen_random_uuid(),
  began_at timestamptz not null,
  ended_at timestamptz not null default clock_timestamp(),
  primary key (task_id, seq)
);
alter table agent_steps alter column seen set storage external;

-- Whether a task can go on: its team can pay the cost so far, or has other holds that may give credits back.
create function agent_task_is_payable(the_team uuid, cost bigint) returns boolean language sql stable as $$
  select cost = 0 or exists (select from balances b where b.team_id = the_team and (b.unlimited or b.amount >= cost))
    or not exists (select from holds h where h.team_id = the_team)
$$;

-- Claims tasks for a process, each with a hold on the cost of its steps so far. `holding` lists the claims
-- that the process works on; other claims of the process were lost in transit. Holds of dead processes are
-- released first. If a team cannot pay for the finished steps, its task ends. If the team has other holds
-- open, the task waits for them instead.
create function claim_agent_tasks(the_process uuid, holding uuid[], most int)
returns table (
  id uuid, claim_id uuid, team_id uuid, kind text, plan text, thread_id uuid, turn int, attempts int, is_cancelled boolean,
  created_at timestamptz
) language plpgsql set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  ids uuid[];
  old_claims uuid[];
  claims uuid[];
  team_ids uuid[];
  key_ids uuid[];
  amounts bigint[];
  reasons text[];
  left_over bigint;
  nr int := 0;
begin
  perform pg_advisory_xact_lock(7308613, hashtext('agent_tasks'));
  if not process_is_alive(the_process) then
    return;
  end if;
  select array_agg(t.id), array_agg(t.claim_id), array_agg(gen_random_uuid()), array_agg(t.team_id),
      array_agg(t.api_key_id), array_agg(t.credits_used), array_agg(t.reason)
    into ids, old_claims, claims, team_ids, key_ids, amounts, reasons
    from (
      -- Teams take turns. The state is checked again after the row is locked, because the task may have just
      -- ended.
      select * from agent_tasks a where a.state = 'processing' and a.id in (
        select f.id from (
          select r.id, row_number() over (partition by r.team_id, r.is_free order by r.id)
            + count(*) filter (where not r.is_free) over (partition by r.team_id) as turn, r.is_free
          from (
            select a.id, a.team_id, case when a.claim_id is null then agent_task_is_payable(a.team_id, a.credits_used)
              else not process_is_alive(a.process_id)
                or (a.process_id = the_process and a.claim_id <> all (holding)) end as is_free
            from agent_tasks a where a.state = 'processing'
          ) r
        ) f where f.is_free order by f.turn, f.id limit most
      ) for update
    ) t;
  if ids is null then
    return;
  end if;
  perform from balances b where b.team_id = any (team_ids) order by b.team_id for update;
  perform close_holds(old, array_fill(null::bigint, array[cardinality(old)]))
    from (select array_remove(old_claims, null) as old) o where cardinality(old) > 0;
  for left_over in select open_holds(the_process, claims, team_ids, key_ids, amounts, reasons) loop
    nr := nr + 1;
    if left_over is null then
      update agent_tasks a set claim_id = claims[nr], process_id = the_process, attempts = a.attempts + 1,
        started_at = coalesce(a.started_at, clock_timestamp()) where a.id = ids[nr];
    else
      update agent_tasks a set claim_id = null, process_id = null where a.id = ids[nr];
      if not exists (select from holds h where h.team_id = team_ids[nr]) then
        perform end_unpaid_agent_task(ids[nr]);
      end if;
    end if;
  end loop;
  return query
    select a.id, a.claim_id, a.team_id, a.kind, a.plan, a.thread_id, a.turn, a.attempts, a.cancelled_at is not null,
      a.created_at
    from agent_tasks a where a.id = any (ids) and a.claim_id = any (claims);
end
$$;

-- Ends an interrupted task whose team cannot pay for its steps. Nothing is charged.
create function end_unpaid_agent_task(the_task uuid) returns void language plpgsql as $$
declare
  one agent_tasks%rowtype;
  report text;
begin
  select * into one from agent_tasks t where t.id = the_task;
  report := case one.kind when 'agent' then '[{"creditsUsed":0}]' else '[]' end;
  if one.cancelled_at is not null then
    perform end_agent_task(the_task, 'cancelled', 0, null, null, null, 'cancelled', null, report);
  else
    perform end_agent_task(
      the_task, 'failed', 0, null, 'The credits of the team ran out while the task was interrupted.', null,
      'insufficient_credits', null, report
    );
  end if;
end
$$;

-- Locks a task, its balance and its hold for the owner of the claim. Returns null when the claim or the hold
-- is gone.
create function lock_agent_task(the_task uuid, the_claim uuid) returns agent_tasks language plpgsql as $$
declare
  one agent_tasks%rowtype;
begin
  select * into one from agent_tasks t where t.id = the_task and t.claim_id = the_claim and t.state = 'processing' for update;
  if not found then
    return null;
  end if;
  perform from balances b where b.team_id = one.team_id for update;
  perform from holds h where h.id = the_claim for update;
  return case when found then one end;
end
$$;

-- Ensures that at least this many credits are held for a task. Idempotent.
create function hold_for_agent_task(the_task uuid, the_claim uuid, the_amount bigint) returns text language plpgsql as $$
declare
  one agent_tasks%rowtype := lock_agent_task(the_task, the_claim);
  surplus bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  if one.id is null then
    return 'gone';
  elsif one.cancelled_at is not null then
    return 'cancelled';
  end if;
  select the_amount - h.amount into surplus from holds h where h.id = the_claim;
  if surplus <= 0 then
    return 'held';
  end if;
  update balances b set amount = b.amount - surplus where b.team_id = one.team_id and (b.unlimited or b.amount >= surplus);
  if not found then
    return 'insufficient';
  end if;
  update holds h set amount = the_amount where h.id = the_claim;
  insert into credit_entries (team_id, api_key_id, kind, amount, hold_id, reason)
    values (one.team_id, one.api_key_id, 'hold', -surplus, the_claim, one.reason);
  return 'held';
end
$$;

-- Records a step once. Not flushed: a step lost in a database crash was not paid for either, and is repeated.
create function record_agent_step(
  the_task uuid, the_claim uuid, the_seq int, the_move text, the_seen bytea, the_page text, the_credits bigint,
  began timestamptz, the_summary text, the_report text
) returns text language plpgsql as $$
declare
  one agent_tasks%rowtype := lock_agent_task(the_task, the_claim);
begin
  perform set_config('synchronous_commit', 'off', true);
  if one.id is null then
    return 'gone';
  end if;
  insert into agent_steps (task_id, seq, move, seen, page_url, credits, summary, began_at)
    values (the_task, the_seq, the_move, the_seen, the_page, the_credits, the_summary, began) on conflict do nothing;
  if found then
    update agent_tasks set steps = the_seq, credits_used = credits_used + the_credits, attempts = 0 where id = the_task;
    if the_report is not null then
      perform tell_webhook(
        the_task, one.kind || case one.kind when 'agent' then '.action' else '.page' end, true, the_report, null, null
      );
    end if;
  end if;
  return case when one.cancelled_at is null then 'recorded' else 'cancelled' end;
end
$$;

-- Ends a task and closes its hold. The caller holds the task's row lock.
create function end_agent_task(
  the_task uuid, the_state text, taken bigint, the_result bytea, the_error text, the_warning text, the_reason text,
  the_engine text, the_report text
) returns void language plpgsql as $$
declare
  one agent_tasks%rowtype;
begin
  update agent_tasks set state = the_state, credits_used = taken, result = the_result, error = the_error,
      warning = the_warning, stop_reason = the_reason, engine = the_engine, ended_at = clock_timestamp(),
      expires_at = clock_timestamp() + interval '24 hours'
    where id = the_task returning * into one;
  perform tell_webhook(the_task, one.kind || '.' || the_state, the_state = 'completed', the_report, null, the_error);
end
$$;

-- Ends a claimed task and charges for its steps, atomically. A cancelled task can only end as cancelled.
create function finish_agent_task(
  the_task uuid, the_claim uuid, the_state text, is_billed boolean, the_result bytea, the_error text, the_warning text,
  the_reason text, the_engine text, the_report text
) returns text language plpgsql as $$
declare
  one agent_tasks%rowtype := lock_agent_task(the_task, the_claim);
  taken bigint;
begin
  if one.id is null then
    -- The response to an earlier, identical call may have been lost.
    perform from agent_tasks t where t.id = the_task and t.claim_id = the_claim and t.state <> 'processing';
    return case when found then 'ended' else 'gone' end;
  elsif one.cancelled_at is not null and the_state <> 'cancelled' then
    return 'cancelled';
  end if;
  taken := case when is_billed then one.credits_used end;
  perform close_holds(array[the_claim], array[taken]);
  perform end_agent_task(
    the_task, the_state, coalesce(taken, 0), the_result, the_error, the_warning, the_reason, the_engine, the_report
  );
  return 'ended';
end
$$;

-- Releases a claimed task, so that any process can continue it.
create function release_agent_task(the_task uuid, the_claim uuid) returns void language plpgsql as $$
declare
  one agent_tasks%rowtype := lock_agent_task(the_task, the_claim);
begin
  if one.id is not null then
    perform close_holds(array[the_claim], array[null::bigint]);
    update agent_tasks set claim_id = null, process_id = null where id = the_task;
    perform pg_notify('agent_tasks', '');
  end if;
end
$$;

-- Asks a task to end after its running steps, and returns its previous state.
create function cancel_agent_task(the_task uuid, the_team uuid, the_kind text) returns text language plpgsql as $$
declare
  one agent_tasks%rowtype;
begin
  select * into one from agent_tasks t where t.id = the_task and t.team_id = the_team and t.kind = the_kind
    and (t.state = 'processing' or t.expires_at > now()) for update;
  if one.state = 'processing' and one.cancelled_at is null then
    update agent_tasks set cancelled_at = clock_timestamp() where id = the_task;
    perform pg_notify('agent_tasks', the_task::text);
  end if;
  return case when one.cancelled_at is null then one.state else 'cancelled' end;
end
$$;

-- Ends all tasks of a team, so that no claim can write any longer. Charges their cost so far. Locks all tasks
-- before the balance, like all other functions.
create function stop_agent_tasks(the_team uuid) returns void language plpgsql as $$
declare
  one record;
begin
  perform from agent_tasks t where t.team_id = the_team and t.state = 'processing' order by t.id for update;
  perform from balances b where b.team_id = the_team for update;
  for one in
    select t.id, t.claim_id, t.credits_used from agent_tasks t
    where t.team_id = the_team and t.state = 'processing' order by t.id
  loop
    if one.claim_id is not null then
      perform close_holds(array[one.claim_id], array[one.credits_used]);
    end if;
    perform end_agent_task(
      one.id, 'cancelled', case when one.claim_id is null then 0 else one.credits_used end, null, null, null, 'cancelled',
      null, '[]'
    );
  end loop;
end
$$;

create function tell_siem_of_agent_task() returns trigger language plpgsql as $$
begin
  perform tell_siem(
    new.team_id, new.api_key_id, new.audit, case new.state when 'completed' then 'success' else 'failure' end,
    case new.state when 'completed' then null else coalesce(new.stop_reason, new.state) end,
    new.created_at, new.ended_at, new.credits_used,
    jsonb_build_object('jobId', new.id, 'type', new.kind, 'state', new.state)
  );
  return null;
end
$$;
create trigger tell_siem_of_agent_task after update of state on agent_tasks for each row
  when (old.state = 'processing' and new.state <> 'processing') execute function tell_siem_of_agent_task();
