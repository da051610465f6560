-- The invoice of a seller: each part gets the next number of its seller when it is first packed, and keeps it.
create table invoice_counters (
  vendor_id uuid primary key references vendors,
  last_number integer not null check (last_number > 0)
);
alter table order_parts add column invoice_number integer check (invoice_number > 0);
alter table order_parts add column invoiced_at timestamptz(3);
-- What the tax authority made of it, as the seller's own software was told: its number, and the text of the code to scan.
alter table order_parts add column fbr_invoice_number text not null default '';
alter table order_parts add column fbr_qr text not null default '';

-- Numbers what was packed before there were numbers, or was stored without one, in the order in which it was packed.
create function number_invoices() returns void language sql as $$
  update order_parts p
  set invoice_number = n.number, invoiced_at = p.packed_at
  from (
    select o.id, coalesce(c.last_number, 0)
      + row_number() over (partition by o.vendor_id order by o.packed_at, o.id) as number
    from order_parts o left join invoice_counters c on c.vendor_id = o.vendor_id
    where o.packed_at is not null and o.invoice_number is null
  ) n where n.id = p.id;
  insert into invoice_counters (vendor_id, last_number)
  select vendor_id, max(invoice_number) from order_parts where invoice_number is not null group by vendor_id
  on conflict (vendor_id) do update set last_number = greatest(invoice_counters.last_number, excluded.last_number);
$$;
select number_invoices();

alter table order_parts add check ((invoice_number is null) = (invoiced_at is null));
create unique index order_parts_by_invoice on order_parts (vendor_id, invoice_number) where invoice_number is not null;
create unique index order_parts_by_fbr_invoice on order_parts (fbr_invoice_number) where fbr_invoice_number <> '';

-- A new secret and the one before it sign together for a while, so that no delivery fails while the receiver is told.
alter table webhook_endpoints add column old_secret_sealed text;
alter table webhook_endpoints add column old_secret_until timestamptz(3);
alter table webhook_endpoints add check ((old_secret_sealed is null) = (old_secret_until is null));
-- Why it is disabled, where the product did it by itself.
alter table webhook_endpoints add column disabled_reason text not null default '';
