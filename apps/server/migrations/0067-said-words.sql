-- outside of a transaction
create index concurrently if not exists messages_said_words on messages using gin (week_words(company_id, sent_at, said_text(body, signature, from_me, is_private, sender_user_id))) with (gin_pending_list_limit = 128);
