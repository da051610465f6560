-- When it was decided what becomes of the money for a part that had arrived and came back: a refund of it was sent, somebody
-- decided that there is none, or nothing was left to refund. Until then its vendor's share is held.
alter table order_parts add column return_decided_at timestamptz(3);
update order_parts p set return_decided_at = coalesce(
    (select max(r.closed_at) from refunds r
      join refund_lines rl on rl.refund_id = r.id join order_lines l on l.id = rl.line_id
      where l.part_id = p.id and r.status = 'sent' and r.closed_at >= p.returned_at),
    case when not exists (
      select from order_lines l where l.part_id = p.id and l.line_total - l.discount > l.reversed) then p.returned_at end)
  where vendor_status = 'returned' and delivered_at is not null;

-- The preset view of what waits for that decision.
create index order_parts_undecided on order_parts (order_id)
  where vendor_status = 'returned' and delivered_at is not null and return_decided_at is null;
