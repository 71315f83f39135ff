-- Callers without a key share one team: how many places for uploads one of them may hold is counted by address.
alter table uploads add column keyless_address text;
