-- Cache entries. We compress the body, and every hit reads the rest, so server compression is disabled: the
-- only method available on every server costs more than the rest of a hit.
create table page_copies (
  id uuid primary key,
  -- The team that may see it, or one word for all teams.
  scope text not null,
  key text not null,
  -- The response without its body, as JSON; jsonb would refuse U+0000.
  head text not null,
  body bytea not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table page_copies alter column head set storage external, alter column body set storage external;
create index page_copies_by_key on page_copies (scope, key, created_at);
create index page_copies_by_age on page_copies (created_at, id) include (size);
create index page_copies_by_end on page_copies (expires_at);
create trigger forget_erased_team before insert on page_copies for each row execute function forget_erased_team('scope');

-- Content derived from a cache entry. It can be derived again, so it is not logged.
create unlogged table page_memos (
  copy_id uuid not null references page_copies on delete cascade,
  derive_key text not null,
  value text not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  primary key (copy_id, derive_key)
);
alter table page_memos alter column value set storage external;

-- Stores a cache entry with the content derived from it, and returns its size. Each key keeps the four newest
-- entries and, of the older ones, the first of each day, so that a page fetched every minute does not
-- displace all older ones. Not flushed: a page lost in a crash is fetched again. An entry that was skipped
-- because its team is being erased has no memo.
create function keep_page_copy(
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

-- Stores derived content and returns its size, or nothing when the cache entry is gone. The eight newest
-- stay.
create function remember_page(the_copy uuid, the_key text, the_value text) returns bigint language plpgsql as $$
declare
  the_size bigint := octet_length(the_value);
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from page_copies c where c.id = the_copy for key share;
  if not found then
    return 0;
  end if;
  insert into page_memos (copy_id, derive_key, value, size) values (the_copy, the_key, the_value, the_size)
    on conflict do nothing;
  delete from page_memos where copy_id = the_copy and derive_key in (
    select m.derive_key from page_memos m where m.copy_id = the_copy order by m.created_at desc offset 8
  );
  return the_size;
end
$$;

-- Running shared fetches: at most one unfinished one per key. A finished one stays briefly if another process
-- waits for its outcome. After a crash, a page is fetched again.
create unlogged table flights (
  id uuid primary key,
  key text not null,
  process_id uuid not null,
  awaited boolean not null default false,
  outcome text,
  landed_at timestamptz
);
create unique index flights_in_the_air on flights (key) where outcome is null;

-- Adds shared fetches, and returns the running one for each key: the new one, or that of a living process.
-- Here and below, rows are locked in the order of their keys to avoid deadlocks.
create function board_flights(the_process uuid, ids uuid[], keys text[])
returns table (flight_key text, flight_id uuid) language sql as $$
  insert into flights (id, key, process_id)
    select asked.id, asked.key, the_process from unnest(ids, keys) as asked (id, key) order by asked.key
  on conflict (key) where outcome is null do update set
    id = case when process_is_alive(flights.process_id) then flights.id else excluded.id end,
    process_id = case when process_is_alive(flights.process_id) then flights.process_id else excluded.process_id end,
    awaited = process_is_alive(flights.process_id)
  returning key, id
$$;

-- Finishes shared fetches; one without an outcome was abandoned. A notification briefly blocks every commit
-- of the database, so it is sent only if a process waits.
create function land_flights(ids uuid[], outcomes text[]) returns void language plpgsql as $$
declare
  ended record;
begin
  perform from flights f where f.id = any (ids) order by f.key for update;
  for ended in
    delete from flights f using unnest(ids, outcomes) as landed (id, outcome)
    where f.id = landed.id and (landed.outcome is null or not f.awaited) returning f.id, f.awaited
  loop
    if ended.awaited then
      perform pg_notify('flights', ended.id::text);
    end if;
  end loop;
  for ended in
    update flights f set outcome = landed.outcome, landed_at = now()
    from unnest(ids, outcomes) as landed (id, outcome) where f.id = landed.id returning f.id
  loop
    perform pg_notify('flights', ended.id::text);
  end loop;
end
$$;

-- Facts about pages that help with other pages of their site: hashes of their texts, and where data was
-- found. They can be collected again, so they may be lost.
create unlogged table page_traces (
  scope text not null,
  host text not null,
  page bytea not null,
  trace text not null,
  seen_at timestamptz not null default now(),
  primary key (scope, host, page)
);
create index page_traces_by_age on page_traces (scope, host, seen_at desc);
create index page_traces_by_time on page_traces (seen_at);
create trigger forget_erased_team before insert on page_traces for each row execute function forget_erased_team('scope');

create function remember_page_trace(
  the_scope text, the_host text, the_page bytea, the_trace text, most integer
) returns void language sql as $$
  insert into page_traces (scope, host, page, trace) values (the_scope, the_host, the_page, the_trace)
  on conflict (scope, host, page) do update set trace = excluded.trace, seen_at = now();
  delete from page_traces where scope = the_scope and host = the_host and page in (
    select page from page_traces where scope = the_scope and host = the_host order by seen_at desc offset most
  );
$$;

-- Scraped pages of teams, by site. Rows lost in a crash are only missing from suggestions.
create table seen_pages (
  team_id uuid not null references teams on delete cascade,
  -- The registrable domain, or the host if there is none, so that subdomains are grouped with their domain.
  host text not null,
  -- The hash of the canonical URL.
  key bytea not null,
  url text not null,
  title text,
  description text,
  seen_at timestamptz not null default now(),
  primary key (team_id, host, key)
);
create index seen_pages_by_age on seen_pages using brin (seen_at);
create trigger forget_erased_team before insert on seen_pages for each row execute function forget_erased_team();

-- Records pages; an unchanged page is written again at most once a day. Sorted, so that two processes that
-- record the same pages do not deadlock. Pages of deleted teams are skipped.
create function remember_seen_pages(
  the_teams uuid[], the_hosts text[], the_keys bytea[], the_urls text[], the_titles text[], the_descriptions text[]
) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  insert into seen_pages as known (team_id, host, key, url, title, description)
    select page.team, page.host, page.key, page.url, page.title, page.description
    from unnest(the_teams, the_hosts, the_keys, the_urls, the_titles, the_descriptions)
      as page (team, host, key, url, title, description)
    where exists (select from teams t where t.id = page.team)
    order by page.team, page.host, page.key
  on conflict (team_id, host, key) do update
    set url = excluded.url, title = excluded.title, description = excluded.description, seen_at = excluded.seen_at
    where known.seen_at < now() - interval '1 day'
      or (known.url, known.title, known.description) is distinct from
         (excluded.url, excluded.title, excluded.description);
end
$$;

-- The last snapshot of each page with change tracking. Texts are compressed.
create table snapshots (
  team_id uuid not null references teams on delete cascade,
  -- The hash of URL and tag.
  page_key bytea not null,
  standing text not null check (standing in ('there', 'gone')),
  -- Of the Markdown; null when the page was gone.
  digest bytea,
  -- Also null when the page was too large.
  markdown bytea,
  -- The last extracted data, under the hash of its options.
  data_key bytea,
  data bytea,
  size bigint not null,
  taken_at timestamptz not null,
  primary key (team_id, page_key),
  check ((data_key is null) = (data is null))
);
alter table snapshots alter column markdown set storage external, alter column data set storage external;
create index snapshots_by_age on snapshots (taken_at, team_id, page_key) include (size);

-- Stores a snapshot and returns the previous one, if any. Unchanged texts are neither written nor returned. A
-- concurrent call waits for the first one and gets its snapshot. Nothing is stored for deleted teams.
create function exchange_snapshot(
  the_team uuid, the_page bytea, the_standing text, the_digest bytea, the_markdown bytea, the_data_key bytea, the_data bytea
) returns table (
  standing text, digest bytea, markdown bytea, data_key bytea, data bytea, taken_at timestamptz, age_ms double precision
) language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  before record;
  -- The size of a row without its texts.
  row_size constant bigint := 300;
begin
  perform from teams t where t.id = the_team for key share;
  if not found then
    return;
  end if;
  loop
    select s.standing, s.digest, s.data_key, s.data, s.taken_at, s.digest is not distinct from the_digest as is_equal,
      case when s.digest is distinct from the_digest then s.markdown end as markdown
      into before from snapshots s where s.team_id = the_team and s.page_key = the_page for update;
    exit when found;
    insert into snapshots (team_id, page_key, standing, digest, markdown, data_key, data, size, taken_at)
      values (
        the_team, the_page, the_standing, the_digest, the_markdown, the_data_key, the_data,
        row_size + coalesce(octet_length(the_markdown), 0) + coalesce(octet_length(the_data), 0), clock_timestamp()
      )
      on conflict do nothing;
    if found then
      return;
    end if;
  end loop;
  -- Extracted data stays until new data replaces it or the page is gone.
  if the_data is null and the_standing = 'there' then
    the_data_key := before.data_key;
    the_data := before.data;
  end if;
  update snapshots s set
    standing = the_standing, digest = the_digest,
    markdown = case when before.is_equal then s.markdown else the_markdown end,
    data_key = the_data_key, data = the_data,
    size = row_size + coalesce(octet_length(case when before.is_equal then s.markdown else the_markdown end), 0)
      + coalesce(octet_length(the_data), 0),
    taken_at = clock_timestamp()
    where s.team_id = the_team and s.page_key = the_page;
  return query select before.standing, before.digest, before.markdown, before.data_key, before.data, before.taken_at,
    (1000 * extract(epoch from clock_timestamp() - before.taken_at))::double precision;
end
$$;

-- Deletes the least recently used snapshots until the rest fits into this many bytes. Only one process does
-- this at a time; others return at once.
create function trim_snapshots(most_bytes bigint) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7308613, hashtext('snapshots')) then
    return;
  end if;
  delete from snapshots s using (
    select a.team_id, a.page_key, sum(a.size) over (order by a.taken_at desc, a.team_id, a.page_key) as so_far
    from snapshots a
  ) aged
  where aged.so_far > most_bytes and s.team_id = aged.team_id and s.page_key = aged.page_key;
end
$$;
