-- Parts of orders that a customer did not accept at the door: sent and never delivered.
alter table customers
  add column refused_count integer not null default 0,
  -- As the list is sorted by it: whoever has never ordered stands before all others.
  add column last_order_at_sort timestamptz(3) not null generated always as (
    coalesce(last_order_at, timestamptz '1970-01-01 00:00:00+00')
  ) stored;
update customers c set refused_count = refused.n
from (
  select o.customer_id, count(*)::integer as n
  from order_parts p join orders o on o.id = p.order_id
  where p.vendor_status = 'returned' and p.shipped_at is not null and p.delivered_at is null
  group by o.customer_id
) refused where refused.customer_id = c.id;
create index customers_by_orders_count on customers (list, orders_count, id);
create index customers_by_orders_total on customers (list, orders_total, id);
create index customers_by_last_order on customers (list, last_order_at_sort, id);
create index customers_by_refused on customers (list, refused_count, id);

-- What a job did with a record, so that it can be undone; and the job that undoes another.
alter table bulk_rows add column mark text not null default '';
alter table bulk_jobs
  add column undoes uuid references bulk_jobs on delete cascade,
  add column undo_until timestamptz(3);
create unique index bulk_jobs_undone_once on bulk_jobs (undoes) where undoes is not null;
