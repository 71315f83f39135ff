-- Places for files that are uploaded first and parsed afterwards. The bytes are encrypted with a key that only the
-- reference has, of which no more than a hash is here. A place that was never parsed stays for a day, so that they can
-- be counted; its bytes go as soon as it expires.
create table uploads (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  secret_hash bytea not null,
  file_name text not null,
  content_type text not null,
  state text not null check (state in ('open', 'filling', 'filled', 'parsed')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index uploads_by_team on uploads (team_id, created_at);
create index uploads_by_expiry on uploads (expires_at);

create table upload_pieces (
  upload_id uuid not null references uploads on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (upload_id, number)
);
-- They are noise, so compressing them is in vain.
alter table upload_pieces alter column bytes set storage external;
