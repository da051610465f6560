-- A product that is deleted takes its waivers along, and an order asks for those of its products.
create index promotion_waivers_product on promotion_waivers (product_id);
