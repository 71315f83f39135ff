-- Sign-ins that were begun and have not come to an end, of which only the latest are kept.
create index oauth_records_begun on oauth_records (expires_at) where kind = 'Interaction';
