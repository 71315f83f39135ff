-- Sign-ins that were begun and have not come to an end, of which only the latest are kept.
create index oauth_records_begun on oauth_records (expires_at) where kind = 'Interaction';

-- What the operator calls a connection by, in the order in which connections were made.
alter table oauth_grants add column connection_id uuid not null default gen_random_uuid();
create unique index oauth_grants_by_connection on oauth_grants (connection_id);

-- Tries are counted beside the codes, so that they are for addresses too that nobody has.
alter table sign_in_codes drop column tries;
