-- Settings of the whole installation, and how long results are kept.

create table settings (
  name text primary key,
  value jsonb not null
);

-- How long a result is kept after its end. Every process sets this at its start; the last one wins.
create function result_lifetime() returns interval language plpgsql stable as $$
begin
  return coalesce((select (s.value #>> '{}')::int from settings s where s.name = 'resultHours'), 24) * interval '1 hour';
end
$$;

-- The time counts from the end of the job.
create function results_expire() returns trigger language plpgsql as $$
begin
  new.expires_at := new.ended_at + result_lifetime();
  return new;
end
$$;
