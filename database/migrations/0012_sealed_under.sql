-- The newest key that everything is known to be sealed under (null until it was looked at), and the one that everything is
-- being sealed under, with the time when that began.
alter table installation add column sealed_under text;
alter table installation add column sealing_under text;
alter table installation add column sealing_since timestamptz(3);
alter table installation add column values_anew integer not null default 0;
