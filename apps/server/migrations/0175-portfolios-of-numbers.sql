-- Whose the account of a number is, at Meta: people have one id in all of its accounts. Null: nobody knows it yet.
alter table official_numbers add column portfolio_id text;
