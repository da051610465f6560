-- Each audit row carries a keyed hash of itself, written with it. Seals chain these in order: a seal is a keyed hash of
-- the one before it, its number and its row, so that nobody without the key changes, drops or reorders what was sealed.
alter table audit_log add column mac bytea;
-- The order in which rows were written; an id begins with a time that somebody's clock has told.
alter table audit_log add column position bigserial;
create unique index audit_log_position on audit_log (position);

create table audit_seals (
  number bigint primary key,
  audit_id uuid not null unique,
  position bigint not null,
  mac bytea not null
);
create trigger audit_seals_append_only before update or delete on audit_seals
  for each row execute function refuse_audit_change();
create trigger audit_seals_no_truncate before truncate on audit_seals
  for each statement execute function refuse_audit_change();
