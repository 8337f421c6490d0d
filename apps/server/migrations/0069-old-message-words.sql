-- outside of a transaction
drop index concurrently if exists messages_words;
