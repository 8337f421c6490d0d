-- The name that a message is signed with, as the first line of its body has it; empty for a message without a signature.
-- Null in messages of earlier versions: theirs is read from the body (modules/messages/signature.ts), so that this large
-- table need not be rewritten.
alter table messages add column signature text;
