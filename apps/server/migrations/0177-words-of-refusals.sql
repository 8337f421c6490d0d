-- What a network said when it refused a message, for the attendant: {reason, details}. It belongs to the failure of that reason.
alter table messages add column refusal jsonb;
