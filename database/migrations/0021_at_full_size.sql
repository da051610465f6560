-- What the planner knows of an order's axes together. Taken one by one, a completed order that is unpaid looks likely, and a
-- list sorted by bill was walked to its end in search of one; now the index of the payment finds that there is none.
create statistics orders_axes (mcv) on list, payment_status, vendor_status, payment_method from orders;
alter statistics orders_axes set statistics 300;
-- A method that few pay with is found as the other axes are.
create index orders_by_method on orders (list, payment_method, placed_at, id);
analyze orders;

-- Goods by month beside those by day, in the order of what sold most: what sold most in any range of days is found
-- among the first of its months.
insert into daily_totals (kind, day, key, n, amount)
select 'products by month', date_trunc('month', day)::date, key, sum(n), sum(amount)
from daily_totals where kind = 'products' group by 2, 3;
create index daily_totals_best on daily_totals (day, n desc, key) where kind = 'products by month';
