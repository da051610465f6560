-- What is kept of a customer is handed to them and erased by their id: an address may have changed since a mail was sent to it.
create index mailing_recipients_of_record on mailing_recipients (record_id);
