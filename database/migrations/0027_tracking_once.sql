-- A courier writes TCS and tcs for the same parcel: one number stands on one part, however it is spelled.
create unique index order_parts_parcel on order_parts (lower(courier), lower(tracking_number))
  where tracking_number <> '';
