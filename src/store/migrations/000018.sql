-- How long results are kept.
--
-- What a result that ends now is kept for. Every process says it when it starts, so they agree: the last one counts.
create function result_lifetime() returns interval language sql stable as $$
  select coalesce((select (s.value #>> '{}')::int from settings s where s.name = 'resultHours'), 24) * interval '1 hour'
$$;

-- The time is counted from the end, whoever ends it.
create function results_expire() returns trigger language plpgsql as $$
begin
  new.expires_at := new.ended_at + result_lifetime();
  return new;
end
$$;
alter table crawls alter column expires_at set default now() + result_lifetime();
create trigger results_expire before update on crawls
  for each row when (old.ended_at is null and new.ended_at is not null) execute function results_expire();
create index crawls_by_end on crawls (expires_at) where state <> 'scraping';
alter table agent_tasks alter column expires_at set default now() + result_lifetime();
create trigger results_expire before update on agent_tasks
  for each row when (old.ended_at is null and new.ended_at is not null) execute function results_expire();

alter table scrapes add column expires_at timestamptz not null default now() + result_lifetime();
update scrapes set expires_at = created_at + interval '24 hours';
create index scrapes_by_end on scrapes (expires_at);
alter table searches add column expires_at timestamptz not null default now() + result_lifetime();
update searches set expires_at = created_at + interval '24 hours';
create index searches_by_end on searches (expires_at);
drop index searches_by_age;

-- Found by their team when its data is erased or exported.
create index scrapes_by_team on scrapes (team_id);
create index blobs_by_team on blobs (team_id);
create index webhooks_by_team on webhooks (team_id);
create index holds_by_team on holds (team_id);

-- Teams whose data was erased a moment ago, or is being erased.
create table erasures (
  team_id uuid primary key,
  -- Until then the team can begin nothing.
  closed_until timestamptz not null,
  -- Until then nothing enters what is remembered of pages: work that began before may still be at it, long after who
  -- asked for it has gone.
  forgets_until timestamptz not null
);

-- Refuses what a team begins while its data is erased. The transaction has its number before it looks: whoever erases
-- waits for those with a lower one, so that none of them can have looked too early.
create function refuse_closed_team() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  if exists (select from erasures e where e.team_id = new.team_id and e.closed_until > clock_timestamp()) then
    raise exception 'the data of the team is being erased' using errcode = 'WN002';
  end if;
  return new;
end
$$;
create trigger refuse_closed_team before insert on crawls for each row execute function refuse_closed_team();
create trigger refuse_closed_team before insert on agent_tasks for each row execute function refuse_closed_team();
create trigger refuse_closed_team before insert on uploads for each row execute function refuse_closed_team();
create trigger refuse_closed_team before insert on feedback for each row execute function refuse_closed_team();

-- Leaves out what would be remembered of pages of such a team. With an argument its id is the scope.
create function forget_erased_team() returns trigger language plpgsql as $$
declare
  the_team text;
begin
  if tg_nargs = 0 then
    the_team := new.team_id;
  else
    the_team := new.scope;
  end if;
  perform pg_current_xact_id();
  if exists (select from erasures e where e.team_id::text = the_team and e.forgets_until > clock_timestamp()) then
    return null;
  end if;
  return new;
end
$$;
create trigger forget_erased_team before insert on page_copies for each row execute function forget_erased_team('scope');
create trigger forget_erased_team before insert on page_traces for each row execute function forget_erased_team('scope');
create trigger forget_erased_team before insert on seen_pages for each row execute function forget_erased_team();
create trigger forget_erased_team before insert on search_pages for each row execute function forget_erased_team();

-- As before, but that a copy which was left out has no memo.
create or replace function keep_page_copy(
  the_id uuid, the_scope text, the_key text, the_head text, the_body bytea, lasts_ms bigint,
  the_derive_key text, the_memo text
) returns bigint language plpgsql as $$
declare
  the_size bigint := octet_length(the_head) + octet_length(the_body);
  memo_size bigint := coalesce(octet_length(the_memo), 0);
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into page_copies (id, scope, key, head, body, size, expires_at)
    values (the_id, the_scope, the_key, the_head, the_body, the_size, now() + lasts_ms * interval '1 millisecond');
  if not found then
    return 0;
  end if;
  if the_memo is not null then
    insert into page_memos (copy_id, derive_key, value, size) values (the_id, the_derive_key, the_memo, memo_size);
  end if;
  if (select count(*) from page_copies c where c.scope = the_scope and c.key = the_key) > 4 then
    delete from page_copies where id in (
      select ranked.id from (
        select c.id, row_number() over (order by c.created_at desc) as place,
          row_number() over (partition by date_trunc('day', c.created_at, 'UTC') order by c.created_at) as place_of_day
        from page_copies c where c.scope = the_scope and c.key = the_key
      ) ranked
      where ranked.place > 4 and ranked.place_of_day > 1
    );
  end if;
  return the_size + memo_size;
end
$$;

-- As before, but that nothing is held for a team whose data is being erased, which is answered with -1. Who closes the
-- team locks its balance, so that a hold is either seen by it or not opened.
create or replace function open_holds(
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

-- As before, but that a session which is not there any more is answered like one that has ended elsewhere.
create or replace function keep_browser_sessions(the_process uuid, ids uuid[], idle_ms bigint[])
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

-- Ends all tasks of a team at once, so that no claim on one can write any more. What they have cost so far is taken. All
-- are locked before the balance is, as everybody does.
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
