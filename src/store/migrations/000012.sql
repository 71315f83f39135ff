-- Searches of the last day, so that something can be said about them. What was searched for is not kept.
create table searches (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  created_at timestamptz not null default now()
);
create index searches_by_age on searches (created_at);
create index searches_by_team on searches (team_id);

-- What callers say about results. The first word about each counts.
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
