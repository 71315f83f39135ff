-- Finished scrapes, for later lookup. Both texts are JSON; jsonb would refuse U+0000.
create table scrapes (
  id uuid primary key,
  team_id uuid not null,
  request text not null,
  document text not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + result_lifetime()
);
alter table scrapes alter column request set storage external, alter column document set storage external;
create index scrapes_by_age on scrapes (created_at, id) include (size);
create index scrapes_by_end on scrapes (expires_at);
-- For erasing or exporting a team's data.
create index scrapes_by_team on scrapes (team_id);

-- Stores scrapes and returns their size. All texts come as one string, separated by U+001F, which JSON never
-- contains: an array would have to be escaped and parsed character by character. Not flushed.
create function keep_scrapes(ids uuid[], team_ids uuid[], requests text, documents text)
returns bigint language plpgsql as $$
declare
  total bigint;
begin
  perform set_config('synchronous_commit', 'off', true);
  with kept as (
    insert into scrapes (id, team_id, request, document, size)
      select s.id, s.team_id, s.request, s.document, octet_length(s.request) + octet_length(s.document)
      from unnest(ids, team_ids, string_to_array(requests, chr(31)), string_to_array(documents, chr(31)))
        as s (id, team_id, request, document)
      on conflict do nothing
      returning size
  )
  select coalesce(sum(size), 0) into total from kept;
  return total;
end
$$;

-- Images and documents served under their own URLs. They are already compressed.
create table blobs (
  id uuid primary key,
  team_id uuid not null,
  content_type text not null,
  bytes bytea not null,
  size bigint not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table blobs alter column bytes set storage external;
create index blobs_by_age on blobs (created_at, id) include (size);
create index blobs_by_end on blobs (expires_at);
create index blobs_by_team on blobs (team_id);

-- Uploads that are parsed later. The bytes are encrypted with a key that only the reference contains; the
-- table has its hash. An unused row stays for a day, so that uploads can be counted; its bytes are deleted
-- when it expires.
create table uploads (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  secret_hash bytea not null,
  file_name text not null,
  content_type text not null,
  state text not null check (state in ('open', 'filling', 'filled', 'parsed')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Callers without a key share one team, so their uploads are counted by IP address.
  keyless_address text
);
create index uploads_by_team on uploads (team_id, created_at);
create index uploads_by_expiry on uploads (expires_at);
create trigger refuse_closed_team before insert on uploads for each row execute function refuse_closed_team();

create table upload_pieces (
  upload_id uuid not null references uploads on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (upload_id, number)
);
-- Encrypted bytes cannot be compressed.
alter table upload_pieces alter column bytes set storage external;

-- Idempotency keys of requests, for detecting repeats.
create table idempotency_keys (
  team_id uuid not null,
  key uuid not null,
  created_at timestamptz not null default now(),
  primary key (team_id, key)
);

-- Keys of jobs with zero data retention, encrypted with the root secret. URLs and content of such a job are
-- written only encrypted with its key. Once the key is deleted, no copy of a row can be read.
create table job_keys (
  job_id uuid primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- Deletes keys that are no longer needed: the documents are gone and all deliveries have ended. Time and
-- status of the deliveries stay.
create function forget_job_keys(the_jobs uuid[]) returns void language plpgsql as $$
declare
  gone uuid[];
begin
  with deleted as (
    delete from job_keys k
    where k.job_id = any (the_jobs)
      and not exists (select from crawls c where c.id = k.job_id and c.erased_at is null)
      and not exists (select from webhook_deliveries d where d.job_id = k.job_id and d.state = 'waiting')
    returning k.job_id
  )
  select array_agg(d.job_id) into gone from deleted d;
  delete from webhooks w where w.job_id = any (gone);
  update webhook_deliveries d set error = null where d.job_id = any (gone) and d.error is not null;
end
$$;
