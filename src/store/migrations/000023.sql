-- A URL that a batch has more than once is fetched once. The first time it is given is a page like any other; each further
-- time is a row of its own that waits for that page and then takes over what became of it.

-- Enters further times that URLs were given (f: the key of the page they repeat). The caller holds the crawl's lock, and
-- the pages that are repeated are there. A repeat asks no host for anything, so no host's limits and pauses apply to it.
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

-- What became of a settled page: its document, found by the id of the claim under which it was made, or its error.
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
