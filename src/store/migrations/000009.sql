-- What pages leave behind for others of their site: hashes of their texts, and where on them data was found. It can be
-- gathered again, so it may be lost.
create unlogged table page_traces (
  scope text not null,
  host text not null,
  page bytea not null,
  trace text not null,
  seen_at timestamptz not null default now(),
  primary key (scope, host, page)
);
create index page_traces_by_age on page_traces (scope, host, seen_at desc);
create index page_traces_by_time on page_traces (seen_at);

create function remember_page_trace(
  the_scope text, the_host text, the_page bytea, the_trace text, most integer
) returns void language sql as $$
  insert into page_traces (scope, host, page, trace) values (the_scope, the_host, the_page, the_trace)
  on conflict (scope, host, page) do update set trace = excluded.trace, seen_at = now();
  delete from page_traces where scope = the_scope and host = the_host and page in (
    select page from page_traces where scope = the_scope and host = the_host order by seen_at desc offset most
  );
$$;
