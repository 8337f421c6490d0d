-- Whether the customer is asked for a rating when a ticket is closed that may still be undone.
alter table pending_changes add column asks_rating boolean not null default true;
