-- What recorded browser sessions did. A recording is kept as long as results are, which may be longer than the row of its
-- session; the pictures are blobs.
create table recordings (
  session_id uuid primary key,
  team_id uuid not null,
  truncated boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index recordings_by_team on recordings (team_id);
create index recordings_by_end on recordings (expires_at);

create table recorded_steps (
  session_id uuid not null references recordings on delete cascade,
  number int not null,
  -- JSON; jsonb would refuse U+0000.
  step text not null,
  blob_id uuid,
  primary key (session_id, number)
);
