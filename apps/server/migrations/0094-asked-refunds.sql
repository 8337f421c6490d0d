-- Since when the provider is asked to give it back; null: nobody asks. Two who ask at the same moment could give it back
-- twice.
alter table refund_requests add column asking_since timestamptz;
