-- What single products sold over many days: a dashboard asks for a hundred of them, not for everything of those days.
create index if not exists daily_totals_by_product on daily_totals (kind, key, day) include (n, amount)
  where kind in ('products', 'products by month');
