alter table connections validate constraint connections_prompt;
alter table queues validate constraint queues_prompt;
