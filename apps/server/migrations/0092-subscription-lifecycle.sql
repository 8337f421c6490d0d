-- The end of the trial that a sign-up begins. A company is on trial while this is its due date.
alter table companies add column trial_ends date;

-- When a company that was blocked came back: its due date was moved, or the operator gave more grace. What came while it
-- was blocked gets no automatic answer, and time in which nobody could answer does not count as silence.
alter table companies add column unblocked_at timestamptz;

-- When e-mail and WhatsApp were ordered for a notice, or it was decided that there is nothing to send. Null: not yet.
alter table subscription_notices add column told_at timestamptz;

-- What notices say where the operator has changed it. Not a tenant table: only the operator's connection reads it.
create table notice_texts (
  kind       text not null check (kind in ('fiveDays', 'oneDay', 'due', 'blocked')),
  language   text not null check (language in ('pt', 'en', 'es', 'tr')),
  subject    text not null check (subject <> ''),
  text       text not null check (text <> ''),
  updated_at timestamptz not null default now(),
  primary key (kind, language)
);
grant select, insert, update, delete on notice_texts to guiche_operator;

-- Null: it goes to a company and not to one of its users.
alter table private_messages alter column recipient_user_id drop not null;
