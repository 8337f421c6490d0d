-- Messages in quick succession get one answer: the service reads them from this one on. Nobody has exchanges yet.
alter table exchanges add column first_message_id bigint not null;
