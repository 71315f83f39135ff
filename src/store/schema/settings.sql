-- What holds for the whole installation, and how long results are kept.

create table settings (
  name text primary key,
  value jsonb not null
);

-- What a result that ends now is kept for. Every process says it when it starts, so they agree: the last one counts.
create function result_lifetime() returns interval language plpgsql stable as $$
begin
  return coalesce((select (s.value #>> '{}')::int from settings s where s.name = 'resultHours'), 24) * interval '1 hour';
end
$$;

-- The time is counted from the end, whoever ends it.
create function results_expire() returns trigger language plpgsql as $$
begin
  new.expires_at := new.ended_at + result_lifetime();
  return new;
end
$$;
