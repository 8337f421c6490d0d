-- The best rating of the scale that the customer was asked for. Null in ratings of earlier versions.
alter table ticket_turns add column rating_best smallint;
