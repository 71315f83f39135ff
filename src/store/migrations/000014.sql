-- Keys that a partner made can be read again, sealed with the root secret; of all others there is only the hash.
alter table api_keys add column sealed bytea;
