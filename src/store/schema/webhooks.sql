-- The webhooks of jobs. Jobs without a webhook have no row.
create table webhooks (
  job_id uuid primary key,
  team_id uuid not null,
  -- Full names, such as crawl.page.
  events text[] not null,
  -- URL, headers and metadata, encrypted because headers contain secrets.
  sealed bytea not null,
  created_at timestamptz not null default now()
);
create index webhooks_by_age on webhooks (created_at);
create index webhooks_by_team on webhooks (team_id);

-- Webhook deliveries and their attempts. A running delivery is claimed by a process, and free again when the
-- process is gone. Receivers see the same id on all attempts.
create table webhook_deliveries (
  id uuid primary key,
  place bigint generated always as identity,
  job_id uuid not null,
  team_id uuid not null,
  type text not null,
  success boolean not null,
  error text,
  -- A JSON array; deleted when the delivery has ended.
  data text,
  -- Instead of data: the number of a document of the crawl with the job's id.
  document_seq int,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  -- Finished attempts. Attempts interrupted by a crash do not count.
  attempts int not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  process_id uuid,
  claim_id uuid,
  last_status int,
  last_error text,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  check ((claim_id is null) = (process_id is null)),
  check ((state = 'waiting') = (ended_at is null))
);
alter table webhook_deliveries alter column data set storage external;
create index webhook_deliveries_due on webhook_deliveries (job_id, next_at, place)
  where state = 'waiting' and claim_id is null;
create index webhook_deliveries_under_way on webhook_deliveries (process_id) where claim_id is not null;
create index webhook_deliveries_untried on webhook_deliveries (job_id, place)
  where state = 'waiting' and attempts = 0;
create index webhook_deliveries_starting on webhook_deliveries (job_id, place)
  where state = 'waiting' and attempts = 0 and type like '%.started';
create index webhook_deliveries_by_team on webhook_deliveries (team_id, place);
create index webhook_deliveries_by_job on webhook_deliveries (job_id, place);
create index webhook_deliveries_by_end on webhook_deliveries (ended_at) where ended_at is not null;

-- Adds a delivery for a job, if its webhook subscribes to the event. The data is a JSON array, a document of
-- the crawl, or nothing. Deliveries keep the order of these calls if the caller holds the lock on the job's
-- row. The notification makes commits wait for each other, so it is only sent with a delivery.
create function tell_webhook(
  the_job uuid, the_type text, is_success boolean, the_data text, the_document int, the_error text
) returns void language plpgsql as $$
begin
  insert into webhook_deliveries (id, job_id, team_id, type, success, error, data, document_seq)
    select gen_random_uuid(), w.job_id, w.team_id, the_type, is_success, the_error, the_data, the_document
    from webhooks w where w.job_id = the_job and the_type = any (w.events);
  if found then
    perform pg_notify('webhooks', '');
  end if;
end
$$;

-- Claims up to `most` due deliveries for a living process. `holding` lists the claims that the process works
-- on; other claims of the process were lost in transit, and their deliveries are claimed again. At most four
-- deliveries of a job run at once over all processes, oldest first. The start event precedes all others, and
-- the end event follows all others. This order covers first attempts only, so that a receiver that rejects
-- one event still gets the others. Jobs are looked up one by one, not by the oldest delivery, and teams take
-- turns: a receiver that takes ten seconds for each of ten thousand deliveries does not delay other jobs. The
-- lock serializes claims, so that processes agree on the running deliveries. A crash may lose a claim, which
-- only repeats the delivery.
create function claim_webhook_deliveries(the_process uuid, holding uuid[], most int)
returns table (
  id uuid, claim_id uuid, job_id uuid, type text, success boolean, error text, data text, document_seq int, attempts int,
  sealed bytea, webhook_secret bytea
) language plpgsql set enable_seqscan = off as $$
declare
  moment timestamptz;
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(7308613, hashtext('webhook_deliveries'));
  if not process_is_alive(the_process) then
    return;
  end if;
  moment := clock_timestamp();
  update webhook_deliveries d set process_id = null, claim_id = null
    where d.claim_id is not null
    and (not process_is_alive(d.process_id) or (d.process_id = the_process and d.claim_id <> all (holding)));
  return query
    with recursive jobs (id) as (
      (select d.job_id from webhook_deliveries d where d.state = 'waiting' and d.claim_id is null order by 1 limit 1)
      union all
      select (
        select d.job_id from webhook_deliveries d
        where d.state = 'waiting' and d.claim_id is null and d.job_id > jobs.id order by 1 limit 1
      )
      from jobs where jobs.id is not null
    ),
    busy as (select d.id, d.job_id, d.team_id from webhook_deliveries d where d.claim_id is not null),
    chosen as (
      select due.id, due.team_id, due.next_at, due.place,
        job.busy + row_number() over (partition by jobs.id order by due.next_at, due.place) as turn
      from jobs
      cross join lateral (
        select
          (select count(*) from busy where busy.job_id = jobs.id) as busy,
          (
            select min(d.place) from webhook_deliveries d
            where d.job_id = jobs.id and d.state = 'waiting' and d.attempts = 0 and d.type like '%.started'
          ) as beginning
      ) job
      cross join lateral (
        select d.id, d.team_id, d.next_at, d.place from webhook_deliveries d
        where d.job_id = jobs.id and d.state = 'waiting' and d.claim_id is null and d.next_at <= moment
          and (job.beginning is null or d.place <= job.beginning)
          and (
            d.attempts > 0 or d.type !~ '\.(completed|failed|cancelled)$' or not exists (
              select from webhook_deliveries e
              where e.job_id = jobs.id and e.state = 'waiting' and e.attempts = 0 and e.place < d.place
            )
          )
        order by d.next_at, d.place
        limit greatest(0, 4 - job.busy)
      ) due
      where jobs.id is not null
    ),
    picked as (
      select ranked.id from (
        select chosen.id, chosen.next_at, chosen.place,
          (select count(*) from busy where busy.team_id = chosen.team_id)
            + row_number() over (partition by chosen.team_id order by chosen.turn, chosen.next_at, chosen.place) as turn
        from chosen
      ) ranked
      order by ranked.turn, ranked.next_at, ranked.place limit most
    ),
    claimed as (
      update webhook_deliveries d set process_id = the_process, claim_id = gen_random_uuid()
        from picked where d.id = picked.id returning d.*
    )
    -- Joined here and not by the caller, whose statement may have begun before the webhook existed.
    select c.id, c.claim_id, c.job_id, c.type, c.success, c.error, c.data, c.document_seq, c.attempts,
      w.sealed, t.webhook_secret
    from claimed c left join webhooks w on w.job_id = c.job_id left join teams t on t.id = c.team_id
    order by c.place;
end
$$;

-- Records finished attempts; attempts whose claim was lost do not count. No error means delivered. An error
-- without a delay means that the delivery failed for good. If a crash loses this record, the delivery is
-- repeated.
create function settle_webhook_deliveries(
  ids uuid[], claims uuid[], statuses int[], errors text[], delays_ms bigint[]
) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update webhook_deliveries d set
    state = case
      when done.error is null then 'delivered' when done.delay_ms is null then 'failed' else 'waiting' end,
    attempts = d.attempts + 1,
    next_at = clock_timestamp() + coalesce(done.delay_ms, 0) * interval '1 millisecond',
    process_id = null,
    claim_id = null,
    last_status = done.status,
    last_error = done.error,
    data = case when done.error is null or done.delay_ms is null then null else d.data end,
    ended_at = case when done.error is null or done.delay_ms is null then clock_timestamp() end
  from unnest(ids, claims, statuses, errors, delays_ms) as done (id, claim, status, error, delay_ms)
  where d.id = done.id and d.claim_id = done.claim;
end
$$;
