-- Questions of shoppers with their answers: the working copy. Shoppers read what was released of it.
create table faqs (
  id uuid primary key,
  title text collate "und-x-icu" not null,
  details text not null,
  -- Empty for a question that is in no group.
  "group" text collate "und-x-icu" not null default '',
  -- The place of the group among the groups, and of the question within its group: from 1, without gaps.
  group_place integer not null check (group_place > 0),
  position integer not null check (position > 0),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  place text collate "C" not null generated always as (
    lpad(group_place::text, 6, '0') || '/' || lpad(position::text, 6, '0')
  ) stored,
  search_text text not null generated always as (
    ' ' || search_fold(title) || ' ' || search_fold(details) || ' ' || search_fold("group")
  ) stored,
  -- Several questions change places in one statement.
  unique (group_place, position) deferrable initially deferred
);
create index faqs_by_place on faqs (place, id);
create index faqs_by_title on faqs (title, id);
create index faqs_by_created on faqs (created_at, id);
create index faqs_by_group on faqs ("group", place, id);
create index faqs_search on faqs using gin (search_text gin_trgm_ops);

-- What shoppers see of the shops: it is kept in memory until one of these says that it differs. A sale says so with its last
-- piece alone. Nothing here is indexed for it: products_by_vendor has what a shop sells in its order.
create trigger vendors_shown_insert after insert on vendors
  for each row when (new.list = 'approved') execute function change_public('stores');
create trigger vendors_shown_update after update on vendors
  for each row when ((old.list = 'approved' or new.list = 'approved') and (old.list, old.shop_name, old.sellers_city)
    is distinct from (new.list, new.shop_name, new.sellers_city))
  execute function change_public('stores');
create trigger products_shown_insert after insert on products
  for each row when (new.list = 'approved') execute function change_public('stores');
create trigger products_shown_update after update on products
  for each row when ((old.list = 'approved' or new.list = 'approved') and
    (old.list, old.vendor_id, old.product_stock > 0, old.category_id, old.product_name, old.product_price,
      old.discounted_price, old.cover_image) is distinct from
    (new.list, new.vendor_id, new.product_stock > 0, new.category_id, new.product_name, new.product_price,
      new.discounted_price, new.cover_image))
  execute function change_public('stores');
create trigger products_shown_delete after delete on products
  for each row when (old.list = 'approved') execute function change_public('stores');
create trigger vendor_files_shown after insert or update or delete on vendor_files
  for each statement execute function change_public('stores');
create trigger default_images_shown after insert or update or delete on default_images
  for each statement execute function change_public('stores');
create trigger categories_shown after update or delete on categories
  for each statement execute function change_public('stores');
create trigger promotions_shown after insert or update or delete on promotions
  for each statement execute function change_public('stores');
create trigger promotion_sellers_shown after insert or update or delete on promotion_sellers
  for each statement execute function change_public('stores');
create trigger promotion_categories_shown after insert or update or delete on promotion_categories
  for each statement execute function change_public('stores');
create trigger promotion_products_shown after insert or update or delete on promotion_products
  for each statement execute function change_public('stores');
create trigger promotion_waivers_shown after insert or update or delete on promotion_waivers
  for each statement execute function change_public('stores');
