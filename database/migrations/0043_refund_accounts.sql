-- Where a refund to a bank account goes, sealed as the accounts of vendors are, and who named it. Empty for the wallet,
-- and as long as nobody has named it: what is owed since an order was declined comes without one.
alter table refunds
  add column account_title text not null default '',
  -- The four letters of the IBAN that name the bank.
  add column bank_code text not null default '',
  add column iban_sealed text,
  add column iban_masked text not null default '',
  add column account_by uuid references people,
  add column account_by_name text not null default '',
  add column account_at timestamptz(3);

-- The list of refunds is sorted by amount too; refunds_by_status holds its order by age.
create index refunds_by_amount on refunds (status, amount, id);

create function count_refunds() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_deltas (key, n) select 'refunds:' || status, count(*) from new_rows group by status;
  elsif tg_op = 'DELETE' then
    insert into count_deltas (key, n) select 'refunds:' || status, -count(*) from old_rows group by status;
  else
    insert into count_deltas (key, n)
    select key, sum(n) from (
      select 'refunds:' || status as key, count(*) as n from new_rows group by status
      union all
      select 'refunds:' || status, -count(*) from old_rows group by status
    ) change group by key having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger refunds_count_insert after insert on refunds
  referencing new table as new_rows for each statement execute function count_refunds();
create trigger refunds_count_update after update on refunds
  referencing new table as new_rows old table as old_rows for each statement execute function count_refunds();
create trigger refunds_count_delete after delete on refunds
  referencing old table as old_rows for each statement execute function count_refunds();
insert into count_deltas (key, n) select 'refunds:' || status, count(*) from refunds group by status;
