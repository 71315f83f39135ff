-- Functions that every page of a crawl, or every look at one, calls. Before version 18 the server plans the statements of a function in SQL anew
-- on each call, which costs several times what they take; those of one in PL/pgSQL it plans once per session.
create or replace function process_is_alive(the_process uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from processes p where p.id = the_process);
end
$$;

create or replace function crawl_pages_of_team(the_team uuid) returns bigint language plpgsql stable as $$
begin
  return (
    select count(*) from crawls c join crawl_pages p on p.crawl_id = c.id and p.state = 'claimed'
    where c.team_id = the_team and c.state = 'scraping'
  );
end
$$;

create or replace function crawl_pages_of_host(the_host text) returns bigint language plpgsql stable as $$
begin
  return (
    select count(*) from crawls c join crawl_pages p on p.crawl_id = c.id and p.state = 'claimed'
    where p.host = the_host and c.state = 'scraping'
  );
end
$$;

create or replace function drop_crawl_page(the_crawl uuid, the_key bytea, the_state text, the_error text) returns void
  language plpgsql as $$
begin
  update crawl_pages set state = the_state, claim_id = null, settled_at = now(), error = the_error
    where crawl_id = the_crawl and key = the_key;
  update crawls set known = known - 1, open_rows = open_rows - 1, folded = folded + (the_state = 'folded')::int where id = the_crawl;
end
$$;

create or replace function result_lifetime() returns interval language plpgsql stable as $$
begin
  return coalesce((select (s.value #>> '{}')::int from settings s where s.name = 'resultHours'), 24) * interval '1 hour';
end
$$;
