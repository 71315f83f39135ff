-- Whether the lease of a process still holds; what it owns is free when not.
create function process_is_alive(the_process uuid) returns boolean language sql stable as $$
  select exists (select from processes p where p.id = the_process and p.expires_at > clock_timestamp())
$$;

-- Copies of pages. The body is compressed by us and everything else is read on every hit, so the server is told not to
-- compress anything by itself: the only method that every server has costs more than the rest of a hit.
create table page_copies (
  id uuid primary key,
  -- The team that may see it, or one word for all.
  scope text not null,
  key text not null,
  -- Everything about the answer but its body, as JSON; jsonb would refuse U+0000.
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

-- What was derived from a copy so far. It can be derived again, so it is not logged.
create unlogged table page_memos (
  copy_id uuid not null references page_copies on delete cascade,
  derive_key text not null,
  value text not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  primary key (copy_id, derive_key)
);
alter table page_memos alter column value set storage external;

-- Keeps a new copy with what was derived from it already, and answers its size. Of its key the four newest stay, and
-- before them the first one of each day: a page that is fetched every minute must not push all others out, and whoever
-- wants an old copy finds one. Nothing here waits for the disk: a copy that a crash loses is fetched again.
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

-- Remembers what was derived from a copy and answers its size: nothing when the copy is gone. The eight newest stay.
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

-- Fetches under way: at most one for a key that has not landed. A landed one stays for a moment when another process
-- waits for it, so that its outcome can be read. Should a crash lose this, a page is fetched once more.
create unlogged table flights (
  id uuid primary key,
  key text not null,
  process_id uuid not null,
  awaited boolean not null default false,
  outcome text,
  landed_at timestamptz
);
create unique index flights_in_the_air on flights (key) where outcome is null;

-- Enters flights, and answers for each key which one is in the air now: the new one, or that of a living process. Rows
-- are locked in the order of their keys, here and below, so that two processes never wait for each other.
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

-- Ends flights; one without an outcome was given up. Telling others holds up every commit of the database for a moment,
-- so it is done only where somebody waits.
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

-- Pictures and documents that are served under addresses of their own. They are compressed already.
create table blobs (
  id uuid primary key,
  team_id uuid not null,
  content_type text not null,
  bytes bytea not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table blobs alter column bytes set storage external;
create index blobs_by_age on blobs (created_at, id) include (size);
create index blobs_by_end on blobs (expires_at);

-- Scrapes done, for looking them up again. Both texts are JSON; jsonb would refuse U+0000.
create table scrapes (
  id uuid primary key,
  team_id uuid not null,
  request text not null,
  document text not null,
  size bigint not null,
  created_at timestamptz not null default now()
);
alter table scrapes alter column request set storage external, alter column document set storage external;
create index scrapes_by_age on scrapes (created_at, id) include (size);

-- Keeps scrapes and answers their size. The texts come as one each, separated by U+001F, which JSON never contains: an
-- array would have to be escaped and read character by character. Nothing here waits for the disk.
create function keep_scrapes(ids uuid[], team_ids uuid[], requests text, documents text)
returns bigint language plpgsql as $$
declare
  total bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  with kept as (
    insert into scrapes (id, team_id, request, document, size)
      select s.id, s.team_id, s.request, s.document, octet_length(s.request) + octet_length(s.document)
      from unnest(ids, team_ids, string_to_array(requests, chr(31)), string_to_array(documents, chr(31)))
        as s (id, team_id, request, document)
      on conflict do nothing
      returning size
  )
  select coalesce(sum(size), 0) into total from kept;
  return total;
end
$$;

-- Browser profiles: cookies and storage, sealed. At most one visit of a living process may change one at a time.
create table profiles (
  team_id uuid not null references teams on delete cascade,
  name text not null,
  -- Null until a visit saved something.
  state bytea,
  writer_id uuid,
  process_id uuid,
  created_at timestamptz not null default now(),
  changed_at timestamptz,
  primary key (team_id, name),
  check ((writer_id is null) = (process_id is null))
);
alter table profiles alter column state set storage external;
