-- The functions here, and those in crawls.sql that disable plan types, find single rows through indexes made
-- for them. This plan suits every table size. For a new table without statistics, the planner would prefer to
-- read and sort the whole crawl.

-- Adds new pages: within the limit as queued, beyond it as spare. The number of spares is limited, but
-- sufficient for crawls with many duplicates. The caller holds the crawl's lock.
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

-- A URL that occurs several times in a batch is fetched once. Each repeat gets its own row, which waits for
-- the first one and takes over its result. A repeat makes no request, so host limits and pauses do not apply
-- to it. This function adds repeats (f: the key of the repeated page). The caller holds the crawl's lock, and
-- the repeated pages exist.
create function add_crawl_repeats(the_crawl uuid, entries json) returns void language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  added int;
begin
  insert into crawl_pages (crawl_id, key, kind, state, url, host, rank, depth, waits_for)
    select the_crawl, decode(e.k, 'hex'), 'page', case when p.state in ('done', 'failed') then 'queued' else 'waiting' end,
      e.u, 'repeat ' || e.k, e.r, e.d, p.key
    from rows from (
      json_to_recordset(entries) as (k text, f text, u text, r int, d int)
    ) with ordinality as e (k, f, u, r, d, nr)
    cross join lateral (
      select q.key, q.state from crawl_pages q where q.crawl_id = the_crawl and q.key = decode(e.f, 'hex') limit 1
    ) p
    order by e.nr;
  get diagnostics added = row_count;
  update crawls set known = known + added, open_rows = open_rows + added where id = the_crawl;
end
$$;

-- Adds the entries of a sitemap while it is being read. Returns false when its reader lost the claim or the
-- crawl has ended.
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

-- Whether a host may be requested now; if so, records the request. A host's own crawl delay applies to all
-- teams, a team's delay only to that team.
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

-- How many pages of one team, or of one host, are being visited.
create function crawl_pages_of_team(the_team uuid) returns bigint language plpgsql stable as $$
begin
  return (
    select count(*) from crawls c join crawl_pages p on p.crawl_id = c.id and p.state = 'claimed'
    where c.team_id = the_team and c.state = 'scraping'
  );
end
$$;

create function crawl_pages_of_host(the_host text) returns bigint language plpgsql stable as $$
begin
  return (
    select count(*) from crawls c join crawl_pages p on p.crawl_id = c.id and p.state = 'claimed'
    where p.host = the_host and c.state = 'scraping'
  );
end
$$;

-- Claims pages for a process, within the limits of each crawl, team and host; teams and crawls take turns.
-- Each page gets a hold on its credits. Only one process claims at a time. Pages of dead processes are queued
-- again first. A crawl whose team is out of credits fails. The function returns everything a visitor needs,
-- because a surrounding statement would use the snapshot from before the lock wait.
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

  -- Blocks other promotions for these teams. Teams are always locked in this order.
  for one in
    select distinct c.team_id from crawls c join teams t on t.id = c.team_id
    where c.state = 'scraping' and t.limits ->> 'concurrency' is not null order by c.team_id
  loop
    perform pg_advisory_xact_lock(hashtextextended(one.team_id::text, 1));
  end loop;

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
      -- The maximum value means no limit.
      quota := least(
        share, room, coalesce(one.concurrency, 2147483647) - one.busy,
        -- Waiting slots have priority.
        one.ceiling - crawl_places(one.team_id) - (select count(*) from slots s where s.team_id = one.team_id)
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
          -- Sitemaps are exempt: pauses are between pages.
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
      -- Skips pages of paused hosts.
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
      -- Credits held by other work of the team may be released.
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

-- Excludes a page from the count, because it duplicates another. The caller holds the crawl's lock.
create function drop_crawl_page(the_crawl uuid, the_key bytea, the_state text, the_error text) returns void
  language plpgsql as $$
begin
  update crawl_pages set state = the_state, claim_id = null, settled_at = now(), error = the_error
    where crawl_id = the_crawl and key = the_key;
  update crawls set known = known - 1, open_rows = open_rows - 1, folded = folded + (the_state = 'folded')::int where id = the_crawl;
end
$$;

-- Whether a crawl has found so many duplicates that it seems to run in circles. Duplicates do not count
-- against its limit.
create function crawl_is_circling(one crawls) returns boolean language sql immutable as $$
  select one.folded > 1000 + 2 * one.page_limit::bigint
$$;

-- Settles a claimed page atomically: its document, its credits, its links and the end of the crawl. Returns
-- the outcome, and for a duplicate by content the URL of the original: 'settled', 'folded' (a duplicate of a
-- known page), 'later' (queued again), 'alone' (no page to wait for: visit it by itself) or 'gone' (the claim
-- or the crawl no longer exists). Metadata is the last part of a document, so that this function can append
-- to it.
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
  -- The pause starts when a visit ends. Pages without a request need no pause.
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
    -- The page was found at another URL, which may be known already.
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
      -- The first page with a text owns its marks; later pages get a reference to it.
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
  -- Last, because balances are locked after all other tables, and before holds, like in every function that
  -- closes several.
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

-- The outcome of a settled page: its document (found by the id of the claim) or its error.
create function crawl_page_outcome(the_crawl uuid, the_key bytea)
returns table (error_code text, error text, document text) language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query
    select p.error_code, p.error,
      (select d.document from crawl_documents d where d.scrape_id = p.claim_id and d.crawl_id = the_crawl)
    from crawl_pages p where p.crawl_id = the_crawl and p.key = the_key and p.state in ('done', 'failed');
end
$$;

-- Queues pages again that a living process holds without knowing it, because the response to its claim was
-- lost.
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
