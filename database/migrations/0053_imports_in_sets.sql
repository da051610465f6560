-- Counted with the rows that it counts: whoever follows an import asks for it every second.
alter table imports add column without_stock integer not null default 0;
update imports i set without_stock = n.n from (
  select import_id, count(*)::integer as n from import_items
  where verdict = 'create' and wanted -> 'product_stock' is null group by import_id) n
where n.import_id = i.id;

-- A trigger writes about the product that it was fired for: a look at that product for each of three rows adds nothing. What
-- a product leaves goes with it in one statement.
alter table product_prices drop constraint product_prices_product_id_fkey;
alter table product_places drop constraint product_places_product_id_fkey;
alter table product_states drop constraint product_states_product_id_fkey;

create function forget_product_histories() returns trigger language plpgsql as $$
begin
  delete from product_prices h using old_rows o where h.product_id = o.id;
  delete from product_places h using old_rows o where h.product_id = o.id;
  delete from product_states h using old_rows o where h.product_id = o.id;
  return null;
end $$;
create trigger products_histories_delete after delete on products
  referencing old table as old_rows for each statement execute function forget_product_histories();

-- The rows of an import are written while the import itself is held: a look at it for each of them adds nothing.
alter table import_rows drop constraint import_rows_import_id_fkey;
alter table import_items drop constraint import_items_import_id_fkey;

create function forget_import_rows() returns trigger language plpgsql as $$
begin
  delete from import_rows r using old_rows o where r.import_id = o.id;
  delete from import_items i using old_rows o where i.import_id = o.id;
  return null;
end $$;
create trigger imports_rows_delete after delete on imports
  referencing old table as old_rows for each statement execute function forget_import_rows();
