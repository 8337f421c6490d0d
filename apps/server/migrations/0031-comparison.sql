-- The chats of a phone are compared with the database, one at a time (docs/adr/0007).
alter table whatsapp_sessions add column compare_at timestamptz not null default now();

alter table conversations
  -- Older messages are stored already, or were deleted on purpose. A new contact may have written something before
  -- their first stored message.
  add column compared_to timestamptz not null default now() - interval '15 minutes',
  -- The phone was asked for messages before this one.
  add column asked_before timestamptz;

-- The part is the answer to such a question.
alter table history_chunks add column is_answer boolean not null default false;
