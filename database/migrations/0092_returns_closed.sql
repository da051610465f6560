-- Somebody decided that a returned part gets no further refund, so what is left of its vendor's share is no longer held.
alter table order_parts add column return_closed_at timestamptz(3);

-- The preset view of returned parts that wait for that decision, or for a refund.
create index order_parts_returned on order_parts (order_id)
  where vendor_status = 'returned' and delivered_at is not null and released_at is null and return_closed_at is null;
