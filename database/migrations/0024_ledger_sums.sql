-- A range of an account is summed from its index alone.
drop index ledger_lines_by_account;
create index ledger_lines_by_account on ledger_lines (account_id, at, id) include (amount);
