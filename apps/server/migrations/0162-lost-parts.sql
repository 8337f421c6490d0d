-- Parts that the network had taken and has not delivered: nobody got them, so they may be sent again under another id. And what
-- the network takes for a part, as it says itself.
alter table message_parts
  add column is_lost        boolean not null default false,
  add column failure        text,      -- why it is lost for good; null: it is sent again by itself
  add column is_billed      boolean,
  add column price_type     text,      -- as the network calls it
  add column price_category text;
