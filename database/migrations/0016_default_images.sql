-- What stands where somebody has no picture of their own.
create table default_images (
  slot text primary key check (slot in ('customer', 'shop_image', 'shop_banner')),
  -- The content hash of the picture, as of any public media.
  media text not null,
  changed_at timestamptz(3) not null
);
