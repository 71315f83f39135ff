-- Crawls and batches: what a caller started. The counters are changed in the statement that changes the rows they
-- count, so every commit leaves them exact. Whoever changes a crawl or its pages locks first its row here, then the
-- pages, then balances; several crawls in the order of their ids.
create table crawls (
  id uuid primary key,
  team_id uuid not null,
  api_key_id uuid,
  kind text not null check (kind in ('crawl', 'batch')),
  state text not null default 'scraping' check (state in ('scraping', 'completed', 'failed', 'cancelled')),
  url text not null,
  -- Where the start led in the end: what is inside is judged from there.
  base_url text not null,
  -- Options as JSON; jsonb would refuse U+0000.
  request text not null,
  -- The root under which the caller reaches the service, for links in documents.
  public_url text not null,
  page_credits bigint not null,
  page_limit int not null,
  -- How many pages at once; null where only the team's own limit counts.
  concurrency int,
  delay_ms int not null default 0,
  -- Pages within the limit: queued, claimed, done and failed ones.
  known int not null default 0,
  -- Of them, done and failed ones.
  settled int not null default 0,
  documents int not null default 0,
  credits_used bigint not null default 0,
  -- Pages that turned out to be another one.
  folded int not null default 0,
  -- Pages beyond the limit that are remembered, in case one within it turns out to be none.
  spares int not null default 0,
  -- Sitemaps, read and to be read. Some name thousands of others.
  sitemaps int not null default 0,
  -- Pages and sitemaps that are queued or claimed. The crawl ends when there are none.
  open_rows int not null default 0,
  -- Query parameters that were seen not to matter, and for others the paths where they did not, or null where they do.
  noise text[] not null default '{}',
  suspects jsonb not null default '{}',
  error text,
  warning text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  expires_at timestamptz not null default now() + interval '24 hours'
) with (fillfactor = 60);
create index crawls_running on crawls (id) where state = 'scraping';
create index crawls_by_team on crawls (team_id, id);

-- One row per page of a crawl, by the hash of its canonical address, and one per sitemap.
create table crawl_pages (
  crawl_id uuid not null references crawls on delete cascade,
  key bytea not null,
  kind text not null check (kind in ('page', 'sitemap')),
  state text not null check (
    state in ('queued', 'spare', 'waiting', 'claimed', 'done', 'failed', 'folded', 'blocked', 'skipped', 'read')
  ),
  url text not null,
  host text not null,
  -- Lower is visited sooner; of equal ones, what was found first.
  rank int not null,
  place bigint generated always as identity,
  depth int not null,
  -- How many pages in a row led here that were like the one before, and what the last was like.
  chain int not null default 0,
  parent_likeness text,
  -- The page that this one says it is a copy of; it waits until that one is there to be compared with.
  waits_for bytea,
  attempts int not null default 0,
  not_before timestamptz,
  claim_id uuid,
  process_id uuid,
  -- Differs in few bits for texts that differ little.
  likeness text,
  -- The same for the same text.
  exact text,
  error_code text,
  error text,
  settled_at timestamptz,
  primary key (crawl_id, key)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index crawl_pages_next on crawl_pages (crawl_id, rank, place) where state = 'queued';
create index crawl_pages_spare on crawl_pages (crawl_id, rank, place) where state = 'spare';
create index crawl_pages_claimed on crawl_pages (crawl_id) where state = 'claimed';
create index crawl_pages_waiting on crawl_pages (crawl_id, waits_for) where state = 'waiting';
create index crawl_pages_troubled on crawl_pages (crawl_id, place) where state in ('failed', 'blocked');

-- What pages of a crawl are told from others by, and which was the first: hashes, each of one meaning and one crawl.
create table crawl_marks (
  mark text primary key,
  crawl_id uuid not null,
  key bytea not null,
  url text not null
);
create index crawl_marks_by_crawl on crawl_marks (crawl_id);

-- What crawls brought, in the order in which it came; numbered without gaps.
create table crawl_documents (
  crawl_id uuid not null references crawls on delete cascade,
  seq int not null,
  document text not null,
  size bigint not null,
  -- The document's own id, by which it can be looked up like any other scrape, and what was asked for.
  scrape_id uuid,
  url text not null,
  created_at timestamptz not null default now(),
  primary key (crawl_id, seq)
);
alter table crawl_documents alter column document set storage external;
create index crawl_documents_by_scrape on crawl_documents (scrape_id);

-- When a host may be asked again: by anybody where it asks for pauses itself, by one team where that team does.
create unlogged table crawl_paces (
  host text not null,
  -- The team, or the zero id for all.
  team_id uuid not null,
  delay_ms int not null,
  next_at timestamptz not null,
  primary key (host, team_id)
);

-- Names that callers gave their requests, so that a repeat of one is noticed.
create table idempotency_keys (
  team_id uuid not null,
  key uuid not null,
  created_at timestamptz not null default now(),
  primary key (team_id, key)
);

-- The functions below find rows one by one through the index that was made for it. One plan serves every size, and while
-- a table is new and nothing is known about it, the planner would settle on reading and sorting all of a crawl.

-- Ends a crawl. The caller holds its lock.
create function finish_crawl(the_crawl uuid, the_state text, the_error text) returns void language plpgsql as $$
declare
  one crawls%rowtype;
begin
  update crawls set state = the_state, error = the_error, ended_at = now(), expires_at = now() + interval '24 hours'
    where id = the_crawl returning * into one;
  perform tell_webhook(
    the_crawl, case one.kind when 'crawl' then 'crawl.' else 'batch_scrape.' end || the_state,
    the_state = 'completed', '[]', null,
    case the_state when 'cancelled' then 'The job was cancelled.' else the_error end
  );
end
$$;

-- Lets remembered pages in as far as the limit allows, and ends the crawl when nothing is left to do. The caller holds
-- its lock.
create function advance_crawl(the_crawl uuid) returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  one crawls%rowtype;
  admitted int;
  start_failure text;
begin
  select * into one from crawls where id = the_crawl;
  if one.spares > 0 and one.known < one.page_limit then
    update crawl_pages set state = 'queued' where crawl_id = the_crawl and key in (
      select p.key from crawl_pages p where p.crawl_id = the_crawl and p.state = 'spare'
      order by p.rank, p.place limit one.page_limit - one.known
    );
    get diagnostics admitted = row_count;
    update crawls set known = known + admitted, open_rows = open_rows + admitted, spares = spares - admitted
      where id = the_crawl returning * into one;
  end if;
  if one.open_rows = 0 then
    if one.kind = 'crawl' and one.documents = 0 then
      select coalesce(p.error, 'robots.txt asks not to visit the start.') into start_failure from crawl_pages p
        where p.crawl_id = the_crawl and p.state in ('failed', 'blocked') order by p.rank, p.place limit 1;
    end if;
    perform finish_crawl(the_crawl, case when start_failure is null then 'completed' else 'failed' end, start_failure);
  end if;
end
$$;

-- Enters what was found and is not known yet, within the limit as queued, beyond it as spare. Of what is beyond, so
-- much is kept that a crawl with many copies still finds its pages, and no more. The caller holds the crawl's lock.
create function add_crawl_pages(the_crawl uuid, entries json) returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  one crawls%rowtype;
  pages int;
  fresh_sitemaps int;
  beyond int;
begin
  select * into one from crawls where id = the_crawl;
  with fresh as (
    select f.*, decode(f.k, 'hex') as key, row_number() over (partition by f.kind order by f.nr) as turn
    from rows from (
      json_to_recordset(entries) as (k text, u text, h text, kind text, r int, d int, c int, s text)
    ) with ordinality as f (k, u, h, kind, r, d, c, s, nr)
    where not exists (select from crawl_pages p where p.crawl_id = the_crawl and p.key = decode(f.k, 'hex'))
  ), added as (
    insert into crawl_pages (crawl_id, key, kind, state, url, host, rank, depth, chain, parent_likeness)
      select the_crawl, key, kind,
        case when kind = 'sitemap' or turn <= one.page_limit - one.known then 'queued' else 'spare' end, u, h, r, d, c, s
      from fresh
      where (kind = 'sitemap' and turn <= 1000 - one.sitemaps) or (kind = 'page' and turn <= one.page_limit - one.known + greatest(0, 10000 + 10 * one.page_limit::bigint - one.spares))
      order by nr
      on conflict do nothing
      returning crawl_pages.kind, crawl_pages.state
  )
  select count(*) filter (where added.kind = 'page' and added.state = 'queued'),
    count(*) filter (where added.kind = 'sitemap'), count(*) filter (where added.state = 'spare')
    into pages, fresh_sitemaps, beyond from added;
  if pages + fresh_sitemaps + beyond > 0 then
    update crawls c set known = known + pages, open_rows = open_rows + pages + fresh_sitemaps, spares = spares + beyond,
        sitemaps = c.sitemaps + fresh_sitemaps
      where id = the_crawl;
  end if;
end
$$;

-- Adds what a sitemap names while it is still being read. False when its reader lost it, or the crawl has ended.
create function grow_crawl(the_crawl uuid, the_key bytea, the_claim uuid, entries json) returns boolean language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  perform from crawls where id = the_crawl and state = 'scraping' for update;
  if not found then
    return false;
  end if;
  perform from crawl_pages where crawl_id = the_crawl and key = the_key and claim_id = the_claim and state = 'claimed';
  if not found then
    return false;
  end if;
  perform add_crawl_pages(the_crawl, entries);
  return true;
end
$$;

-- Whether a host may be asked now; if so, notes that it is. What the host itself asks for counts for everybody, what a
-- team asks for counts for that team.
create function pace_crawl(the_host text, the_team uuid, own_delay_ms int) returns boolean language plpgsql as $$
begin
  perform from crawl_paces p where p.host = the_host and p.next_at > clock_timestamp()
    and (p.team_id = '00000000-0000-0000-0000-000000000000' or (p.team_id = the_team and own_delay_ms > 0));
  if found then
    return false;
  end if;
  update crawl_paces set next_at = clock_timestamp() + delay_ms * interval '1 millisecond'
    where host = the_host and team_id = '00000000-0000-0000-0000-000000000000';
  if own_delay_ms > 0 then
    insert into crawl_paces (host, team_id, delay_ms, next_at)
      values (the_host, the_team, own_delay_ms, clock_timestamp() + own_delay_ms * interval '1 millisecond')
      on conflict (host, team_id) do update set delay_ms = excluded.delay_ms, next_at = excluded.next_at;
  end if;
  return true;
end
$$;

-- How many pages of one team, or of one host, are being visited now.
create function crawl_pages_of_team(the_team uuid) returns bigint language sql stable as $$
  select count(*) from crawls c join crawl_pages p on p.crawl_id = c.id and p.state = 'claimed'
  where c.team_id = the_team and c.state = 'scraping'
$$;
create function crawl_pages_of_host(the_host text) returns bigint language sql stable as $$
  select count(*) from crawls c join crawl_pages p on p.crawl_id = c.id and p.state = 'claimed'
  where p.host = the_host and c.state = 'scraping'
$$;

-- Claims pages to visit in the name of a process: no more at once than each crawl, team and host allow, teams and
-- crawls taking turns, each page with a hold on its credits. One claimer at a time, over all processes. Pages of
-- processes that are gone are queued again first. A crawl whose team has run out of credits fails. Everything that a
-- visitor must know comes with it: a statement around this one would still see what was there before it waited.
create function claim_crawl_pages(the_process uuid, most int, host_most int)
returns table (
  crawl_id uuid, key text, kind text, url text, host text, rank int, depth int, chain int, parent_likeness text,
  attempts int, claim_id uuid, base_url text, noise text[], is_paced boolean, awaited_state text, awaited_likeness text
) language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
#variable_conflict use_column
declare
  room int := most;
  before int;
  share bigint;
  quota bigint;
  one record;
  page crawl_pages%rowtype;
  crawl_ids uuid[] := '{}';
  page_keys bytea[] := '{}';
  claim_ids uuid[] := '{}';
  team_ids uuid[] := '{}';
  key_ids uuid[] := '{}';
  prices bigint[] := '{}';
  reasons text[] := '{}';
  closed_hosts text[];
  hosts_before int;
  left_over bigint;
  nr int := 0;
begin
  perform pg_advisory_xact_lock(7308614);
  perform from crawls where state = 'scraping' order by id for update;
  update crawl_pages p set state = 'queued', claim_id = null, process_id = null
    from crawls c where c.state = 'scraping' and p.crawl_id = c.id and p.state = 'claimed' and not process_is_alive(p.process_id);

  loop
    before := room;
    select greatest(1, room / greatest(1, count(*))) into share from crawls c
      where c.state = 'scraping' and exists (select from crawl_pages p where p.crawl_id = c.id and p.state = 'queued');
    for one in
      select c.*, (t.limits ->> 'concurrency')::bigint as ceiling,
        (select count(*) from crawl_pages p where p.crawl_id = c.id and p.state = 'claimed') as busy
      from crawls c join teams t on t.id = c.team_id
      where c.state = 'scraping' and exists (select from crawl_pages p where p.crawl_id = c.id and p.state = 'queued')
      order by crawl_pages_of_team(c.team_id), busy, c.id
    loop
      -- The highest number stands for no limit.
      quota := least(
        share, room, coalesce(one.concurrency, 2147483647) - one.busy,
        coalesce(one.ceiling, 2147483647) - greatest(
          crawl_pages_of_team(one.team_id), (select count(*) from slots s where s.team_id = one.team_id)
        )
      );
      closed_hosts := '{}';
      loop
      hosts_before := cardinality(closed_hosts);
      for page in
        select p.* from crawl_pages p where p.crawl_id = one.id and p.state = 'queued'
          and (p.not_before is null or p.not_before <= now()) and p.host <> all (closed_hosts)
        order by p.rank, p.place limit case when quota > 0 then 4 * quota + 20 else 0 end
      loop
        exit when quota <= 0;
        continue when page.host = any (closed_hosts);
        if crawl_pages_of_host(page.host) >= host_most or not (
          -- A sitemap is no page; the pauses are between pages.
          page.kind = 'sitemap' or pace_crawl(page.host, one.team_id, one.delay_ms)
        ) then
          closed_hosts := closed_hosts || page.host;
          continue;
        end if;
        update crawl_pages set state = 'claimed', claim_id = gen_random_uuid(), process_id = the_process
          where crawl_id = page.crawl_id and key = page.key returning * into page;
        crawl_ids := crawl_ids || page.crawl_id;
        page_keys := page_keys || page.key;
        -- Sitemaps cost nothing.
        if page.kind = 'page' then
          claim_ids := claim_ids || page.claim_id;
          team_ids := team_ids || one.team_id;
          key_ids := key_ids || one.api_key_id;
          prices := prices || one.page_credits;
          reasons := reasons || one.kind;
        end if;
        quota := quota - 1;
        room := room - 1;
      end loop;
      -- Pages of hosts that must wait may stand before others; they are passed over.
      exit when quota <= 0 or cardinality(closed_hosts) = hosts_before;
      end loop;
    end loop;
    exit when room = 0 or room = before;
  end loop;

  for left_over in select open_holds(the_process, claim_ids, team_ids, key_ids, prices, reasons) loop
    nr := nr + 1;
    if left_over is not null then
      update crawl_pages set state = 'queued', claim_id = null, process_id = null, not_before = now() + interval '2 seconds'
        where crawl_id = any (crawl_ids) and claim_id = claim_ids[nr] returning * into page;
      -- What the team holds at the moment may come back.
      perform finish_crawl(c.id, 'failed', 'The credits of the team ran out after ' || c.documents || ' pages.')
        from crawls c where c.id = page.crawl_id and c.state = 'scraping'
          and not exists (select from holds h where h.team_id = c.team_id);
    end if;
  end loop;
  return query
    select p.crawl_id, encode(p.key, 'hex'), p.kind, p.url, p.host, p.rank, p.depth, p.chain, p.parent_likeness,
      p.attempts, p.claim_id, c.base_url, c.noise,
      exists (select from crawl_paces s where s.host = p.host), w.state, w.likeness
    from unnest(crawl_ids, page_keys) as t (crawl_id, key)
    join crawl_pages p on p.crawl_id = t.crawl_id and p.key = t.key
    join crawls c on c.id = p.crawl_id
    left join crawl_pages w on w.crawl_id = p.crawl_id and w.key = p.waits_for
    where p.state = 'claimed';
end
$$;

-- Takes a page out of the pages that count, because it is none of its own. The caller holds the crawl's lock.
create function drop_crawl_page(the_crawl uuid, the_key bytea, the_state text, the_error text) returns void language sql as $$
  update crawl_pages set state = the_state, claim_id = null, settled_at = now(), error = the_error
    where crawl_id = the_crawl and key = the_key;
  update crawls set known = known - 1, open_rows = open_rows - 1, folded = folded + (the_state = 'folded')::int where id = the_crawl;
$$;

-- What a crawl must have seen of copies before it is taken to run in circles: they do not count against its limit.
create function crawl_is_circling(one crawls) returns boolean language sql immutable as $$
  select one.folded > 1000 + 2 * one.page_limit::bigint
$$;

-- Settles a claimed page: its document, its credits, what it led to and the end of the crawl, all or nothing. Answers
-- what became of it, and for a page that is dropped because of its content the address that has the same:
--   'settled', 'folded' (it is another page that is known already), 'later' (it is queued again),
--   'alone' (there is nothing to wait for: visit it on its own), 'gone' (the claim or the crawl is no more).
-- A document ends with its metadata, so that what is found out here can be added to it.
create function settle_crawl_page(
  the_crawl uuid, the_key bytea, the_claim uuid, the_outcome text, the_credits bigint, the_document text, the_scrape uuid,
  the_copy text, the_exact text, the_near text, the_likeness text, the_code text, the_error text, the_target json, the_base text,
  later_ms bigint, awaited bytea, links json
) returns table (result text, twin text) language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  one crawls%rowtype;
  page crawl_pages%rowtype;
  other crawl_pages%rowtype;
  next_wait bytea;
  prefix text;
  first crawl_marks%rowtype;
  same_text text;
  twin_field text := 'duplicateOf';
  own_key bytea := the_key;
begin
  result := 'settled';
  select * into one from crawls where id = the_crawl for update;
  select * into page from crawl_pages where crawl_id = the_crawl and key = the_key and claim_id = the_claim and state = 'claimed';
  if page.key is null or one.state <> 'scraping' then
    perform close_holds(array[the_claim], array[null::bigint]);
    return query select 'gone', null;
    return;
  end if;
  prefix := case one.kind when 'crawl' then 'crawl.' else 'batch_scrape.' end;
  -- A pause begins when a visit has ended; a page that was not asked for needs none after it.
  update crawl_paces set next_at = clock_timestamp()
      + case when the_outcome in ('blocked', 'folded') then 0 else delay_ms end * interval '1 millisecond'
    where page.kind = 'page' and host = page.host
      and team_id in (one.team_id, '00000000-0000-0000-0000-000000000000');
  if the_base is not null then
    update crawls set base_url = the_base where id = the_crawl;
  end if;
  if links is not null and not crawl_is_circling(one) then
    perform add_crawl_pages(the_crawl, links);
  end if;

  if the_outcome = 'later' then
    if awaited is not null then
      select * into other from crawl_pages where crawl_id = the_crawl and key = awaited;
      next_wait := other.waits_for;
      for step in 1 .. 20 loop
        exit when next_wait is null or next_wait = the_key;
        select p.waits_for into next_wait from crawl_pages p where p.crawl_id = the_crawl and p.key = next_wait;
      end loop;
      if next_wait is not null or other.state is null or other.state not in ('queued', 'waiting', 'claimed', 'done') then
        return query select 'alone', null;
        return;
      end if;
    end if;
    update crawl_pages set state = case when awaited is null or other.state = 'done' then 'queued' else 'waiting' end,
        claim_id = null, process_id = null, attempts = attempts + 1,
        waits_for = coalesce(awaited, waits_for), not_before = now() + later_ms * interval '1 millisecond'
      where crawl_id = the_crawl and key = the_key;
    perform close_holds(array[the_claim], array[null::bigint]);
    return query select 'later', null;
    return;
  end if;

  if the_outcome = 'done' and the_target is not null then
    -- It was found at another address, which may be known already.
    own_key := decode(the_target ->> 'k', 'hex');
    select * into other from crawl_pages where crawl_id = the_crawl and key = own_key;
    if other.key is null then
      insert into crawl_pages (crawl_id, key, kind, state, url, host, rank, depth, chain, parent_likeness)
        values (the_crawl, own_key, 'page', 'claimed', the_target ->> 'u', the_target ->> 'h', page.rank, page.depth, page.chain, page.parent_likeness);
      update crawls set known = known + 1, open_rows = open_rows + 1 where id = the_crawl;
    elsif other.state = 'spare' then
      update crawls set known = known + 1, open_rows = open_rows + 1, spares = spares - 1 where id = the_crawl;
    elsif other.state = 'failed' then
      update crawls set settled = settled - 1, open_rows = open_rows + 1 where id = the_crawl;
    elsif other.state not in ('queued', 'waiting') then
      result := 'folded';
    end if;
    perform drop_crawl_page(the_crawl, the_key, 'folded', null);
    select * into page from crawl_pages where crawl_id = the_crawl and key = own_key;
  end if;
  if the_outcome = 'done' and result = 'settled' and the_copy is not null then
    select * into first from crawl_marks m where m.mark = the_copy;
    if first.key <> own_key then
      perform drop_crawl_page(the_crawl, own_key, 'folded', null);
      result := 'folded';
      twin := first.url;
    end if;
  end if;

  if the_outcome in ('done', 'failed') and result = 'settled' then
    update crawls set settled = settled + 1, open_rows = open_rows - 1, credits_used = credits_used + the_credits,
        documents = documents + (the_outcome = 'done')::int
      where id = the_crawl returning * into one;
    update crawl_pages set state = the_outcome, settled_at = now(), exact = the_exact, likeness = the_likeness,
        error_code = the_code, error = the_error
      where crawl_id = the_crawl and key = own_key;
    if the_outcome = 'done' then
      -- The first page with a text has its marks; those after it are told which one that is.
      insert into crawl_marks (mark, crawl_id, key, url)
        select m.mark, the_crawl, own_key, page.url from unnest(array[the_copy, the_exact, the_near]) as m (mark)
        where m.mark is not null on conflict do nothing;
      select m.url into same_text from crawl_marks m where m.mark = the_exact and m.key <> own_key;
      if same_text is null and the_near is not null then
        select m.url into same_text from crawl_marks m where m.mark = the_near and m.key <> own_key;
        twin_field := 'nearDuplicateOf';
      end if;
      if same_text is not null then
        the_document := left(the_document, -2) || ',"' || twin_field || '":' || to_json(same_text)::text || '}}';
      end if;
      insert into crawl_documents (crawl_id, seq, document, size, scrape_id, url)
        values (the_crawl, one.documents, the_document, octet_length(the_document), the_scrape, page.url);
      perform tell_webhook(the_crawl, prefix || 'page', true, null, one.documents, null);
    else
      perform tell_webhook(
        the_crawl, prefix || 'page', false,
        json_build_array(json_build_object('metadata', json_build_object('sourceURL', page.url, 'error', the_error)))::text,
        null, the_error
      );
    end if;
  elsif the_outcome = 'read' then
    update crawl_pages set state = 'read', claim_id = null, settled_at = now() where crawl_id = the_crawl and key = the_key;
    update crawls set open_rows = open_rows - 1 where id = the_crawl;
  elsif the_outcome not in ('done', 'failed') then
    perform drop_crawl_page(the_crawl, the_key, the_outcome, the_error);
    result := case the_outcome when 'folded' then 'folded' else 'settled' end;
  end if;

  update crawl_pages set state = 'queued'
    where crawl_id = the_crawl and state = 'waiting' and waits_for in (the_key, own_key);
  select * into one from crawls where id = the_crawl;
  if crawl_is_circling(one) and one.open_rows > 0 and exists (
    select from crawl_pages where crawl_id = the_crawl and state in ('queued', 'waiting', 'spare')
  ) then
    delete from crawl_pages where crawl_id = the_crawl and state in ('queued', 'waiting', 'spare');
    update crawls c set spares = 0,
        warning = 'The site has the same pages under ever new addresses, such as ' || page.url || '; the rest of them was left out.',
        known = settled + r.pages, open_rows = r.all_rows
      from (
        select count(*) filter (where p.kind = 'page') as pages, count(*) as all_rows
        from crawl_pages p where p.crawl_id = the_crawl and p.state = 'claimed'
      ) r
      where c.id = the_crawl returning c.* into one;
  end if;
  if one.open_rows = 0 or one.spares > 0 then
    perform advance_crawl(the_crawl);
  end if;
  -- Last, because balances are locked after everything else; and before holds, as whoever closes several of them does.
  perform from balances where team_id = one.team_id for update;
  if page.kind = 'page' and not (
    select closed from close_holds(
      array[the_claim], array[case when result = 'settled' and the_outcome in ('done', 'failed') and the_credits > 0 then the_credits end]
    ) as closed
  ) then
    raise exception 'the hold of a claimed page is gone' using errcode = 'WN001';
  end if;
  return next;
end
$$;

-- What a parameter that differed between two copies of a page is taken for: noise, once that was seen under three paths
-- and nowhere does it make a difference. Where it does, it never is.
create function suspect_crawl_parameter(the_crawl uuid, the_name text, the_path text)
returns void language plpgsql
  as $$
declare
  paths jsonb;
begin
  select suspects -> the_name into paths from crawls where id = the_crawl for update;
  if paths = 'null' or paths ? the_path then
    return;
  end if;
  paths := coalesce(paths, '[]') || to_jsonb(the_path);
  if jsonb_array_length(paths) >= 3 and exists (
    select from crawl_pages
    where crawl_id = the_crawl and state = 'done'
      and (starts_with(split_part(url, '?', 2), the_name || '=') or position('&' || the_name || '=' in url) > 0)
    group by split_part(url, '?', 1) having count(distinct exact) > 1
  ) then
    paths := 'null';
  elsif jsonb_array_length(paths) >= 3 then
    update crawls set noise = array_append(noise, the_name) where id = the_crawl and not the_name = any (noise);
  end if;
  update crawls set suspects = suspects || jsonb_build_object(the_name, paths) where id = the_crawl;
end
$$;

-- Cancels a crawl of a team and answers the state it was in, or nothing when there is none.
create function cancel_crawl(the_crawl uuid, the_team uuid, the_kind text) returns text language plpgsql as $$
declare
  before text;
begin
  select state into before from crawls where id = the_crawl and team_id = the_team and kind = the_kind
    and (state = 'scraping' or expires_at > now()) for update;
  if before = 'scraping' then
    perform finish_crawl(the_crawl, 'cancelled', null);
  end if;
  return before;
end
$$;

-- A crawl goes slower from now on, because a host asks those it goes by the name of for pauses.
create function slow_crawl(the_crawl uuid, the_delay_ms int) returns void language sql as $$
  update crawls set delay_ms = the_delay_ms where id = the_crawl and delay_ms < the_delay_ms
$$;

-- Ends a crawl that cannot go on.
create function fail_crawl(the_crawl uuid, the_error text) returns void language plpgsql as $$
begin
  perform from crawls where id = the_crawl and state = 'scraping' for update;
  if found then
    perform finish_crawl(the_crawl, 'failed', the_error);
  end if;
end
$$;

-- Queues pages again that a living process holds without knowing of it, because the answer to its claim got lost.
create function release_crawl_pages(the_process uuid, known_claims uuid[]) returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  lost uuid[];
begin
  select array_agg(p.claim_id) into lost from crawl_pages p
    where p.state = 'claimed' and p.process_id = the_process and not p.claim_id = any (known_claims);
  if lost is null then
    return;
  end if;
  perform from crawls c where c.id in (select p.crawl_id from crawl_pages p where p.claim_id = any (lost) and p.state = 'claimed')
    order by c.id for update;
  update crawl_pages set state = 'queued', claim_id = null, process_id = null
    where state = 'claimed' and claim_id = any (lost);
  perform close_holds(lost, array_fill(null::bigint, array[cardinality(lost)]));
end
$$;
