-- The versions of a run's bank file and what each holds, the answers of the bank as wholes that can be undone, and
-- settlements of couriers that can be undone.

-- A mirror of what an answer or a statement booked.
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (
  kind in (
    'sale', 'payment', 'collection', 'settlement', 'settlement_undone', 'write_off', 'reversal', 'refund', 'release',
    'withdrawal', 'withdrawal_back', 'payout', 'payout_back', 'payout_undone'
  )
);

-- The bank did not pay it or took it back; a declined withdrawal that is not returned never left.
alter table withdrawals add column is_returned boolean not null default false;
update withdrawals set is_returned = true where status = 'declined' and run_id is not null;
alter table withdrawals add constraint withdrawals_returned_is_declined check (not is_returned or status = 'declined');

-- A file holds what was approved and unpaid when it was made. It is never changed: a newer version takes its place.
create table payout_files (
  id uuid primary key,
  run_id uuid not null references payout_runs,
  version integer not null check (version > 0),
  made_by_name text not null,
  made_at timestamptz(3) not null,
  unique (run_id, version)
);
create table payout_file_lines (
  file_id uuid not null references payout_files,
  withdrawal_id uuid not null references withdrawals,
  primary key (file_id, withdrawal_id)
);
create index payout_file_lines_by_withdrawal on payout_file_lines (withdrawal_id);
create function keep_bank_file() returns trigger language plpgsql as $$
begin
  raise exception 'a bank file is not changed' using errcode = 'restrict_violation';
end $$;
create trigger payout_files_kept before update or delete on payout_files
  for each row execute function keep_bank_file();
create trigger payout_files_not_emptied before truncate on payout_files
  for each statement execute function keep_bank_file();
create trigger payout_file_lines_kept before update or delete on payout_file_lines
  for each row execute function keep_bank_file();
create trigger payout_file_lines_not_emptied before truncate on payout_file_lines
  for each statement execute function keep_bank_file();

-- Closed runs whose file was taken out before versions were kept: it held the whole run.
insert into payout_files (id, run_id, version, made_by_name, made_at)
select gen_random_uuid(), r.id, 1, a.actor_name, a.at
from payout_runs r
join lateral (
  select actor_name, at from audit_log
  where subject_type = 'payout_run' and subject_id = r.id and action = 'take out bank file' order by at limit 1
) a on true
where r.status = 'closed';
insert into payout_file_lines (file_id, withdrawal_id)
select f.id, l.withdrawal_id from payout_files f
join payout_lines l on l.run_id = f.run_id and l.excluded_why = '';

-- What the bank answered, a file of it at a time, as it was booked. Those from before have no hash and cannot be undone.
create table payout_imports (
  id uuid primary key,
  run_id uuid not null references payout_runs,
  number integer not null,
  file_hash bytea,
  -- The newest version of the bank file when it was booked.
  file_version integer,
  by_name text not null,
  at timestamptz(3) not null,
  undone_by_name text not null default '',
  undone_at timestamptz(3),
  undone_why text not null default '',
  unique (run_id, number)
);
-- The same answer once, unless it was undone.
create unique index payout_imports_once on payout_imports (run_id, file_hash) where undone_at is null;
insert into payout_imports (id, run_id, number, by_name, at)
select import_id, run_id, row_number() over (partition by run_id order by min(at), import_id), min(by_name), min(at)
from payout_answers group by import_id, run_id;

alter table payout_answers
  -- What it is about, where that is known.
  add column withdrawal_id uuid references withdrawals,
  add column amount bigint,
  add column bank_reason text not null default '',
  -- How the withdrawal stood before the row moved it, and its version afterwards: undoing puts back the one if the other
  -- still stands.
  add column before jsonb,
  add column moved_version integer,
  -- What a person chose where the row did not fit.
  add column settled_as text not null default '' check (settled_as in ('', 'paid', 'returned', 'no_action')),
  add column settled_by_name text not null default '',
  add column settled_at timestamptz(3),
  add column settled_why text not null default '';
create index payout_answers_by_import on payout_answers (import_id, row_number);
-- Of rows from before the payment is known by its number. What the bank said of the amount was not kept: where the row was
-- booked it is what was sent, and of an exception it stays unknown.
update payout_answers a set withdrawal_id = w.id, amount = case when a.outcome <> 'differs' then w.amount end
from payout_lines l join withdrawals w on w.id = l.withdrawal_id
where l.run_id = a.run_id and w.number = a.reference;

-- A settlement that was undone leaves its file and payment free to be imported again.
alter table settlements
  add column undone_by_name text not null default '',
  add column undone_at timestamptz(3),
  add column undone_why text not null default '';
drop index settlements_by_reference;
drop index settlements_by_file;
create unique index settlements_by_reference on settlements (lower(courier), lower(reference)) where undone_at is null;
create unique index settlements_by_file on settlements (lower(courier), file_hash) where undone_at is null;
