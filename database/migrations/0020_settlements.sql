-- What couriers keep for delivering, what they withhold for the state, and what was written off or came in too much.
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check check (
  kind in (
    'customer_due', 'bank', 'gateway', 'courier', 'courier_fee', 'courier_tax', 'courier_difference', 'commission',
    'shipping', 'income_tax', 'sales_tax', 'paying_out', 'vendor_held', 'vendor_available', 'customer_wallet'
  )
);
insert into ledger_accounts (id, kind)
select gen_random_uuid(), unnest(array['courier_fee', 'courier_tax', 'courier_difference']);
alter table ledger_transactions drop constraint ledger_transactions_kind_check;
alter table ledger_transactions add constraint ledger_transactions_kind_check check (
  kind in (
    'sale', 'payment', 'collection', 'settlement', 'write_off', 'reversal', 'refund', 'release',
    'withdrawal', 'withdrawal_back', 'payout', 'payout_back'
  )
);

create sequence settlement_numbers start 10001;

-- What a courier paid at once, with the statement that came with it: imported as a whole or not at all.
create table settlements (
  id uuid primary key,
  number text not null unique,
  -- As it stands on the parts that were shipped with them.
  courier text collate "und-x-icu" not null,
  -- What the bank or the courier calls the payment, and the day on which it came.
  reference text not null,
  paid_on date not null,
  -- Over what the rows say, not over the bytes: a spreadsheet that saves the same file again changes nothing.
  file_hash bytea not null,
  rows integer not null check (rows > 0),
  -- Of the rows that were written to the ledger.
  settled integer not null,
  cash bigint not null,
  fee bigint not null,
  tax bigint not null,
  -- What the whole file says should have come in.
  stated bigint not null,
  imported_by uuid references people,
  imported_by_name text not null,
  imported_at timestamptz(3) not null,
  list text not null generated always as ('all') stored,
  search_text text not null generated always as (lower(number || ' ' || courier || ' ' || reference)) stored
);
create index settlements_by_imported on settlements (list, imported_at, id);
create index settlements_by_paid on settlements (list, paid_on, id);
create index settlements_by_courier on settlements (list, courier, id);
create index settlements_search on settlements using gin (search_text gin_trgm_ops);
-- One payment and one statement of a courier only once: of two people who import it at once, one does.
create unique index settlements_by_reference on settlements (lower(courier), lower(reference));
create unique index settlements_by_file on settlements (lower(courier), file_hash);

-- A row of a statement, as it was read and what became of it.
create table settlement_rows (
  id uuid primary key,
  settlement_id uuid not null references settlements,
  row_number integer not null,
  tracking_number text not null,
  order_reference text not null default '',
  day text not null default '',
  -- Null where the file says nothing that is an amount.
  cash bigint,
  fee bigint,
  tax bigint,
  net bigint,
  part_id uuid references order_parts,
  -- What the courier still had of it before this row.
  expected bigint,
  outcome text not null check (
    outcome in (
      'matched', 'short_paid', 'over_paid', 'unknown', 'already_settled', 'not_delivered', 'unreadable'
    )
  ),
  message text not null default '',
  -- A difference is open until a later row brings it or a person accepts it.
  difference text not null default 'none' check (difference in ('none', 'open', 'accepted', 'settled')),
  closed_by uuid references people,
  closed_by_name text not null default '',
  closed_at timestamptz(3),
  -- Why it was accepted, or the settlement that brought what was missing.
  closed_why text not null default '',
  unique (settlement_id, row_number),
  check (difference = 'none' or (part_id is not null and outcome in ('short_paid', 'over_paid')))
);
create index settlement_rows_by_part on settlement_rows (part_id) where part_id is not null;
create unique index settlement_rows_open on settlement_rows (part_id) where difference = 'open';
create index settlement_rows_open_by_settlement on settlement_rows (settlement_id) where difference = 'open';

-- What of the ledger's account of the couriers stands for this part: above zero they owe it, below zero it came in too much.
alter table order_parts add column courier_cash bigint not null default 0;
-- The latest statement that it stands in, and since when nothing of it is open.
alter table order_parts add column settlement_id uuid references settlements;
alter table order_parts add column settled_at timestamptz(3);
update order_parts p set courier_cash = s.amount
from (
  select t.part_id, sum(l.amount)::int8 as amount
  from ledger_lines l
  join ledger_accounts a on a.id = l.account_id and a.kind = 'courier'
  join ledger_transactions t on t.id = l.transaction_id
  where t.part_id is not null group by t.part_id
) s where s.part_id = p.id;
create index order_parts_with_courier on order_parts (courier, delivered_at, order_id) where courier_cash <> 0;
create index order_parts_by_tracking_key on order_parts (
  (ltrim(regexp_replace(upper(tracking_number), '\s', '', 'g'), '0'))
) where tracking_number <> '';

-- Kept by the ledger itself, so that the two cannot come apart.
create function keep_courier_cash() returns trigger language plpgsql as $$
begin
  update order_parts p set courier_cash = p.courier_cash + s.amount
  from (
    select t.part_id, sum(n.amount)::int8 as amount
    from new_rows n
    join ledger_accounts a on a.id = n.account_id and a.kind = 'courier'
    join ledger_transactions t on t.id = n.transaction_id
    where t.part_id is not null group by t.part_id
  ) s where s.part_id = p.id;
  return null;
end $$;
create trigger ledger_lines_courier after insert on ledger_lines
  referencing new table as new_rows for each statement execute function keep_courier_cash();
