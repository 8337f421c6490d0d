-- Integrations are new, so that these are checked at once.
alter table connections validate constraint connections_integration;
alter table queues validate constraint queues_integration;
alter table chatbot_options validate constraint chatbot_options_target_integration;
