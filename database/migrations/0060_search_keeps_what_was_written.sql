-- The rows are locked in the order of their ids before the source is read: whoever had to wait reads what the other has
-- written, and two who write the same rows wait for each other instead of ending in a deadlock. The second statement of a
-- function sees what was committed while the first one waited.
create or replace function search_products(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from product_search where id = any(ids) order by id for update;
  insert into product_search (id, text, codes)
  select s.id, s.text, s.codes from product_search_source s where s.id = any(ids)
  on conflict (id) do update set text = excluded.text, codes = excluded.codes
  where (product_search.text, product_search.codes) is distinct from (excluded.text, excluded.codes);
end $$;
create or replace function search_orders(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from order_search where id = any(ids) order by id for update;
  insert into order_search (id, text, codes)
  select s.id, s.text, s.codes from order_search_source s where s.id = any(ids)
  on conflict (id) do update set text = excluded.text, codes = excluded.codes
  where (order_search.text, order_search.codes) is distinct from (excluded.text, excluded.codes);
end $$;
create or replace function search_customers(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from customer_search where id = any(ids) order by id for update;
  insert into customer_search (id, text, codes)
  select s.id, s.text, s.codes from customer_search_source s where s.id = any(ids)
  on conflict (id) do update set text = excluded.text, codes = excluded.codes
  where (customer_search.text, customer_search.codes) is distinct from (excluded.text, excluded.codes);
end $$;
create or replace function search_vendors(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from vendor_search where id = any(ids) order by id for update;
  insert into vendor_search (id, text, codes)
  select s.id, s.text, s.codes from vendor_search_source s where s.id = any(ids)
  on conflict (id) do update set text = excluded.text, codes = excluded.codes
  where (vendor_search.text, vendor_search.codes) is distinct from (excluded.text, excluded.codes);
end $$;

-- As before, and what differs is locked and read once more before it is written.
create or replace function check_search(name text) returns integer language plpgsql as $$
declare
  ids uuid[];
  changed integer;
begin
  execute format('select array_agg(s.id) from %2$I s left join %1$I t on t.id = s.id
    where (t.text, t.codes) is distinct from (s.text, s.codes)', name, name || '_source') into ids;
  execute format('select 1 from %I where id = any($1) order by id for update', name) using ids;
  execute format('insert into %1$I (id, text, codes)
    select s.id, s.text, s.codes from %2$I s left join %1$I t on t.id = s.id
    where s.id = any($1) and (t.text, t.codes) is distinct from (s.text, s.codes)
    on conflict (id) do update set text = excluded.text, codes = excluded.codes', name, name || '_source') using ids;
  get diagnostics changed = row_count;
  execute format('create temporary table words_now on commit drop as
    select distinct word from %I s, search_words_of(s.text) word', name);
  delete from search_words where kind = name and word not in (select word from words_now);
  insert into search_words (kind, word)
  select name, word from words_now where word not in (select word from search_words where kind = name);
  drop table words_now;
  return changed;
end $$;

-- A name that nobody has any more is forgotten, also where it stands inside of another, and when a record is deleted. A word
-- has none of the signs that divide words, so it means itself in both patterns.
create or replace function forget_search_words() returns trigger language plpgsql as $$
declare
  words text[];
  gone text;
  is_used boolean;
begin
  if tg_op = 'DELETE' then
    words := array(select distinct word from old_rows o, search_words_of(o.text) word);
  else
    words := array(select word from old_rows o, search_words_of(o.text) word
      except select word from new_rows n, search_words_of(n.text) word);
  end if;
  foreach gone in array words loop
    execute format('select exists (select from %I where text like %L and text ~ %L)', tg_table_name, '%' || gone || '%',
      '(^|[ !-/:-@[-`{-~])' || gone || '($|[ !-/:-@[-`{-~])') into is_used;
    if not is_used then
      delete from search_words where word collate "C" = gone and kind = tg_table_name;
    end if;
  end loop;
  return null;
end $$;
create trigger product_search_words_deleted after delete on product_search
  referencing old table as old_rows for each statement execute function forget_search_words();
create trigger order_search_words_deleted after delete on order_search
  referencing old table as old_rows for each statement execute function forget_search_words();
create trigger customer_search_words_deleted after delete on customer_search
  referencing old table as old_rows for each statement execute function forget_search_words();
create trigger vendor_search_words_deleted after delete on vendor_search
  referencing old table as old_rows for each statement execute function forget_search_words();

-- The account number is found whole, as the IBAN is. A job fills it for the numbers that were sealed before.
alter table vendors add column account_number_blind bytea;
create index vendors_account_number on vendors (account_number_blind) where account_number_blind is not null;
create index vendors_account_number_unknown on vendors (id)
  where account_number_sealed is not null and account_number_blind is null;
