-- What a picture shows, for who cannot see it: empty for one that only decorates, and where nobody has said it.
alter table product_images add column alt text not null default '';

-- Pictures that staff hand in before there is a product that shows them.
create table product_uploads (
  media text primary key,
  width integer not null,
  height integer not null,
  uploaded_by uuid not null references people,
  created_at timestamptz(3) not null default now(),
  -- When a product first took it; what none took is forgotten with its files.
  used_at timestamptz(3)
);
create index product_uploads_unused on product_uploads (created_at) where used_at is null;
