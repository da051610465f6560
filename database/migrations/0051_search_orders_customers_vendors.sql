-- Orders, customers and vendors are searched as products are.
create table order_search (
  id uuid primary key references orders on delete cascade,
  text text not null,
  codes text[] not null
);
create table customer_search (
  id uuid primary key references customers on delete cascade,
  text text not null,
  codes text[] not null
);
-- Sealed numbers are not in it: those are found by their hash.
create table vendor_search (
  id uuid primary key references vendors on delete cascade,
  text text not null,
  codes text[] not null
);

create view order_search_source as
select o.id,
  ' ' || concat_ws(' ', search_number(o.order_number), search_fold(o.customer_name), search_fold(o.email),
    search_phone(o.phone), search_fold(o.city), search_number(o.external_id), search_number(nullif(o.payment_reference, '')),
    search_fold(o.skus), nullif(search_code(o.skus), search_fold(o.skus)), p.text) as text,
  array_remove(array[search_code(o.order_number), search_code(o.external_id), search_code(o.payment_reference),
    search_phone_code(o.phone), search_code(o.email)] || p.codes, '') as codes
from orders o cross join lateral (
  select string_agg(search_number(nullif(n.number, '')), ' ') as text, array_agg(search_code(n.number)) as codes
  from order_parts p cross join lateral (values
    (p.tracking_number), (p.fbr_invoice_number), (coalesce('INV-' || lpad(p.invoice_number::text, 6, '0'), ''))
  ) n (number) where p.order_id = o.id
) p;

create view customer_search_source as
select c.id,
  ' ' || concat_ws(' ', search_fold(c.username), search_fold(c.email), search_phone(c.phone), search_fold(c.city),
    search_number(c.external_id), search_number('C-' || upper(right(c.id::text, 8)))) as text,
  array_remove(array[search_code(c.email), search_phone_code(c.phone), search_code(c.external_id),
    search_code('C-' || right(c.id::text, 8))], '') as codes
from customers c;

create view vendor_search_source as
select v.id,
  ' ' || concat_ws(' ', search_fold(v.username), search_fold(v.email), search_phone(v.phone), search_fold(v.shop_name),
    search_fold(v.shop_email), search_phone(v.shop_mobile), search_phone(v.shop_phone), search_fold(v.sellers_city),
    search_number(v.external_id)) as text,
  array_remove(array[search_code(v.email), search_code(v.shop_email), search_phone_code(v.phone),
    search_phone_code(v.shop_mobile), search_phone_code(v.shop_phone), search_code(v.external_id)], '') as codes
from vendors v;

create function search_orders(ids uuid[]) returns void language plpgsql as $$
begin
  insert into order_search (id, text, codes)
  select s.id, s.text, s.codes from order_search_source s where s.id = any(ids)
  on conflict (id) do update set text = excluded.text, codes = excluded.codes
  where (order_search.text, order_search.codes) is distinct from (excluded.text, excluded.codes);
end $$;
create function search_new_orders() returns trigger language plpgsql as $$
begin
  perform search_orders(array(select id from new_rows));
  return null;
end $$;
create trigger orders_search_insert after insert on orders
  referencing new table as new_rows for each statement execute function search_new_orders();
create function search_changed_order() returns trigger language plpgsql as $$
begin
  perform search_orders(array[new.id]);
  return null;
end $$;
create trigger orders_search_update after update on orders for each row
  when ((old.order_number, old.customer_name, old.email, old.phone, old.city, old.external_id, old.payment_reference, old.skus)
    is distinct from (new.order_number, new.customer_name, new.email, new.phone, new.city, new.external_id,
      new.payment_reference, new.skus))
  execute function search_changed_order();
create function search_orders_of_parts() returns trigger language plpgsql as $$
begin
  perform search_orders(array(select distinct order_id from new_rows
    where tracking_number <> '' or fbr_invoice_number <> '' or invoice_number is not null));
  return null;
end $$;
create trigger order_parts_search_insert after insert on order_parts
  referencing new table as new_rows for each statement execute function search_orders_of_parts();
create function search_order_of_part() returns trigger language plpgsql as $$
begin
  perform search_orders(array[new.order_id]);
  return null;
end $$;
create trigger order_parts_search_update after update on order_parts for each row
  when ((old.tracking_number, old.fbr_invoice_number, old.invoice_number)
    is distinct from (new.tracking_number, new.fbr_invoice_number, new.invoice_number))
  execute function search_order_of_part();

create function search_customers(ids uuid[]) returns void language plpgsql as $$
begin
  insert into customer_search (id, text, codes)
  select s.id, s.text, s.codes from customer_search_source s where s.id = any(ids)
  on conflict (id) do update set text = excluded.text, codes = excluded.codes
  where (customer_search.text, customer_search.codes) is distinct from (excluded.text, excluded.codes);
end $$;
create function search_new_customers() returns trigger language plpgsql as $$
begin
  perform search_customers(array(select id from new_rows));
  return null;
end $$;
create trigger customers_search_insert after insert on customers
  referencing new table as new_rows for each statement execute function search_new_customers();
create function search_changed_customer() returns trigger language plpgsql as $$
begin
  perform search_customers(array[new.id]);
  return null;
end $$;
create trigger customers_search_update after update on customers for each row
  when ((old.username, old.email, old.phone, old.city, old.external_id)
    is distinct from (new.username, new.email, new.phone, new.city, new.external_id))
  execute function search_changed_customer();

create function search_vendors(ids uuid[]) returns void language plpgsql as $$
begin
  insert into vendor_search (id, text, codes)
  select s.id, s.text, s.codes from vendor_search_source s where s.id = any(ids)
  on conflict (id) do update set text = excluded.text, codes = excluded.codes
  where (vendor_search.text, vendor_search.codes) is distinct from (excluded.text, excluded.codes);
end $$;
create function search_new_vendors() returns trigger language plpgsql as $$
begin
  perform search_vendors(array(select id from new_rows));
  return null;
end $$;
create trigger vendors_search_insert after insert on vendors
  referencing new table as new_rows for each statement execute function search_new_vendors();
create function search_changed_vendor() returns trigger language plpgsql as $$
begin
  perform search_vendors(array[new.id]);
  return null;
end $$;
create trigger vendors_search_update after update on vendors for each row
  when ((old.username, old.email, old.phone, old.shop_name, old.shop_email, old.shop_mobile, old.shop_phone, old.sellers_city,
    old.external_id) is distinct from (new.username, new.email, new.phone, new.shop_name, new.shop_email, new.shop_mobile,
    new.shop_phone, new.sellers_city, new.external_id))
  execute function search_changed_vendor();

insert into order_search (id, text, codes) select id, text, codes from order_search_source;
insert into customer_search (id, text, codes) select id, text, codes from customer_search_source;
insert into vendor_search (id, text, codes) select id, text, codes from vendor_search_source;
insert into search_words (kind, word)
select distinct 'order_search', word from order_search s, search_words_of(s.text) word
union all select distinct 'customer_search', word from customer_search s, search_words_of(s.text) word
union all select distinct 'vendor_search', word from vendor_search s, search_words_of(s.text) word;

create index order_search_text on order_search using gin (text gin_trgm_ops);
create index order_search_codes on order_search using gin (codes);
create index customer_search_text on customer_search using gin (text gin_trgm_ops);
create index customer_search_codes on customer_search using gin (codes);
create index vendor_search_text on vendor_search using gin (text gin_trgm_ops);
create index vendor_search_codes on vendor_search using gin (codes);

create trigger order_search_words_insert after insert on order_search
  referencing new table as new_rows for each statement execute function keep_search_words();
create trigger order_search_words_update after update on order_search
  referencing new table as new_rows for each statement execute function keep_search_words();
create trigger order_search_words_gone after update on order_search
  referencing old table as old_rows new table as new_rows for each statement execute function forget_search_words();
create trigger customer_search_words_insert after insert on customer_search
  referencing new table as new_rows for each statement execute function keep_search_words();
create trigger customer_search_words_update after update on customer_search
  referencing new table as new_rows for each statement execute function keep_search_words();
create trigger customer_search_words_gone after update on customer_search
  referencing old table as old_rows new table as new_rows for each statement execute function forget_search_words();
create trigger vendor_search_words_insert after insert on vendor_search
  referencing new table as new_rows for each statement execute function keep_search_words();
create trigger vendor_search_words_update after update on vendor_search
  referencing new table as new_rows for each statement execute function keep_search_words();
create trigger vendor_search_words_gone after update on vendor_search
  referencing old table as old_rows new table as new_rows for each statement execute function forget_search_words();

drop index orders_search;
drop index orders_number_prefix;
drop index orders_name_prefix;
alter table orders drop column search_text;
drop index customers_search;
drop index customers_name_prefix;
drop index customers_email_prefix;
alter table customers drop column search_text;
drop index vendors_search;
drop index vendors_username_prefix;
alter table vendors drop column search_text;
