-- New keys of a GIN index wait in a list that each search reads to its end until it is merged. Listings are compared right
-- after they were written: 4,000 comparisons of a new marketplace took 14.4 s, and 0.4 s with the keys in the index at once.
alter index product_likeness_keys set (fastupdate = off);
select gin_clean_pending_list('product_likeness_keys');
