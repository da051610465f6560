-- The audit log as a list: an index for each filter, in the order in which it is read. All end in (at, id), which is
-- the order of the rows. Each is also walked value by value for what the filters offer.
-- Where the log is long they can be made before, concurrently, while everything goes on.
create index if not exists audit_log_by_time on audit_log (at, id);
create index if not exists audit_log_by_actor on audit_log (actor_id, at, id) where actor_id is not null;
create index if not exists audit_log_by_action on audit_log (action, at, id);
create index if not exists audit_log_by_type on audit_log (subject_type, at, id);
create index if not exists audit_log_by_record on audit_log (subject_id, at, id) where subject_id is not null;
create index if not exists audit_log_by_request on audit_log (request_id, at, id);
