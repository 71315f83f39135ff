-- Limits of a key: when it ends, where it may be used from, which endpoints it may call. Null is no limit.
alter table api_keys add column expires_at timestamptz, add column allowed_ips text[], add column scopes text[];
