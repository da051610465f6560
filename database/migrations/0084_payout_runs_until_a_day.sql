-- The last day (Asia/Karachi) on which withdrawals of a run were requested; none, if the run takes them whenever they were.
alter table payout_runs add column requested_until date;
