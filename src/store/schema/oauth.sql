-- OAuth clients that registered themselves.
create table oauth_clients (
  -- The hash of the client id.
  id bytea primary key,
  -- The client's metadata, encrypted with the root secret.
  sealed bytea not null,
  created_at timestamptz not null default now(),
  -- When a user last granted it access; null until then.
  used_at timestamptz
);
create index oauth_clients_unused on oauth_clients (created_at) where used_at is null;

-- The access that a user, or the operator (no user), granted to a client for a team. It ends with the
-- membership, the user or the team, and so do its tokens.
create table oauth_grants (
  id bytea primary key,
  team_id uuid not null references teams on delete cascade,
  user_id uuid,
  client_id text not null,
  client_name text not null,
  sealed bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- The operator's id for a connection, in order of creation.
  connection_id uuid not null default gen_random_uuid(),
  foreign key (user_id, team_id) references memberships (user_id, team_id) on delete cascade
);
create index oauth_grants_by_team on oauth_grants (team_id, user_id);
create index oauth_grants_by_member on oauth_grants (user_id, team_id);
create index oauth_grants_by_client on oauth_grants (client_id);
create index oauth_grants_by_end on oauth_grants (expires_at);
create unique index oauth_grants_by_connection on oauth_grants (connection_id);

-- Tokens, codes and sessions. Each is found by the hash of its secret value; the rest is encrypted with the
-- root secret.
create table oauth_records (
  kind text not null,
  id bytea not null,
  grant_id bytea references oauth_grants on delete cascade,
  -- The hash of a session's uid.
  uid bytea,
  sealed bytea not null,
  -- How many refresh tokens preceded this one.
  generation integer,
  audience text,
  scope text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (kind, id)
);
create index oauth_records_by_grant on oauth_records (grant_id, kind) where grant_id is not null;
create index oauth_records_by_uid on oauth_records (uid) where uid is not null;
create index oauth_records_by_end on oauth_records (expires_at);
-- Unfinished sign-ins. Only the latest are kept.
create index oauth_records_begun on oauth_records (expires_at) where kind = 'Interaction';

-- Sign-in codes for users, each for one sign-in (its hash) or, from the operator, for any.
create table sign_in_codes (
  user_id uuid not null references users on delete cascade,
  place bytea not null,
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, place)
);

-- Recent attempts, counted by the hash of action and subject.
create table oauth_windows (
  key bytea primary key,
  started_at timestamptz not null,
  used integer not null
);
