-- The row that a row has its name and description from: whoever corrects the one needs the other beside it.
alter table import_items add column head integer;
create index import_items_by_head on import_items (import_id, head) where head is not null;
