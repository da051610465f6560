-- An update of a product that moves it to no other list or category pays nothing for the counters. The trigger of before
-- took more time than the update itself, for every piece that was sold.
drop trigger products_count_update on products;
create function count_moved_product() returns trigger language plpgsql as $$
begin
  insert into count_deltas (key, n)
  select key, sum(n) from (
    values
      ('products:' || old.list, -1),
      ('products:' || new.list, 1),
      ('category:' || old.category_id, -1),
      ('category:' || new.category_id, 1),
      ('filed:' || old.category_id || ':' || old.list, -1),
      ('filed:' || new.category_id || ':' || new.list, 1)
  ) change (key, n) where key is not null group by key having sum(n) <> 0;
  return null;
end $$;
create trigger products_count_update after update on products
  for each row when (old.list is distinct from new.list or old.category_id is distinct from new.category_id)
  execute function count_moved_product();

create or replace function count_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into count_deltas (key, n)
    select 'products:' || list, count(*) from new_rows group by list
    union all
    select 'category:' || category_id, count(*) from new_rows where category_id is not null group by category_id
    union all
    select 'filed:' || category_id || ':' || list, count(*) from new_rows
    where category_id is not null group by category_id, list;
  else
    insert into count_deltas (key, n)
    select 'products:' || list, -count(*) from old_rows group by list
    union all
    select 'category:' || category_id, -count(*) from old_rows where category_id is not null group by category_id
    union all
    select 'filed:' || category_id || ':' || list, -count(*) from old_rows
    where category_id is not null group by category_id, list;
  end if;
  return null;
end $$;

-- Room in each page for the next version of a row: an edit of what no index holds then writes no index at all.
alter table products set (fillfactor = 90);

-- The dashboard reads the latest of the approved, which products_by_created has in this order.
drop index products_latest;
