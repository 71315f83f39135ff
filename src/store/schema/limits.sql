-- Requests in the current minute. Not logged, because a crash only forgives one minute.
create unlogged table rate_windows (
  team_id uuid not null,
  bucket text not null,
  started_at timestamptz not null,
  used bigint not null,
  primary key (team_id, bucket)
);

-- Use by callers without a key today, per IP address. Not logged, because a crash only forgives one day.
create unlogged table keyless_days (
  -- UTC.
  day date not null,
  address text not null,
  requests bigint not null default 0,
  -- Settled credits, without holds.
  credits bigint not null default 0,
  primary key (day, address)
);

-- Credits reserved for running work. Reservations of dead processes do not count.
create unlogged table keyless_holds (
  id uuid primary key,
  day date not null,
  address text not null,
  process_id uuid not null,
  credits bigint not null
);
create index keyless_holds_by_address on keyless_holds (day, address);

-- Counts requests and opens holds in order, as far as the daily limit of each IP address allows. Returns the
-- limit that was reached, or null. Free requests also need one credit left, because their work will cost one.
-- Here and below, days are locked in the order of their IP addresses to avoid deadlocks.
create function take_keyless(
  the_process uuid, addresses text[], request_counts int[], hold_ids uuid[], hold_credits bigint[],
  most_requests bigint, most_credits bigint
) returns table (refusal text, left_credits bigint, seconds_left int) language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  today date := (now() at time zone 'UTC')::date;
  one keyless_days%rowtype;
begin
  seconds_left := ceil(extract(epoch from (today + 1)::timestamp - (now() at time zone 'UTC')));
  insert into keyless_days (day, address)
    select today, asked.address from unnest(addresses) as asked (address)
    group by asked.address order by asked.address
    on conflict do nothing;
  perform from keyless_days d where d.day = today and d.address = any (addresses) order by d.address for update;
  for place in 1 .. cardinality(addresses) loop
    select * into one from keyless_days d where d.day = today and d.address = addresses[place];
    select most_credits - one.credits - coalesce(sum(h.credits), 0) into left_credits from keyless_holds h
      where h.day = today and h.address = addresses[place] and process_is_alive(h.process_id);
    refusal := case
      when request_counts[place] > 0 and one.requests + request_counts[place] > most_requests then 'requests'
      when left_credits < greatest(hold_credits[place], 1) then 'credits'
    end;
    if refusal is null then
      update keyless_days d set requests = d.requests + request_counts[place]
        where request_counts[place] > 0 and d.day = today and d.address = addresses[place];
      insert into keyless_holds (id, day, address, process_id, credits)
        select hold_ids[place], today, addresses[place], the_process, hold_credits[place]
        where hold_ids[place] is not null;
    end if;
    return next;
  end loop;
end
$$;

-- Closes holds: the used credits count for the day on which the hold was opened. Missing holds are ignored.
create function close_keyless(ids uuid[], used_credits bigint[]) returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  one keyless_holds%rowtype;
begin
  perform from keyless_days d
    where (d.day, d.address) in (select h.day, h.address from keyless_holds h where h.id = any (ids))
    order by d.day, d.address for update;
  for place in 1 .. cardinality(ids) loop
    delete from keyless_holds h where h.id = ids[place] returning * into one;
    if found and used_credits[place] > 0 then
      update keyless_days d set credits = d.credits + used_credits[place]
        where d.day = one.day and d.address = one.address;
    end if;
  end loop;
end
$$;
