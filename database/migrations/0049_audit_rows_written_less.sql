-- Every write pays for the indexes of its audit row. What was done to a record and by a person is read in the order of
-- the list, so the indexes of its filters serve both: audit_log_by_record and audit_log_by_actor.
drop index audit_log_subject;
drop index audit_log_actor;
