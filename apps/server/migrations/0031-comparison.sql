-- What a phone has is held against what is here, talk by talk (docs/adr/0007).
alter table whatsapp_sessions add column compare_at timestamptz not null default now();

alter table conversations
  -- Whatever is older was here, or was taken away on purpose. Who is new may have said something before the first that came.
  add column compared_to timestamptz not null default now() - interval '15 minutes',
  -- The phone was asked for what it has before this message.
  add column asked_before timestamptz;

-- The answer of a phone that was asked.
alter table history_chunks add column is_answer boolean not null default false;
