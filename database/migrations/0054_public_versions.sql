-- What shoppers may read is kept in the memory of each instance, which looks twice a second whether it is still true. A write
-- adds a row for its kind of answers in its own transaction; the version of a kind is the sum of its rows, so that writers
-- wait for nobody. A job adds the rows up.
create table public_versions (
  name text not null,
  version bigint not null default 1
);

-- For what is written in many places: a trigger says that answers of the kind in its argument differ. A transaction that
-- writes many rows says it once.
create function change_public() returns trigger language plpgsql as $$
declare
  setting text := 'munshi.changed_' || tg_argv[0];
begin
  if current_setting(setting, true) is distinct from pg_current_xact_id()::text then
    perform set_config(setting, pg_current_xact_id()::text, true);
    insert into public_versions (name) values (tg_argv[0]);
  end if;
  return null;
end $$;
