-- Tries that did not reach the network: the connection was offline, or the network refused them for a while. Of a message with
-- other tries nobody knows whether it arrived.
alter table outbox add column held smallint not null default 0;
