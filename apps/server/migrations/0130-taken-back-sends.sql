-- What a send has used: of the budget of this day, for people who have written before or for strangers. It is given back if
-- the message is taken back before it has left. Null: counted by an earlier version, and not given back.
alter table number_guard_sends add column day date;
alter table number_guard_sends add column is_known boolean;
