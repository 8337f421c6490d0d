-- Whether the next ticket that waits for an answer opens after a ticket was closed.
alter table users add column opens_next_ticket boolean not null default false;
