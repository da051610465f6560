-- Failed mails are few among all that was ever sent, and are looked for every minute.
create index messages_failed on messages (send_at desc, id desc) where status = 'failed';

-- A letter says when one of its kind was last sent, which is later than when it was written if it had to be tried again.
drop index messages_kind;
create index messages_kind on messages (kind, sent_at desc) where status = 'sent';

-- What is settled, and a mention that is taken back, are found among what nobody has read yet.
create index notifications_unread_of_subject on notifications (subject_id) where read_at is null;
create index notifications_unread_mention on notifications (detail) where kind = 'mentioned' and read_at is null;

-- When a mentioned person was told of the note. One who has read it is not told again when a letter of it is corrected.
alter table note_mentions add column told_at timestamptz(3);
update note_mentions set told_at = now();

-- These are found by their search tables (posts, questions, releases and campaigns); each change still wrote an index of the old words.
alter table posts drop column search_text;
alter table faqs drop column search_text;
alter table releases drop column search_text;
alter table promotions drop column search_text;

-- A group e-mail that left is no draft: it no longer keeps its pictures in the library. Those of before still did.
delete from media_uses where noun = 'mailing'
  and record_id in (select id::text from mailings where started_at is not null);

-- What was written of a customer with a decision goes with the erasure. Those who were erased before kept it.
create temporary table of_erased on commit drop as
  select d.id from decisions d join customers c on c.id = d.subject_id
  where d.subject_type = 'customer' and c.erased_at is not null;
update decisions set reason = '', from_reason = '' where id in (select id from of_erased);
update decision_reasons set text = 'Erased' where decision_id in (select id from of_erased);
delete from requested_fields where decision_id in (select id from of_erased);
