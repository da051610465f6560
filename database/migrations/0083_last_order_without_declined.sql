-- The last order of a customer is the last one that was not declined, as their orders and what they spent are counted.
update customers c set last_order_at = (
  select max(o.placed_at) from orders o where o.customer_id = c.id and o.order_status <> 'declined'
)
where exists (
  select from orders o
  where o.customer_id = c.id and o.placed_at = c.last_order_at and o.order_status = 'declined'
);
