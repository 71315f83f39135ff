-- The last look at each page whose changes are tracked. Texts are packed.
create table snapshots (
  team_id uuid not null references teams on delete cascade,
  -- The hash of address and tag.
  page_key bytea not null,
  standing text not null check (standing in ('there', 'gone')),
  -- Of the Markdown; null when the page was gone.
  digest bytea,
  -- Null also when there was too much of it.
  markdown bytea,
  -- What was last extracted, under the hash of what was asked for.
  data_key bytea,
  data bytea,
  size bigint not null,
  taken_at timestamptz not null,
  primary key (team_id, page_key),
  check ((data_key is null) = (data is null))
);
alter table snapshots alter column markdown set storage external, alter column data set storage external;
create index snapshots_by_age on snapshots (taken_at, team_id, page_key) include (size);

-- Keeps a snapshot and answers the one before it, if there was one; of what is the same its text is neither written nor
-- answered again. Who comes second waits for the first and gets its snapshot. Of a team that is no more nothing is kept.
create function exchange_snapshot(
  the_team uuid, the_page bytea, the_standing text, the_digest bytea, the_markdown bytea, the_data_key bytea, the_data bytea
) returns table (
  standing text, digest bytea, markdown bytea, data_key bytea, data bytea, taken_at timestamptz, age_ms double precision
) language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  before record;
  -- What a row takes besides its texts.
  row_size constant bigint := 300;
begin
  perform from teams t where t.id = the_team for key share;
  if not found then
    return;
  end if;
  loop
    select s.standing, s.digest, s.data_key, s.data, s.taken_at, s.digest is not distinct from the_digest as is_equal,
      case when s.digest is distinct from the_digest then s.markdown end as markdown
      into before from snapshots s where s.team_id = the_team and s.page_key = the_page for update;
    exit when found;
    insert into snapshots (team_id, page_key, standing, digest, markdown, data_key, data, size, taken_at)
      values (
        the_team, the_page, the_standing, the_digest, the_markdown, the_data_key, the_data,
        row_size + coalesce(octet_length(the_markdown), 0) + coalesce(octet_length(the_data), 0), clock_timestamp()
      )
      on conflict do nothing;
    if found then
      return;
    end if;
  end loop;
  -- What was extracted stays until something else is, or the page is gone.
  if the_data is null and the_standing = 'there' then
    the_data_key := before.data_key;
    the_data := before.data;
  end if;
  update snapshots s set
    standing = the_standing, digest = the_digest,
    markdown = case when before.is_equal then s.markdown else the_markdown end,
    data_key = the_data_key, data = the_data,
    size = row_size + coalesce(octet_length(case when before.is_equal then s.markdown else the_markdown end), 0)
      + coalesce(octet_length(the_data), 0),
    taken_at = clock_timestamp()
    where s.team_id = the_team and s.page_key = the_page;
  return query select before.standing, before.digest, before.markdown, before.data_key, before.data, before.taken_at,
    (1000 * extract(epoch from clock_timestamp() - before.taken_at))::double precision;
end
$$;

-- Removes those that were looked at longest ago until the others take no more than so many bytes. One at a time: who
-- finds another at it leaves it to that one.
create function trim_snapshots(most_bytes bigint) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7308613, hashtext('snapshots')) then
    return;
  end if;
  delete from snapshots s using (
    select a.team_id, a.page_key, sum(a.size) over (order by a.taken_at desc, a.team_id, a.page_key) as so_far
    from snapshots a
  ) aged
  where aged.so_far > most_bytes and s.team_id = aged.team_id and s.page_key = aged.page_key;
end
$$;
