-- Which imports have changed a listing: whoever takes an earlier one back asks for the later ones that were taken back.
-- Only what is set when a row is judged stands in it, so that writing the row later moves no index.
create index import_items_by_product on import_items (product_id, seen_version) where seen_version is not null;
