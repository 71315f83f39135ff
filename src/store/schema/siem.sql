-- Events waiting for the collector of their organization, as JSON. There is no foreign key: each event is
-- written for an organization that was just read, and checking again would cost more than the rest of the
-- statement.
create table siem_events (
  seq bigint generated always as identity primary key,
  id uuid not null,
  organization_id uuid not null,
  event text not null,
  -- How often the collector rejected it as invalid.
  refusals int not null default 0,
  created_at timestamptz not null default now()
);
create index siem_events_by_organization on siem_events (organization_id, seq);
create index siem_events_by_age on siem_events (created_at);

create function announce_siem_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('siem_events', new.organization_id::text);
  return null;
end
$$;
create trigger announce_siem_event after insert on siem_events
  for each row execute function announce_siem_event();

-- Records how a job ended, in the transaction that ends it, if the organization exports events.
create function tell_siem(
  the_team uuid, the_key uuid, the_audit jsonb, the_outcome text, the_code text, began timestamptz, ended timestamptz,
  the_credits bigint, the_job jsonb
) returns void language plpgsql as $$
declare
  the_organization uuid;
  the_id uuid := gen_random_uuid();
begin
  select o.id into the_organization from teams t join organizations o on o.id = t.organization_id
    where t.id = the_team and (o.siem ->> 'enabled')::boolean;
  if not found then
    return;
  end if;
  insert into siem_events (id, organization_id, event) values (
    the_id, the_organization,
    (jsonb_build_object(
      'id', the_id,
      'at', to_char(ended at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'organizationId', the_organization,
      'teamId', the_team,
      'keyId', the_key,
      'targets', '[]'::jsonb,
      'targetCount', 0,
      'verdict', '{"state": "none"}'::jsonb,
      'outcome', the_outcome,
      'durationMs', round(extract(epoch from ended - began) * 1000),
      'credits', the_credits,
      'what', the_job || '{"kind": "job"}'
    ) || coalesce(the_audit, '{}') || case when the_code is null then '{}' else jsonb_build_object('code', the_code) end)::text
  );
end
$$;
