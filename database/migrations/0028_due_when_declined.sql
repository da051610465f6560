-- What the customer still had to pay when the order was declined: a payment that comes in later is of this amount, and
-- what was cancelled before is no part of it.
alter table orders add column due_when_declined bigint not null default 0 check (due_when_declined >= 0);
update orders o set due_when_declined = greatest(0, d.amount - o.paid_total + o.refunded_total)
from (
  select t.order_id, -sum(l.amount) as amount
  from ledger_transactions t
  join ledger_lines l on l.transaction_id = t.id
  join ledger_accounts a on a.id = l.account_id and a.kind = 'customer_due'
  where t.kind = 'reversal' and t.words like 'Order % was declined'
  group by t.order_id
) d
where d.order_id = o.id and o.order_status = 'declined' and o.payment_status in ('unpaid', 'cod_due');

-- The parts of a vendor of which the share is held, in the order in which they are shown.
create index order_parts_held on order_parts (vendor_id, delivered_at, placed_at, id) where released_at is null;
