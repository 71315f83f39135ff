-- A running process and how long it is believed to be alive. Slots and holds belong to one; when it is gone, so are they.
create table processes (
  id uuid primary key,
  role text not null,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- A process is alive until another one removes it (see processes.ts). An expired lease alone is not enough: a process whose
-- event loop stood still would find its own pages, slots and sessions given away, by its own statements among others.
-- In PL/pgSQL, like other functions that every page of a crawl or every look at one calls: before version 18 the server plans
-- the statements of a function in SQL anew on each call, which costs several times what they take.
create function process_is_alive(the_process uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from processes p where p.id = the_process);
end
$$;
