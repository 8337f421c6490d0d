-- What a customer wrote when they were asked for the reason of their rating.
alter table ticket_turns add column rating_comment text;
