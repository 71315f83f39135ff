-- Crawls and batches started by a caller. Counters change in the same statement as the rows they count, so
-- each commit leaves them exact. Lock order: the crawl's row, then pages, then balances; several crawls by
-- id.
create table crawls (
  id uuid primary key,
  team_id uuid not null,
  api_key_id uuid,
  kind text not null check (kind in ('crawl', 'batch')),
  state text not null default 'scraping' check (state in ('scraping', 'completed', 'failed', 'cancelled')),
  url text not null,
  -- The start URL after redirects. The scope of the crawl is relative to it.
  base_url text not null,
  -- Options as JSON; jsonb would refuse U+0000.
  request text not null,
  -- The service's root URL as the caller sees it, for links in documents.
  public_url text not null,
  page_credits bigint not null,
  page_limit int not null,
  -- Maximum concurrent pages; null applies only the team's limit.
  concurrency int,
  delay_ms int not null default 0,
  -- Pages within the limit: queued, claimed, done and failed ones.
  known int not null default 0,
  -- Done and failed pages.
  settled int not null default 0,
  documents int not null default 0,
  credits_used bigint not null default 0,
  -- Pages that turned out to be duplicates.
  folded int not null default 0,
  -- Pages beyond the limit, kept in case one within the limit is a duplicate.
  spares int not null default 0,
  -- Sitemaps, read and queued. Some list thousands of others.
  sitemaps int not null default 0,
  -- Queued or claimed pages and sitemaps. The crawl ends at zero.
  open_rows int not null default 0,
  -- Query parameters found to be irrelevant. For undecided ones: the paths where they were irrelevant, or
  -- null if relevant.
  noise text[] not null default '{}',
  suspects jsonb not null default '{}',
  error text,
  warning text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  expires_at timestamptz not null default now() + result_lifetime(),
  -- Audit details of the request (claimed user name and IP addresses), if its organization exports events.
  audit jsonb,
  -- Whether the crawl has, or had, its own key (see job_keys).
  sealed boolean not null default false,
  -- How many documents, from the first on, were returned since the crawl ended.
  read_to int not null default 0,
  -- When the crawl was erased, because all of it had been read.
  erased_at timestamptz
) with (fillfactor = 60);
create index crawls_running on crawls (id) where state = 'scraping';
create index crawls_by_team on crawls (team_id, id);
create index crawls_running_by_team on crawls (team_id) where state = 'scraping';
create index crawls_by_end on crawls (expires_at) where state <> 'scraping';
create trigger results_expire before update on crawls
  for each row when (old.ended_at is null and new.ended_at is not null) execute function results_expire();
create trigger refuse_closed_team before insert on crawls for each row execute function refuse_closed_team();

-- One row per page of a crawl, by the hash of its canonical URL, and one per sitemap.
create table crawl_pages (
  crawl_id uuid not null references crawls on delete cascade,
  key bytea not null,
  kind text not null check (kind in ('page', 'sitemap')),
  state text not null check (
    state in ('queued', 'spare', 'waiting', 'claimed', 'done', 'failed', 'folded', 'blocked', 'skipped', 'read')
  ),
  url text not null,
  host text not null,
  -- Lower ranks are visited first; equal ranks in the order of discovery.
  rank int not null,
  place bigint generated always as identity,
  depth int not null,
  -- How many consecutive pages on the way here were similar to their predecessor, and the fingerprint of the
  -- last one.
  chain int not null default 0,
  parent_likeness text,
  -- The declared original of this page, which must be settled first for a comparison.
  waits_for bytea,
  attempts int not null default 0,
  not_before timestamptz,
  claim_id uuid,
  process_id uuid,
  -- Fingerprint that differs in few bits for similar texts.
  likeness text,
  -- Hash of the text.
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

-- Marks that identify a page of a crawl, and the first page with each: hashes, each for one meaning and one
-- crawl.
create table crawl_marks (
  mark text primary key,
  crawl_id uuid not null,
  key bytea not null,
  url text not null
);
create index crawl_marks_by_crawl on crawl_marks (crawl_id);

-- The documents of crawls, in the order in which they were settled; numbered without gaps.
create table crawl_documents (
  crawl_id uuid not null references crawls on delete cascade,
  seq int not null,
  document text not null,
  size bigint not null,
  -- The document's own id, which can be looked up like any other scrape, and the scrape request.
  scrape_id uuid,
  url text not null,
  created_at timestamptz not null default now(),
  primary key (crawl_id, seq)
);
alter table crawl_documents alter column document set storage external;
create index crawl_documents_by_scrape on crawl_documents (scrape_id);

-- When a host may be requested again: by all teams for the host's own crawl delay, by one team for that
-- team's delay.
create unlogged table crawl_paces (
  host text not null,
  -- The team, or the zero id for all teams.
  team_id uuid not null,
  delay_ms int not null,
  next_at timestamptz not null,
  primary key (host, team_id)
);

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

-- Admits spare pages up to the limit, and ends the crawl when no work is left. The caller holds its lock.
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

-- Cancels a crawl of a team. Returns its previous state, or nothing when it does not exist.
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

-- Slows a crawl down, because a host's robots.txt asks our user agent for a delay.
create function slow_crawl(the_crawl uuid, the_delay_ms int) returns void language sql as $$
  update crawls set delay_ms = the_delay_ms where id = the_crawl and delay_ms < the_delay_ms
$$;

-- Marks a crawl as failed.
create function fail_crawl(the_crawl uuid, the_error text) returns void language plpgsql as $$
begin
  perform from crawls where id = the_crawl and state = 'scraping' for update;
  if found then
    perform finish_crawl(the_crawl, 'failed', the_error);
  end if;
end
$$;

-- Records that a parameter differed between two copies of a page. It counts as irrelevant after this was seen
-- under three paths, unless it is relevant anywhere.
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

-- Erases an ended crawl except for its counters. Pending webhook deliveries keep their data, encrypted as it
-- is. Scrape ids of its documents stay known for a day. The caller holds the crawl's lock.
create function erase_crawl(the_crawl uuid) returns void language plpgsql
  set enable_seqscan = off as $$
begin
  update webhook_deliveries d set data = c.document, document_seq = null from crawl_documents c
    where d.job_id = the_crawl and d.state = 'waiting' and c.crawl_id = the_crawl and c.seq = d.document_seq;
  insert into scrapes (id, team_id, request, document, size)
    select d.scrape_id, c.team_id, 'null', 'null', 0 from crawl_documents d join crawls c on c.id = d.crawl_id
    where d.crawl_id = the_crawl and d.scrape_id is not null
    on conflict do nothing;
  delete from crawl_documents where crawl_id = the_crawl;
  delete from crawl_pages where crawl_id = the_crawl;
  delete from crawl_marks where crawl_id = the_crawl;
  update crawls set url = '', base_url = '', request = '', error = null, warning = null, audit = null, erased_at = now()
    where id = the_crawl;
  perform forget_job_keys(array[the_crawl]);
end
$$;

-- Records that the documents from `since` (exclusive) to `until` of an ended crawl were returned. Erases the
-- crawl when all its documents were.
create function hand_over_crawl(the_crawl uuid, since int, until int) returns void language plpgsql as $$
declare
  one crawls%rowtype;
begin
  select * into one from crawls where id = the_crawl and sealed and erased_at is null and state <> 'scraping' for update;
  if not found or since > one.read_to then
    return;
  end if;
  if until >= one.documents then
    perform erase_crawl(the_crawl);
  elsif until > one.read_to then
    update crawls set read_to = until where id = the_crawl;
  end if;
end
$$;

create function tell_siem_of_crawl() returns trigger language plpgsql as $$
begin
  perform tell_siem(
    new.team_id, new.api_key_id, new.audit, case new.state when 'completed' then 'success' else 'failure' end,
    nullif(new.state, 'completed'), new.created_at, new.ended_at, new.credits_used,
    jsonb_build_object('jobId', new.id, 'type', new.kind, 'state', new.state)
  );
  return null;
end
$$;
create trigger tell_siem_of_crawl after update of state on crawls for each row
  when (old.state = 'scraping' and new.state <> 'scraping') execute function tell_siem_of_crawl();
