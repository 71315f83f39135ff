-- Scrapes done, for looking them up again. Both texts are JSON; jsonb would refuse U+0000.
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
-- Found by their team when its data is erased or exported.
create index scrapes_by_team on scrapes (team_id);

-- Keeps scrapes and answers their size. The texts come as one each, separated by U+001F, which JSON never contains: an
-- array would have to be escaped and read character by character. Nothing here waits for the disk.
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

-- Pictures and documents that are served under addresses of their own. They are compressed already.
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
  expires_at timestamptz not null,
  -- Callers without a key share one team: how many places one of them may hold is counted by address.
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
-- They are noise, so compressing them is in vain.
alter table upload_pieces alter column bytes set storage external;

-- Names that callers gave their requests, so that a repeat of one is noticed.
create table idempotency_keys (
  team_id uuid not null,
  key uuid not null,
  created_at timestamptz not null default now(),
  primary key (team_id, key)
);

-- Keys of jobs of which nothing may be kept, sealed with the root secret. What holds an address or content of such a job is
-- written only encrypted with its key, so that without it nothing can be read any more, wherever a copy of a row may be.
create table job_keys (
  job_id uuid primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- Forgets keys that nothing is read with any more: the documents are gone, and whoever was to be told of them was. Of what
-- was told stays when and how that went.
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
