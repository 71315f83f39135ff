-- Nothing of such a team's requests is kept, whatever they ask for.
alter table teams add column zero_data_retention boolean not null default false;
