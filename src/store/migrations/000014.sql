-- Keys that a partner made can be read again, sealed with the root secret; of all others there is only the hash.
alter table api_keys add column sealed bytea;
-- A partner knows one key of each of its teams.
create unique index api_keys_sealed_once on api_keys (team_id) where sealed is not null;
