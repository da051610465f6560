-- The products of a category are counted list by list as well, so that a list under a category knows its total.
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
  elsif tg_op = 'DELETE' then
    insert into count_deltas (key, n)
    select 'products:' || list, -count(*) from old_rows group by list
    union all
    select 'category:' || category_id, -count(*) from old_rows where category_id is not null group by category_id
    union all
    select 'filed:' || category_id || ':' || list, -count(*) from old_rows
    where category_id is not null group by category_id, list;
  else
    insert into count_deltas (key, n)
    select key, sum(n) from (
      select 'products:' || list as key, count(*) as n from new_rows group by list
      union all
      select 'products:' || list, -count(*) from old_rows group by list
      union all
      select 'category:' || category_id, count(*) from new_rows where category_id is not null group by category_id
      union all
      select 'category:' || category_id, -count(*) from old_rows where category_id is not null group by category_id
      union all
      select 'filed:' || category_id || ':' || list, count(*) from new_rows
      where category_id is not null group by category_id, list
      union all
      select 'filed:' || category_id || ':' || list, -count(*) from old_rows
      where category_id is not null group by category_id, list
    ) change group by key having sum(n) <> 0;
  end if;
  return null;
end $$;

insert into count_deltas (key, n)
select 'filed:' || category_id || ':' || list, count(*) from products where category_id is not null group by category_id, list;
