-- A running process and its lease. Slots and holds belong to a process, and end with it.
create table processes (
  id uuid primary key,
  role text not null,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- A process is alive until another one removes it (see processes.ts). An expired lease is not enough: a
-- process with a blocked event loop could find its own pages, slots and sessions given away, even by its own
-- statements. Written in PL/pgSQL, like all functions called for every page of a crawl: before version 18 the
-- server plans the statements of an SQL function on each call, which costs several times their execution.
create function process_is_alive(the_process uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from processes p where p.id = the_process);
end
$$;
