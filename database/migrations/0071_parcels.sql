-- The courier that a person chose last, which is offered to that person first.
create table person_couriers (
  person_id uuid primary key references people (id) on delete cascade,
  courier text not null,
  chosen_at timestamptz(3) not null
);

-- The preset views of the orders: small indexes of what waits, so that a view and its count read only that.
create index orders_to_confirm on orders (placed_at, id)
  where order_status = 'pending' and payment_status = 'cod_due' and confirmed_at is null;
create index orders_to_pack on orders (status_since, id)
  where order_status = 'processing' and vendor_status = 'to_pack';
create index order_parts_attempted on order_parts (order_id)
  where vendor_status = 'shipped' and delivery_attempts > 0;
create index refunds_granted on refunds (order_id) where status = 'granted';
