-- The reasons that a person chooses from when they decide, with the words of the letter in two languages. `{what}` stands
-- for the fields that the reason concerns.
create table reason_templates (
  code text primary key check (code ~ '^[a-z][a-z0-9_]{1,39}$'),
  subject_type text not null check (subject_type in ('vendor', 'product', 'customer')),
  name text collate "und-x-icu" not null check (name <> ''),
  -- Whether the record can be put right and handed in again, or our rules do not allow it.
  kind text not null check (kind in ('fixable', 'policy')),
  text_en text not null check (text_en <> ''),
  text_ur text not null default '',
  -- The fields that it usually concerns.
  fields text[] not null default '{}',
  position integer not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index reason_templates_by_position on reason_templates (subject_type, position, code);

-- The reasons of a decision as they were told; a template that is changed later does not change them.
create table decision_reasons (
  decision_id uuid not null references decisions on delete cascade,
  position integer not null,
  code text not null references reason_templates,
  kind text not null check (kind in ('fixable', 'policy')),
  text text not null check (text <> ''),
  fields text[] not null default '{}',
  subject_type text not null,
  decided_by uuid not null references people,
  decided_at timestamptz(3) not null,
  primary key (decision_id, position)
);
create index decision_reasons_by_code on decision_reasons (code, decided_at desc);
create index decision_reasons_of_person on decision_reasons (decided_by, subject_type, decided_at desc);

-- A keyed hash of each field that was asked for, to see later whether it was touched.
create table requested_fields (
  decision_id uuid not null references decisions on delete cascade,
  field text not null,
  fingerprint bytea not null,
  primary key (decision_id, field)
);

-- The warnings that were open when a person approved all the same.
alter table decisions add column overridden text[] not null default '{}';

-- What a person found about a group of a vendor's data. It holds as long as the data is what it was.
create table vendor_requirements (
  vendor_id uuid not null references vendors on delete cascade,
  name text not null check (name in ('documents', 'identity', 'tax', 'bank', 'profile')),
  state text not null check (state in ('accepted', 'sent_back', 'waived')),
  note text not null default '',
  fingerprint bytea not null,
  decided_by uuid not null references people,
  decided_at timestamptz(3) not null,
  primary key (vendor_id, name)
);

insert into reason_templates (subject_type, position, code, kind, name, fields, text_en, text_ur) values
  ('product', 1, 'listing_picture_unclear', 'fixable', 'Picture unclear or too small', '{images}',
   'The pictures are too small or not clear. Send sharp pictures of at least 800 × 800 pixels that show the product itself.',
   'تصاویر بہت چھوٹی ہیں یا واضح نہیں۔ کم از کم 800 × 800 پکسل کی صاف تصاویر بھیجیں جن میں خود پروڈکٹ نظر آئے۔'),
  ('product', 2, 'listing_picture_missing', 'fixable', 'No picture', '{images}',
   'The listing has no picture. Add at least one picture of the product.',
   'اس لسٹنگ میں کوئی تصویر نہیں ہے۔ پروڈکٹ کی کم از کم ایک تصویر شامل کریں۔'),
  ('product', 3, 'listing_picture_watermark', 'fixable', 'Watermark or contact data in a picture', '{images}',
   'A picture shows a watermark, a logo of another shop or contact data. Send pictures without them.',
   'کسی تصویر پر واٹرمارک، دوسری دکان کا لوگو یا رابطے کی معلومات ہیں۔ ان کے بغیر تصاویر بھیجیں۔'),
  ('product', 4, 'listing_wrong_category', 'fixable', 'Wrong category', '{category}',
   'The product is in the wrong category. Choose the category where customers look for it.',
   'پروڈکٹ غلط زمرے میں ہے۔ وہ زمرہ منتخب کریں جہاں گاہک اسے تلاش کرتے ہیں۔'),
  ('product', 5, 'listing_price_wrong', 'fixable', 'Price looks wrong', '{product_price,discounted_price}',
   'The price does not look right. Check: {what}.',
   'قیمت درست معلوم نہیں ہوتی۔ براہِ کرم دیکھیں: {what}۔'),
  ('product', 6, 'listing_description_short', 'fixable', 'Description missing or too short', '{product_description}',
   'The description does not tell customers enough. Write what the product is, its material, size and what is in the package.',
   'تفصیل گاہک کے لیے کافی نہیں۔ لکھیں کہ پروڈکٹ کیا ہے، کس چیز کی بنی ہے، سائز کیا ہے اور پیکٹ میں کیا کیا ہے۔'),
  ('product', 7, 'listing_name_unclear', 'fixable', 'Name unclear', '{product_name}',
   'The name is not clear. Write brand, product and its most important property, without capital letters throughout.',
   'نام واضح نہیں۔ برانڈ، پروڈکٹ اور اس کی سب سے اہم خصوصیت لکھیں۔'),
  ('product', 8, 'listing_measures_wrong', 'fixable', 'Weight or measures wrong', '{package_weight,product_length,product_width,product_height}',
   'The weight or the measures of the package cannot be right. Check: {what}.',
   'پیکٹ کا وزن یا پیمائش درست نہیں ہو سکتی۔ براہِ کرم دیکھیں: {what}۔'),
  ('product', 9, 'listing_duplicate', 'fixable', 'Listed already', '{product_name,sku}',
   'You have listed this product already. Change the other listing instead.',
   'یہ پروڈکٹ آپ پہلے ہی شامل کر چکے ہیں۔ اس کے بجائے پہلی لسٹنگ میں تبدیلی کریں۔'),
  ('product', 10, 'listing_contact_in_text', 'fixable', 'Contact data in the text', '{product_description}',
   'Phone numbers, e-mail addresses and links are not allowed in a listing. Remove them from: {what}.',
   'لسٹنگ میں فون نمبر، ای میل پتہ یا لنک لکھنے کی اجازت نہیں۔ انہیں یہاں سے ہٹائیں: {what}۔'),
  ('product', 11, 'listing_prohibited', 'policy', 'Prohibited product', '{}',
   'This product may not be sold on the marketplace.',
   'یہ پروڈکٹ اس مارکیٹ پلیس پر فروخت نہیں کی جا سکتی۔'),
  ('product', 12, 'listing_counterfeit', 'policy', 'Counterfeit or brand not allowed', '{}',
   'You have not shown that you may sell this brand. Counterfeit goods are not allowed.',
   'آپ نے یہ ثابت نہیں کیا کہ آپ یہ برانڈ فروخت کر سکتے ہیں۔ جعلی اشیاء کی اجازت نہیں۔'),
  ('vendor', 1, 'vendor_cnic_unreadable', 'fixable', 'CNIC unreadable', '{identity.cnic_front,identity.cnic_back}',
   'The identity card cannot be read. Send a sharp photo of: {what}.',
   'شناختی کارڈ پڑھا نہیں جا سکتا۔ ان کی صاف تصویر بھیجیں: {what}۔'),
  ('vendor', 2, 'vendor_cnic_wrong', 'fixable', 'CNIC number does not match', '{seller.cnic}',
   'The CNIC number does not match the identity card. Correct it.',
   'شناختی کارڈ نمبر کارڈ سے نہیں ملتا۔ اسے درست کریں۔'),
  ('vendor', 3, 'vendor_cheque_unreadable', 'fixable', 'Cheque copy missing or unreadable', '{shop.cheque_copy}',
   'The cheque copy is missing or cannot be read. Send a photo on which the account title and the IBAN can be read.',
   'چیک کی کاپی موجود نہیں یا پڑھی نہیں جا سکتی۔ ایسی تصویر بھیجیں جس میں اکاؤنٹ کا نام اور IBAN پڑھا جا سکے۔'),
  ('vendor', 4, 'vendor_iban_wrong', 'fixable', 'IBAN does not match', '{shop.ibn_number,shop.account_title}',
   'The bank details do not match the cheque copy. Correct: {what}.',
   'بینک کی تفصیلات چیک کی کاپی سے نہیں ملتیں۔ درست کریں: {what}۔'),
  ('vendor', 5, 'vendor_account_of_another', 'fixable', 'Account of another person', '{shop.account_title}',
   'The bank account is in another name than yours or your shop’s. Give an account in your own name.',
   'بینک اکاؤنٹ آپ کے یا آپ کی دکان کے نام پر نہیں۔ اپنے نام کا اکاؤنٹ دیں۔'),
  ('vendor', 6, 'vendor_ntn_wrong', 'fixable', 'NTN missing or wrong', '{shop.shop_ntn}',
   'The NTN is missing or could not be found. Give the NTN of your business.',
   'NTN موجود نہیں یا نہیں ملا۔ اپنے کاروبار کا NTN دیں۔'),
  ('vendor', 7, 'vendor_profile_missing', 'fixable', 'Profile incomplete', '{seller.sellers_address,seller.sellers_city,shop.shop_address}',
   'Your profile is not complete. Fill in: {what}.',
   'آپ کا پروفائل مکمل نہیں۔ یہ معلومات بھریں: {what}۔'),
  ('vendor', 8, 'vendor_phone_wrong', 'fixable', 'Phone not reachable', '{phone,shop.shop_mobile}',
   'We could not reach you by phone. Check: {what}.',
   'آپ سے فون پر رابطہ نہیں ہو سکا۔ براہِ کرم دیکھیں: {what}۔'),
  ('vendor', 9, 'vendor_shop_name', 'fixable', 'Shop name not allowed', '{shop.shop_name}',
   'The shop name uses a brand that is not yours or words that are not allowed. Choose another name.',
   'دکان کے نام میں کسی اور کا برانڈ یا ایسے الفاظ ہیں جن کی اجازت نہیں۔ کوئی اور نام منتخب کریں۔'),
  ('vendor', 10, 'vendor_duplicate', 'policy', 'Already has a shop', '{}',
   'You already have a shop with us. Each person or company can have one.',
   'آپ کی ایک دکان پہلے سے موجود ہے۔ ہر شخص یا کمپنی کی صرف ایک دکان ہو سکتی ہے۔'),
  ('vendor', 11, 'vendor_not_eligible', 'policy', 'Business not allowed', '{}',
   'Your kind of business cannot sell on the marketplace.',
   'آپ کی نوعیت کا کاروبار اس مارکیٹ پلیس پر فروخت نہیں کر سکتا۔'),
  ('customer', 1, 'customer_refused_deliveries', 'policy', 'Refused deliveries', '{}',
   'Several orders were not accepted at the door.',
   'کئی آرڈر دروازے پر وصول نہیں کیے گئے۔'),
  ('customer', 2, 'customer_details_false', 'fixable', 'False details', '{phone,address}',
   'The details of the account are not right: {what}.',
   'اکاؤنٹ کی تفصیلات درست نہیں: {what}۔'),
  ('customer', 3, 'customer_misuse', 'policy', 'Misuse of offers or refunds', '{}',
   'Offers or refunds were misused.',
   'آفرز یا رقم کی واپسی کا غلط استعمال کیا گیا۔'),
  ('customer', 4, 'customer_duplicate', 'policy', 'Second account', '{}',
   'The customer has another account.',
   'گاہک کا ایک اور اکاؤنٹ موجود ہے۔');
