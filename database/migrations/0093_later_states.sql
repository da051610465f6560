-- What comes last is what holds, also where the clock of the instance that wrote it is behind that of the one before.
create or replace function keep_changed_state() returns trigger language plpgsql as $$
begin
  insert into product_states (product_id, since, state)
  values (
    new.id,
    greatest(
      -- A change that forgets to say when it was made is one of this moment.
      case when new.updated_at > old.updated_at then new.updated_at else now() end,
      (select h.since from product_states h where h.product_id = new.id order by h.since desc limit 1)),
    new.list)
  on conflict (product_id, since) do update set state = excluded.state;
  return null;
end $$;

create or replace function keep_changed_vendor_state() returns trigger language plpgsql as $$
begin
  insert into vendor_states (vendor_id, since, state)
  values (
    new.id,
    greatest(
      case when new.updated_at > old.updated_at then new.updated_at else now() end,
      (select h.since from vendor_states h where h.vendor_id = new.id order by h.since desc limit 1)),
    new.status)
  on conflict (vendor_id, since) do update set state = excluded.state;
  return null;
end $$;

create or replace function keep_delivery_terms() returns trigger language plpgsql as $$
begin
  insert into delivery_terms (subject_id, since, terms)
  values (
    new.id,
    greatest(
      new.updated_at,
      (select h.since from delivery_terms h where h.subject_id = new.id order by h.since desc limit 1)),
    to_jsonb(new) - 'position' - 'is_used' - 'version' - 'created_at' - 'updated_at')
  on conflict (subject_id, since) do update set terms = excluded.terms;
  return null;
end $$;

-- A row of a bank's reply names its payment also where that is in another run: no bank file holds it while the row is open, and
-- what the bank wrote of it goes with an erasure.
update payout_answers a set withdrawal_id = w.id
from withdrawals w where a.withdrawal_id is null and a.outcome = 'differs' and w.number = a.reference;
create index payout_answers_of_withdrawal on payout_answers (withdrawal_id) where withdrawal_id is not null;
update payout_answers a set bank_reason = '', settled_why = ''
from withdrawals w join customers c on c.id = w.owner_id
where a.withdrawal_id = w.id and w.owner_type = 'customer' and c.erased_at is not null
  and (a.bank_reason <> '' or a.settled_why <> '');

-- True once an endpoint was asked to take it: its tries are counted from the start again when it is sent once more.
alter table webhook_deliveries add column has_left boolean not null default false;
update webhook_deliveries set has_left = true where attempts > 0 or status = 'sent' or last_status is not null;

-- The job that seals asks for the last position each time.
create index audit_seals_position on audit_seals (position);
