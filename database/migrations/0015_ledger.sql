-- Double entry in whole paisa: what is written is never changed, and each transaction sums to zero.
create table ledger_accounts (
  id uuid primary key,
  kind text not null check (
    kind in (
      'customer_due', 'bank', 'gateway', 'courier', 'commission', 'shipping', 'income_tax', 'sales_tax',
      'paying_out', 'vendor_held', 'vendor_available', 'customer_wallet'
    )
  ),
  -- The vendor or customer; all zeros for the marketplace's own, so that one index finds both.
  owner_id uuid not null default '00000000-0000-0000-0000-000000000000',
  check (
    (owner_id = '00000000-0000-0000-0000-000000000000')
    = (kind not in ('vendor_held', 'vendor_available', 'customer_wallet'))
  ),
  unique (kind, owner_id)
);
insert into ledger_accounts (id, kind)
select gen_random_uuid(), unnest(array[
  'customer_due', 'bank', 'gateway', 'courier', 'commission', 'shipping', 'income_tax', 'sales_tax', 'paying_out'
]);

create table ledger_transactions (
  id uuid primary key,
  at timestamptz(3) not null,
  kind text not null check (
    kind in (
      'sale', 'payment', 'collection', 'settlement', 'reversal', 'refund', 'release',
      'withdrawal', 'withdrawal_back', 'payout', 'payout_back'
    )
  ),
  order_id uuid references orders,
  part_id uuid references order_parts,
  -- The withdrawal, refund or settlement that it belongs to.
  source_id uuid,
  -- What the person who reads a statement sees.
  words text not null default ''
);
create index ledger_transactions_by_order on ledger_transactions (order_id, at, id) where order_id is not null;
create index ledger_transactions_by_source on ledger_transactions (source_id) where source_id is not null;

create table ledger_lines (
  id uuid primary key,
  transaction_id uuid not null references ledger_transactions,
  account_id uuid not null references ledger_accounts,
  -- Above zero is a debit, below zero a credit.
  amount bigint not null check (amount <> 0),
  at timestamptz(3) not null
);
create index ledger_lines_by_account on ledger_lines (account_id, at, id);
create index ledger_lines_by_transaction on ledger_lines (transaction_id);

-- Balances, as counters are kept: deltas beside the folded sum, so that no order waits for another at the bank's row.
create table ledger_balances (
  account_id uuid primary key references ledger_accounts,
  amount numeric not null
);
create table ledger_deltas (
  account_id uuid not null,
  amount numeric not null
);
create index ledger_deltas_by_account on ledger_deltas (account_id);

create function balance_ledger() returns trigger language plpgsql as $$
declare
  lopsided uuid;
begin
  select transaction_id into lopsided from new_rows group by transaction_id having sum(amount) <> 0 limit 1;
  if lopsided is not null then
    raise exception 'ledger transaction % does not sum to zero', lopsided using errcode = 'check_violation';
  end if;
  insert into ledger_deltas (account_id, amount)
  select account_id, sum(amount) from new_rows group by account_id having sum(amount) <> 0;
  return null;
end $$;
create trigger ledger_lines_balance after insert on ledger_lines
  referencing new table as new_rows for each statement execute function balance_ledger();

create function keep_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is not rewritten' using errcode = 'restrict_violation';
end $$;
create trigger ledger_lines_kept before update or delete or truncate on ledger_lines
  for each statement execute function keep_ledger();
create trigger ledger_transactions_kept before update or delete or truncate on ledger_transactions
  for each statement execute function keep_ledger();

-- What the marketplace keeps of a sale. The first rule in order that fits is frozen on the line.
create table commission_rules (
  id uuid primary key,
  position integer not null,
  name text not null,
  vendor_id uuid references vendors,
  category text not null default '',
  price_from bigint,
  price_to bigint,
  rate_bp integer not null check (rate_bp between 0 and 10000),
  created_at timestamptz(3) not null default now()
);
-- One row: the version of the list as a whole, and how long a delivered part is held.
create table commission_settings (
  id integer primary key check (id = 1),
  version integer not null default 1,
  default_rate_bp integer not null check (default_rate_bp between 0 and 10000),
  hold_days integer not null check (hold_days between 0 and 90)
);
insert into commission_settings (id, default_rate_bp, hold_days) values (1, 1000, 7);

-- What is withheld by law, by date: the rates are the accountant's to keep, none stands in the code.
create table tax_rates (
  id uuid primary key,
  tax text not null check (tax in ('income_tax', 'sales_tax')),
  -- How the customer pays: the courier withholds on cash, the bank on everything else.
  paid_by text not null check (paid_by in ('cash', 'digital')),
  rate_bp integer not null check (rate_bp between 0 and 10000),
  valid_from date not null,
  valid_to date,
  source text not null default '',
  check (valid_to is null or valid_to >= valid_from)
);
create index tax_rates_by_kind on tax_rates (tax, paid_by, valid_from);

-- Money on its way back to a customer: granted by one, sent by another.
create table refunds (
  id uuid primary key,
  order_id uuid not null references orders,
  status text not null check (status in ('granted', 'sent', 'cancelled')),
  amount bigint not null check (amount > 0),
  -- A part of what was paid for lines, or the whole of what a declined or returned order had been paid.
  kind text not null check (kind in ('lines', 'owed')),
  shipping bigint not null default 0 check (shipping >= 0),
  restock boolean not null default false,
  reason text not null,
  method text not null check (method in ('bank', 'wallet')),
  granted_by uuid references people,
  granted_by_name text not null,
  granted_at timestamptz(3) not null,
  closed_by uuid references people,
  closed_by_name text not null default '',
  closed_at timestamptz(3),
  reference text not null default '',
  version integer not null default 1
);
create index refunds_by_order on refunds (order_id, granted_at);
create index refunds_by_status on refunds (status, granted_at, id);

create table refund_lines (
  refund_id uuid not null references refunds,
  line_id uuid not null references order_lines,
  -- How many came back into stock; a price that is lowered afterwards brings none.
  quantity integer not null check (quantity >= 0),
  amount bigint not null check (amount > 0),
  commission bigint not null,
  income_tax bigint not null,
  sales_tax bigint not null,
  vendor_share bigint not null,
  check (amount = commission + income_tax + sales_tax + vendor_share),
  primary key (refund_id, line_id)
);
