-- Pages that teams have scraped, by the site they belong to. What is lost in a crash is only not remembered.
create table seen_pages (
  team_id uuid not null references teams on delete cascade,
  -- The registrable domain, or the host where there is none: subdomains stand with their domain.
  host text not null,
  -- The hash of the canonical address.
  key bytea not null,
  url text not null,
  title text,
  description text,
  seen_at timestamptz not null default now(),
  primary key (team_id, host, key)
);
create index seen_pages_by_age on seen_pages using brin (seen_at);

-- Remembers pages; one that is known and says the same is written again once a day. Sorted, so that two processes which
-- remember the same pages do not wait for each other in a circle. A page of a team that is no more is left out.
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
