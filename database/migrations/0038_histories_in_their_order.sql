-- What comes last is what holds, also where the clock of the instance that wrote it is behind that of the one before.
create or replace function keep_changed_price() returns trigger language plpgsql as $$
declare
  now_price bigint := case when new.discounted_price > 0 then new.discounted_price else new.product_price end;
  old_price bigint := case when old.discounted_price > 0 then old.discounted_price else old.product_price end;
begin
  if now_price <> old_price then
    insert into product_prices (product_id, since, price)
    values (
      new.id,
      greatest(
        -- A change that forgets to say when it was made is one of this moment.
        case when new.updated_at > old.updated_at then new.updated_at else now() end,
        (select h.since from product_prices h where h.product_id = new.id order by h.since desc limit 1)),
      now_price)
    on conflict (product_id, since) do update set price = excluded.price;
  end if;
  return null;
end $$;

create or replace function keep_changed_place() returns trigger language plpgsql as $$
begin
  insert into product_places (product_id, since, category_id)
  values (
    new.id,
    greatest(
      case when new.updated_at > old.updated_at then new.updated_at else now() end,
      (select h.since from product_places h where h.product_id = new.id order by h.since desc limit 1)),
    new.category_id)
  on conflict (product_id, since) do update set category_id = excluded.category_id;
  return null;
end $$;
