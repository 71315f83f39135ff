-- Pages of teams for the local search. A page lost in a crash is only not found.
create table search_pages (
  id bigint generated always as identity primary key,
  team_id uuid not null references teams on delete cascade,
  -- The hash of the canonical URL.
  key bytea not null,
  url text not null,
  title text not null,
  description text not null,
  -- A code such as de; empty if unknown.
  language text not null,
  published_at timestamptz,
  -- The main images as JSON, if any.
  pictures text,
  -- The text; the server compresses it.
  content text not null,
  -- The hash of all indexed text.
  digest bytea not null,
  -- Approximate size of the page with its share of the index.
  size bigint not null,
  seen_at timestamptz not null default now(),
  unique (key, team_id)
);
create index search_pages_by_team on search_pages (team_id);
create trigger forget_erased_team before insert on search_pages for each row execute function forget_erased_team();

-- The words of the pages. Rows are small because vectors are stored out of line, so scanning many is fast.
-- Besides its words a vector contains marked terms, which exist only in the index: the team, the site, words
-- of the title, words of the URL and others.
create table search_terms (
  page_id bigint primary key references search_pages on delete cascade,
  -- The publication date, or the time of the visit if unknown.
  dated timestamptz not null,
  -- The number of words of the page and its title.
  length int not null,
  title_length int not null,
  terms tsvector not null
) with (toast_tuple_target = 128);
alter table search_terms alter column terms set storage external;
-- Statistics would need all vectors to be read again and again, and no plan uses them.
alter table search_terms alter column terms set statistics 0;
-- Larger batches make index updates cheaper, but every search scans the pending list.
create index search_terms_index on search_terms using gin (terms) with (gin_pending_list_limit = 4096);

-- The languages of each team's pages, so that a query word is stemmed only for these.
create table search_languages (
  team_id uuid not null references teams on delete cascade,
  language text not null,
  primary key (team_id, language)
);

-- Adds pages and returns the size they took. Unchanged pages are updated at most once a day; pages of deleted
-- teams are skipped. Pages come sorted, so that two processes that add the same ones do not deadlock.
create function enter_search_pages(
  the_teams uuid[], the_keys bytea[], the_urls text[], the_titles text[], the_descriptions text[],
  the_languages text[], the_dates timestamptz[], the_pictures text[], the_contents text[], the_digests bytea[],
  the_lengths int[], the_title_lengths int[], the_terms text[]
) returns bigint language plpgsql set enable_seqscan = off as $$
declare
  fresh int[];
  taken bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  update search_pages p set seen_at = now()
    from unnest(the_teams, the_keys, the_digests) as given (team, key, digest)
    where p.key = given.key and p.team_id = given.team and p.digest = given.digest and p.seen_at < now() - interval '1 day';
  fresh := array(
    select given.nr::int from unnest(the_teams, the_keys, the_digests) with ordinality as given (team, key, digest, nr)
    where exists (select from teams t where t.id = given.team)
      and not exists (
        select from search_pages p where p.key = given.key and p.team_id = given.team and p.digest = given.digest
      )
  );
  if cardinality(fresh) = 0 then
    return 0;
  end if;
  with vectors as materialized (
    select f.nr, the_terms[f.nr]::tsvector as terms from unnest(fresh) as f (nr)
  ), entered as (
    insert into search_pages as known (
      team_id, key, url, title, description, language, published_at, pictures, content, digest, size
    )
      select the_teams[v.nr], the_keys[v.nr], the_urls[v.nr], the_titles[v.nr], the_descriptions[v.nr], the_languages[v.nr],
        the_dates[v.nr], the_pictures[v.nr], the_contents[v.nr], the_digests[v.nr],
        -- Texts are compressed; vectors are not, and take index space.
        500 + octet_length(the_urls[v.nr]) + octet_length(the_contents[v.nr]) * 3 / 5 + pg_column_size(v.terms) * 5 / 4
      from vectors v order by v.nr
    on conflict (key, team_id) do update
      set url = excluded.url, title = excluded.title, description = excluded.description, language = excluded.language,
        published_at = excluded.published_at, pictures = excluded.pictures, content = excluded.content,
        digest = excluded.digest, size = excluded.size, seen_at = excluded.seen_at
    returning known.id, known.team_id, known.key, known.language, known.size
  ), termed as (
    insert into search_terms (page_id, dated, length, title_length, terms)
      select e.id, coalesce(the_dates[v.nr], now()), the_lengths[v.nr], the_title_lengths[v.nr], v.terms
      from entered e join vectors v on the_keys[v.nr] = e.key and the_teams[v.nr] = e.team_id
    on conflict (page_id) do update
      set dated = excluded.dated, length = excluded.length, title_length = excluded.title_length, terms = excluded.terms
  ), spoken as (
    insert into search_languages (team_id, language) select distinct e.team_id, e.language from entered e
      where not exists (select from search_languages l where l.team_id = e.team_id and l.language = e.language)
    on conflict do nothing
  )
  select sum(e.size) into taken from entered e;
  return coalesce(taken, 0);
end
$$;

-- Records that teams have scraped pages again. A team that lacks a page gets it from another team where that
-- is allowed, but only from one with exactly the same URL. Different URLs with one canonical form may lead to
-- private content, for example those with a session id.
create function note_search_pages(the_teams uuid[], the_keys bytea[], the_urls text[], is_shared boolean)
returns void language plpgsql set enable_seqscan = off as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update search_pages p set seen_at = now() from unnest(the_teams, the_keys) as given (team, key)
    where p.key = given.key and p.team_id = given.team and p.seen_at < now() - interval '1 day';
  if not is_shared then
    return;
  end if;
  with given as (
    select g.team, g.key, other.id
    from unnest(the_teams, the_keys, the_urls) as g (team, key, url),
      lateral (
        select p.id from search_pages p where p.key = g.key and p.url = g.url order by p.seen_at desc limit 1
      ) other
    where exists (select from teams t where t.id = g.team)
      and not exists (select from search_pages p where p.key = g.key and p.team_id = g.team)
  ), entered as (
    insert into search_pages (
      team_id, key, url, title, description, language, published_at, pictures, content, digest, size
    )
      select g.team, g.key, p.url, p.title, p.description, p.language, p.published_at, p.pictures, p.content, p.digest, p.size
      from given g join search_pages p on p.id = g.id order by g.key, g.team
    on conflict do nothing
    returning id, team_id, key, language
  ), termed as (
    insert into search_terms (page_id, dated, length, title_length, terms)
      select e.id, t.dated, t.length, t.title_length,
        ts_delete(t.terms, '@' || p.team_id) || array_to_tsvector(array['@' || g.team])
      from entered e join given g on g.team = e.team_id and g.key = e.key
        join search_terms t on t.page_id = g.id join search_pages p on p.id = g.id
  )
  insert into search_languages (team_id, language) select distinct e.team_id, e.language from entered e
    on conflict do nothing;
end
$$;

-- How many pages match each query, up to a limit.
create function count_search_pages(the_queries tsquery[], most int) returns int[] language plpgsql stable
  set enable_seqscan = off set jit = off as $$
declare
  one tsquery;
  counts int[] := '{}';
begin
  foreach one in array the_queries loop
    counts := counts || (
      select count(*)::int from (select from search_terms t where t.terms @@ one limit most) found
    );
  end loop;
  return counts;
end
$$;

-- Finds pages for the first query, then the next and so on, as long as there are too few results, up to each
-- query's limit. Newest first if ordered by time, otherwise in any order.
create function find_search_pages(
  the_queries tsquery[], the_bounds int[], too_few int[], since timestamptz, until timestamptz, is_by_date boolean
) returns bigint[] language plpgsql stable set enable_seqscan = off set jit = off as $$
declare
  known bigint[] := '{}';
begin
  for nr in 1 .. cardinality(the_queries) loop
    continue when cardinality(known) >= too_few[nr];
    if is_by_date then
      known := known || array(
        select t.page_id from search_terms t
        where t.terms @@ the_queries[nr] and (since is null or t.dated >= since) and (until is null or t.dated <= until)
        order by t.dated desc, t.page_id desc limit the_bounds[nr]
      );
    else
      known := array(
        select distinct f.id from (
          select unnest(known) as id union all
          (select t.page_id from search_terms t
           where t.terms @@ the_queries[nr] and (since is null or t.dated >= since) and (until is null or t.dated <= until)
           limit the_bounds[nr] + cardinality(known))
        ) f
      );
    end if;
  end loop;
  return known;
end
$$;

-- Signals for ranking: per word, its weight in the page and whether the title has it; how close together the
-- words are, and whether they are adjacent and in order.
create function weigh_search_pages(
  the_pages bigint[], the_words tsquery[], together tsquery, in_order tsquery
) returns table (
  page_id bigint, url text, title text, dated timestamptz, length int, title_length int,
  weights real[], title_weights real[], closeness real, is_in_order boolean
) language plpgsql stable set enable_seqscan = off set jit = off as $$
begin
  return query
    select t.page_id, p.url, p.title, t.dated, t.length, t.title_length,
      array(select ts_rank('{0.2, 0.4, 0.5, 1}', v.terms, w.word) from unnest(the_words) as w (word)),
      array(select ts_rank('{0, 0, 0, 1}', v.terms, w.word) from unnest(the_words) as w (word)),
      ts_rank_cd('{1, 1, 1, 1}', v.terms, together), v.terms @@ in_order
    from search_terms t join search_pages p on p.id = t.page_id,
      -- An unchanged copy, so that the vector is read once for all following expressions.
      lateral (select setweight(t.terms, 'D', '{}') as terms offset 0) v
    where t.page_id = any (the_pages);
end
$$;

-- Searches of the last day, for feedback. The query is not stored.
create table searches (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + result_lifetime()
);
create index searches_by_team on searches (team_id);
create index searches_by_end on searches (expires_at);

-- Feedback on results. Only the first for each result counts.
create table feedback (
  id uuid primary key default gen_random_uuid(),
  team_id uuid not null references teams on delete cascade,
  endpoint text not null,
  job_id uuid not null,
  said text not null,
  created_at timestamptz not null default now(),
  unique (team_id, endpoint, job_id)
);
create index feedback_by_age on feedback (created_at);
create index feedback_by_team on feedback (team_id, created_at);
create trigger refuse_closed_team before insert on feedback for each row execute function refuse_closed_team();
