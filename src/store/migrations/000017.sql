-- Nothing of such a team's requests is kept, whatever they ask for.
alter table teams add column zero_data_retention boolean not null default false;

-- Keys of jobs of which nothing may be kept, sealed with the root secret. What holds an address or content of such a job is
-- written only encrypted with its key, so that without it nothing can be read any more, wherever a copy of a row may be.
create table job_keys (
  job_id uuid primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

alter table crawls
  -- Whether it has, or had, such a key.
  add column sealed boolean not null default false,
  -- How many documents, from the first on, were handed out since it ended.
  add column read_to int not null default 0,
  -- When all of it had been read, and was forgotten.
  add column erased_at timestamptz;

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

-- Forgets an ended crawl but for its counters. What is still to be told goes over to those who tell it, sealed as it is;
-- that its documents were scrapes stays known for a day. The caller holds the crawl's lock.
create function erase_crawl(the_crawl uuid) returns void language plpgsql
  set enable_seqscan = off as $$
begin
  update webhook_deliveries d set data = c.document, document_seq = null from crawl_documents c
    where d.job_id = the_crawl and d.state = 'waiting' and c.crawl_id = the_crawl and c.seq = d.document_seq;
  insert into scrapes (id, team_id, request, document, size)
    select d.scrape_id, c.team_id, 'null', 'null', 0 from crawl_documents d join crawls c on c.id = d.crawl_id
    where d.crawl_id = the_crawl and d.scrape_id is not null
    on conflict do nothing;
  delete from crawl_documents where crawl_id = the_crawl;
  delete from crawl_pages where crawl_id = the_crawl;
  delete from crawl_marks where crawl_id = the_crawl;
  update crawls set url = '', base_url = '', request = '', error = null, warning = null, audit = null, erased_at = now()
    where id = the_crawl;
  perform forget_job_keys(array[the_crawl]);
end
$$;

-- Notes that documents after the first `since` up to `until` of an ended crawl were handed out, and forgets it when that
-- were the last of them and all before them had been too.
create function hand_over_crawl(the_crawl uuid, since int, until int) returns void language plpgsql as $$
declare
  one crawls%rowtype;
begin
  select * into one from crawls where id = the_crawl and sealed and erased_at is null and state <> 'scraping' for update;
  if not found or since > one.read_to then
    return;
  end if;
  if until >= one.documents then
    perform erase_crawl(the_crawl);
  elsif until > one.read_to then
    update crawls set read_to = until where id = the_crawl;
  end if;
end
$$;
