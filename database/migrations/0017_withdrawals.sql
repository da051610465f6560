-- What vendors and customers ask to be paid out, and the runs in which the bank pays them.

-- The latest withdrawal of a vendor, kept with each: the Approved Vendors List shows it and is sorted by it. Never null,
-- so that a cursor can stand on it; without a withdrawal there is no id.
alter table vendors
  add column withdrawal_id uuid,
  add column withdrawal_amount bigint not null default 0,
  add column withdrawal_at timestamptz(3) not null default '1970-01-01T00:00:00Z',
  add column withdrawal_status text not null default '';
create index vendors_by_withdrawal_amount on vendors (list, withdrawal_amount, id);
create index vendors_by_withdrawal_at on vendors (list, withdrawal_at, id);

-- The version of the tax rates as a whole, as `version` is that of the commission rules.
alter table commission_settings add column tax_version integer not null default 1;

create sequence payout_run_numbers start 1001;
create table payout_runs (
  id uuid primary key,
  number text not null unique,
  owner_type text not null check (owner_type in ('vendor', 'customer')),
  status text not null check (status in ('open', 'closed')),
  created_by_name text not null,
  created_at timestamptz(3) not null,
  closed_by_name text not null default '',
  closed_at timestamptz(3),
  version integer not null default 1,
  list text not null generated always as (owner_type) stored
);
create index payout_runs_by_created on payout_runs (list, created_at, id);
-- Approved withdrawals are collected into one place: who opens a second run finds the first.
create unique index payout_runs_open on payout_runs (owner_type) where status = 'open';

create sequence withdrawal_numbers start 10001;
create table withdrawals (
  id uuid primary key,
  number text not null unique,
  -- Null: asked for on behalf of the owner, by staff.
  external_id text unique,
  body_hash bytea,
  owner_type text not null check (owner_type in ('vendor', 'customer')),
  owner_id uuid not null,
  owner_name text collate "und-x-icu" not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('requested', 'approved', 'paid', 'declined')),
  -- Where a customer is paid; a vendor is paid into the account that stands when a run is closed.
  bank_name text not null default '',
  account_title text not null default '',
  iban_sealed text,
  iban_masked text not null default '',
  note text not null default '',
  requested_by uuid references people,
  requested_by_name text not null,
  requested_at timestamptz(3) not null,
  approved_by uuid references people,
  approved_by_name text not null default '',
  approved_at timestamptz(3),
  -- Who wrote down that it was paid or declined.
  closed_by uuid references people,
  closed_by_name text not null default '',
  closed_at timestamptz(3),
  reason text not null default '',
  bank_reference text not null default '',
  -- The closed run in whose bank file it stands.
  run_id uuid references payout_runs,
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  list text not null generated always as (owner_type || ' ' || status) stored,
  search_text text not null generated always as (lower(number || ' ' || owner_name || ' ' || bank_reference)) stored
);
create index withdrawals_by_requested on withdrawals (list, requested_at, id);
create index withdrawals_by_amount on withdrawals (list, amount, id);
create index withdrawals_by_name on withdrawals (list, owner_name, id);
create index withdrawals_by_owner on withdrawals (owner_id, requested_at, id);
create index withdrawals_search on withdrawals using gin (search_text gin_trgm_ops);
create index withdrawals_number_prefix on withdrawals (lower(number) text_pattern_ops);
create index withdrawals_name_prefix on withdrawals (lower(owner_name) text_pattern_ops);

create function count_withdrawals() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_deltas (key, n) select 'withdrawals:' || list, count(*) from new_rows group by list;
  elsif tg_op = 'DELETE' then
    insert into count_deltas (key, n) select 'withdrawals:' || list, -count(*) from old_rows group by list;
  else
    insert into count_deltas (key, n)
    select key, sum(n) from (
      select 'withdrawals:' || list as key, count(*) as n from new_rows group by list
      union all
      select 'withdrawals:' || list, -count(*) from old_rows group by list
    ) change group by key having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger withdrawals_count_insert after insert on withdrawals
  referencing new table as new_rows for each statement execute function count_withdrawals();
create trigger withdrawals_count_update after update on withdrawals
  referencing new table as new_rows old table as old_rows for each statement execute function count_withdrawals();
create trigger withdrawals_count_delete after delete on withdrawals
  referencing old table as old_rows for each statement execute function count_withdrawals();

-- A withdrawal in a run, or kept out of it with a reason. Whom and where is written down when the run is closed.
create table payout_lines (
  run_id uuid not null references payout_runs,
  withdrawal_id uuid not null references withdrawals,
  excluded_why text not null default '',
  -- Empty where a rule keeps it out.
  excluded_by_name text not null default '',
  account_title text not null default '',
  iban_sealed text,
  iban_masked text not null default '',
  primary key (run_id, withdrawal_id)
);
create index payout_lines_by_withdrawal on payout_lines (withdrawal_id);

create function keep_closed_run() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    raise exception 'payout runs are not emptied' using errcode = 'restrict_violation';
  end if;
  if old.status = 'closed' then
    raise exception 'payout run % is closed', old.number using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger payout_runs_kept before update or delete on payout_runs
  for each row execute function keep_closed_run();
create trigger payout_runs_not_emptied before truncate on payout_runs
  for each statement execute function keep_closed_run();

create function keep_closed_lines() returns trigger language plpgsql as $$
declare
  run uuid := case when tg_op = 'INSERT' then new.run_id else old.run_id end;
begin
  -- Sealing the same number under a newer key changes nothing that anybody can read.
  if tg_op = 'UPDATE'
    and (to_jsonb(new) - 'iban_sealed') = (to_jsonb(old) - 'iban_sealed')
    and (new.iban_sealed is null) = (old.iban_sealed is null) then
    return new;
  end if;
  -- Nor does it change what was paid when a customer is erased: their name and number go, the line stays.
  if tg_op = 'UPDATE' and new.account_title = 'Erased customer' and new.iban_sealed is null and new.iban_masked = ''
    and (to_jsonb(new) - array['account_title', 'iban_sealed', 'iban_masked'])
      = (to_jsonb(old) - array['account_title', 'iban_sealed', 'iban_masked'])
    and exists (select from withdrawals w where w.id = new.withdrawal_id and w.owner_name = 'Erased customer') then
    return new;
  end if;
  if exists (select from payout_runs where id = run and status = 'closed')
    or (tg_op = 'UPDATE' and new.run_id <> old.run_id) then
    raise exception 'a closed payout run is not changed' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger payout_lines_kept before insert or update or delete on payout_lines
  for each row execute function keep_closed_lines();
create trigger payout_lines_not_emptied before truncate on payout_lines
  for each statement execute function keep_closed_run();

-- What the bank answered to a run, row by row as its file had it, and what became of each.
create table payout_answers (
  id uuid primary key,
  run_id uuid not null references payout_runs,
  import_id uuid not null,
  at timestamptz(3) not null,
  by_name text not null,
  row_number integer not null,
  reference text not null,
  bank_status text not null,
  bank_reference text not null,
  outcome text not null check (outcome in ('paid', 'returned', 'unchanged', 'differs')),
  message text not null default ''
);
create index payout_answers_by_run on payout_answers (run_id, at, row_number);
