-- A page of a crawl or batch that is being visited takes one of its team's places, just as a slot does: it needs no slot
-- beside its claim.
create index crawls_running_by_team on crawls (team_id) where state = 'scraping';

-- Places of one team that pages of its crawls and batches take. Of processes that are gone none counts; reading a sitemap
-- takes none.
create function crawl_places(the_team uuid) returns bigint language plpgsql stable
  set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return (
    select count(*) from crawls c join crawl_pages p on p.crawl_id = c.id and p.state = 'claimed'
    where c.team_id = the_team and c.state = 'scraping' and p.kind = 'page' and process_is_alive(p.process_id)
  );
end
$$;

-- Gives free places of one team to the longest waiting slots, answers those of the asking process and tells the others.
-- The caller holds the team's lock.
create or replace function promote_slots(the_team uuid, the_process uuid) returns setof uuid language plpgsql as $$
declare
  ceiling bigint := (select (limits ->> 'concurrency')::bigint from teams where teams.id = the_team);
  room bigint;
  given record;
begin
  delete from slots s where s.team_id = the_team
    and not exists (select from processes p where p.id = s.process_id and p.expires_at > clock_timestamp());
  if ceiling is not null then
    room := greatest(0, ceiling - crawl_places(the_team) - (select count(*) from slots s where s.team_id = the_team and s.active));
  end if;
  for given in
    update slots s set active = true
    where s.id in (
      select w.id from slots w where w.team_id = the_team and not w.active order by w.ticket limit room
    )
    returning s.id, s.process_id
  loop
    if given.process_id = the_process then
      return next given.id;
    else
      perform pg_notify('slots', given.process_id || ' ' || given.id);
    end if;
  end loop;
end
$$;

-- Hands the places that settled pages of a crawl have left on to slots that wait for one. Whoever calls this holds no
-- team's lock yet.
create function hand_on_crawl_places(the_crawl uuid) returns void language plpgsql as $$
declare
  the_team uuid := (select c.team_id from crawls c where c.id = the_crawl);
begin
  if exists (select from slots s where s.team_id = the_team and not s.active) then
    perform pg_advisory_xact_lock(hashtextextended(the_team::text, 1));
    perform promote_slots(the_team, null);
  end if;
end
$$;

-- As before, but that the pages themselves take the team's places.
-- Claims pages to visit in the name of a process: no more at once than each crawl, team and host allow, teams and
-- crawls taking turns, each page with a hold on its credits. One claimer at a time, over all processes. Pages of
-- processes that are gone are queued again first. A crawl whose team has run out of credits fails. Everything that a
-- visitor must know comes with it: a statement around this one would still see what was there before it waited.
create or replace function claim_crawl_pages(the_process uuid, most int, host_most int)
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

  -- Nobody else gives the places of these teams away meanwhile. Everybody locks teams in this order.
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
      -- The highest number stands for no limit.
      quota := least(
        share, room, coalesce(one.concurrency, 2147483647) - one.busy,
        -- Those who wait for a place come first.
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
