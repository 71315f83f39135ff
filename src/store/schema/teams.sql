-- Ownership: organizations have teams, teams have keys; users are members of teams; a partner owns the teams
-- it created.

create table organizations (
  id uuid primary key,
  name text not null,
  threat_protection jsonb not null,
  siem jsonb not null,
  created_at timestamptz not null default now()
);

create table partners (
  id uuid primary key,
  name text not null unique,
  key_hash bytea not null unique,
  key_last_four text not null,
  coupon_credits bigint not null default 0,
  created_at timestamptz not null default now()
);

create table teams (
  id uuid primary key,
  organization_id uuid not null references organizations,
  partner_id uuid references partners on delete set null,
  name text not null,
  limits jsonb not null,
  -- Encrypted with the root secret, because signing deliveries needs the plain secret.
  webhook_secret bytea,
  created_at timestamptz not null default now(),
  -- No request of the team is stored, regardless of its options.
  zero_data_retention boolean not null default false
);
create index teams_by_organization on teams (organization_id);
create index teams_by_age on teams (created_at, id);

create table users (
  id uuid primary key,
  email text not null unique,
  created_at timestamptz not null default now()
);

create table memberships (
  user_id uuid not null references users on delete cascade,
  team_id uuid not null references teams on delete cascade,
  primary key (user_id, team_id)
);

create table api_keys (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  user_id uuid references users on delete set null,
  name text not null,
  hash bytea not null unique,
  last_four text not null,
  created_at timestamptz not null default now(),
  -- The encrypted key, for keys created by a partner, which can be read again. All other keys are only stored
  -- as a hash.
  sealed bytea,
  -- Restrictions: expiry, IP ranges, endpoints. Null means unrestricted.
  expires_at timestamptz,
  allowed_ips text[],
  scopes text[]
);
create index api_keys_by_team on api_keys (team_id, created_at, id);
-- A partner can read one key of each of its teams.
create unique index api_keys_sealed_once on api_keys (team_id) where sealed is not null;

-- Changes by operators and teams: keys, limits, policies.
create table audit_events (
  id uuid primary key,
  organization_id uuid,
  team_id uuid,
  actor text not null,
  username text,
  action text not null,
  target text,
  details jsonb not null,
  created_at timestamptz not null default now()
);
create index audit_events_by_team on audit_events (team_id, id);
create index audit_events_by_organization on audit_events (organization_id, id);
