-- A line can arrive with a part of it reversed already, as the demo's lines do: only the rest of it was sold.
create or replace function sum_promotions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into promotion_deltas (promotion_id, product_id, orders, pieces, revenue, discount, granted)
    select promotion_id, product_id, 0, sum(quantity), sum(line_total - discount - reversed),
      sum(left_of_line(promotion_discount, line_total - discount, reversed)),
      sum(left_of_line(promotion_grant, line_total - discount, reversed))
    from new_rows where promotion_id is not null group by promotion_id, product_id
    union all
    select promotion_id, '00000000-0000-0000-0000-000000000000', count(distinct order_id), 0, 0, 0, 0
    from new_rows where promotion_id is not null group by promotion_id;
  else
    insert into promotion_deltas (promotion_id, product_id, orders, pieces, revenue, discount, granted)
    select n.promotion_id, n.product_id, 0, 0, sum(o.reversed - n.reversed),
      sum(left_of_line(n.promotion_discount, n.line_total - n.discount, n.reversed)
        - left_of_line(o.promotion_discount, o.line_total - o.discount, o.reversed)),
      sum(left_of_line(n.promotion_grant, n.line_total - n.discount, n.reversed)
        - left_of_line(o.promotion_grant, o.line_total - o.discount, o.reversed))
    from new_rows n join old_rows o on o.id = n.id
    where n.promotion_id is not null and n.reversed <> o.reversed group by n.promotion_id, n.product_id;
  end if;
  return null;
end $$;
