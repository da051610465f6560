-- Under which category a listing stood and from when on: a campaign of categories is held against it, for any moment.
create table product_places (
  product_id uuid not null references products on delete cascade,
  since timestamptz(3) not null,
  -- Null where it stood under none. A category that is gone hands over what stood under it before.
  category_id uuid references categories on delete set null,
  primary key (product_id, since)
);
-- Where it stood before is not known any more: today's place is taken for all of the time until now.
insert into product_places (product_id, since, category_id) select id, created_at, category_id from products;
create index product_places_category on product_places (category_id) where category_id is not null;

create function keep_new_places() returns trigger language plpgsql as $$
begin
  insert into product_places (product_id, since, category_id) select id, created_at, category_id from new_rows;
  return null;
end $$;
create trigger products_place_insert after insert on products
  referencing new table as new_rows for each statement execute function keep_new_places();

create function keep_changed_place() returns trigger language plpgsql as $$
begin
  insert into product_places (product_id, since, category_id)
  -- A change that forgets to say when it was made is one of this moment.
  values (new.id, case when new.updated_at > old.updated_at then new.updated_at else now() end, new.category_id)
  on conflict (product_id, since) do update set category_id = excluded.category_id;
  return null;
end $$;
create trigger products_place_update after update of category_id on products
  for each row when (old.category_id is distinct from new.category_id) execute function keep_changed_place();
