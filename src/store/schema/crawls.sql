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
  expires_at timestamptz not null default now() + result_lifetime(),
  -- What the request that started it said about itself, where its organization wants events: claimed name and addresses.
  audit jsonb,
  -- Whether it has, or had, a key of its own (see job_keys).
  sealed boolean not null default false,
  -- How many documents, from the first on, were handed out since it ended.
  read_to int not null default 0,
  -- When all of it had been read, and was forgotten.
  erased_at timestamptz
) with (fillfactor = 60);
create index crawls_running on crawls (id) where state = 'scraping';
create index crawls_by_team on crawls (team_id, id);
create index crawls_running_by_team on crawls (team_id) where state = 'scraping';
create index crawls_by_end on crawls (expires_at) where state <> 'scraping';
create trigger results_expire before update on crawls
  for each row when (old.ended_at is null and new.ended_at is not null) execute function results_expire();
create trigger refuse_closed_team before insert on crawls for each row execute function refuse_closed_team();

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

-- Forgets an ended crawl but for its counters. What is still to be told goes over to those who tell it, sealed as it is;
-- that its documents were scrapes stays known for a day. The caller holds the crawl's lock.
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

-- Notes that documents after the first `since` up to `until` of an ended crawl were handed out, and forgets it when that
-- were the last of them and all before them had been too.
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
