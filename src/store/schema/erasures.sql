-- Teams whose data was erased a moment ago, or is being erased.
create table erasures (
  team_id uuid primary key,
  -- Until then the team can begin nothing.
  closed_until timestamptz not null,
  -- Until then nothing enters what is remembered of pages: work that began before may still be at it, long after who
  -- asked for it has gone.
  forgets_until timestamptz not null
);

-- Refuses what a team begins while its data is erased. The transaction has its number before it looks: whoever erases
-- waits for those with a lower one, so that none of them can have looked too early.
create function refuse_closed_team() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  if exists (select from erasures e where e.team_id = new.team_id and e.closed_until > clock_timestamp()) then
    raise exception 'the data of the team is being erased' using errcode = 'WN002';
  end if;
  return new;
end
$$;

-- Leaves out what would be remembered of pages of such a team. With an argument its id is the scope.
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
