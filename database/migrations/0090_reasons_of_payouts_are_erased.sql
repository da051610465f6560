-- What a person wrote to exclude a customer from a run goes when the customer is erased, also from a closed run; the line stays excluded.
create or replace function keep_closed_lines() returns trigger language plpgsql as $$
declare
  run uuid := case when tg_op = 'INSERT' then new.run_id else old.run_id end;
  erased text[] := array['account_title', 'iban_sealed', 'iban_masked', 'excluded_why'];
begin
  -- Sealing the same number under a newer key changes nothing that anybody can read.
  if tg_op = 'UPDATE'
    and (to_jsonb(new) - 'iban_sealed') = (to_jsonb(old) - 'iban_sealed')
    and (new.iban_sealed is null) = (old.iban_sealed is null) then
    return new;
  end if;
  -- Nor does it change what was paid when a customer is erased: their name and number go, the line stays.
  if tg_op = 'UPDATE' and new.account_title = 'Erased customer' and new.iban_sealed is null and new.iban_masked = ''
    and (to_jsonb(new) - erased) = (to_jsonb(old) - erased)
    and (new.excluded_why = old.excluded_why
      or (old.excluded_why <> '' and old.excluded_by_name <> '' and new.excluded_why = 'The reason was erased'))
    and exists (select from withdrawals w where w.id = new.withdrawal_id and w.owner_name = 'Erased customer') then
    return new;
  end if;
  if exists (select from payout_runs where id = run and status = 'closed')
    or (tg_op = 'UPDATE' and new.run_id <> old.run_id) then
    raise exception 'a closed payout run is not changed' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
