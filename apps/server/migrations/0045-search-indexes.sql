-- outside of a transaction
create index concurrently if not exists messages_note_words on messages using gin (week_words(company_id, sent_at, body)) with (gin_pending_list_limit = 128) where is_private;
create index concurrently if not exists ticket_notes_words on ticket_notes using gin (week_words(company_id, created_at, note)) with (gin_pending_list_limit = 128);
create index concurrently if not exists files_words on files using gin (week_words(company_id, created_at, file_text(original_name))) with (gin_pending_list_limit = 128);
