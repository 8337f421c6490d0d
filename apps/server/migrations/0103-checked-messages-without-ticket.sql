alter table messages validate constraint messages_ticket;
alter table messages validate constraint messages_conversation;
