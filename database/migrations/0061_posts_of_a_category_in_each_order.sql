-- The posts of one category are listed in the same orders as all posts.
create index posts_of_category_by_updated on posts (category_id, list, updated_at, id);
create index posts_of_category_by_title on posts (category_id, list, title, id);
create index posts_of_category_by_views on posts (category_id, list, views, id);
