-- How the customer has come who has not written since: it goes to their next message.
alter table conversations add column referral jsonb;
