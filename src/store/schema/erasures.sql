-- Teams whose data was just erased, or is being erased.
create table erasures (
  team_id uuid primary key,
  -- Until then the team can start no work.
  closed_until timestamptz not null,
  -- Until then nothing is added to the team's cached pages. Work that started earlier may still be running,
  -- long after its caller has left.
  forgets_until timestamptz not null
);

-- Refuses new work of a team while its data is erased. The transaction gets its number before the check: the
-- erasure waits for lower numbers, so no transaction can have checked too early.
create function refuse_closed_team() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  if exists (select from erasures e where e.team_id = new.team_id and e.closed_until > clock_timestamp()) then
    raise exception 'the data of the team is being erased' using errcode = 'WN002';
  end if;
  return new;
end
$$;

-- Skips writes to the page caches for such a team. With an argument, the scope contains the team id.
create function forget_erased_team() returns trigger language plpgsql as $$
declare
  the_team text;
begin
  if tg_nargs = 0 then
    the_team := new.team_id;
  else
    the_team := new.scope;
  end if;
  perform pg_current_xact_id();
  if exists (select from erasures e where e.team_id::text = the_team and e.forgets_until > clock_timestamp()) then
    return null;
  end if;
  return new;
end
$$;
