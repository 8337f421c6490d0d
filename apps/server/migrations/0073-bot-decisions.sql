-- The bot logs what it decides, and why it is silent (ticket_log.detail).
alter table ticket_log drop constraint ticket_log_kind_check;
alter table ticket_log add check (kind in ('access', 'create', 'closed', 'transfered', 'receivedTransfer', 'open', 'pending', 'nps', 'lgpd', 'queue',
                                           'userDefine', 'delete', 'chatBot', 'autoClose', 'retriesLimitQueue', 'retriesLimitUserDefine', 'reopen', 'merge', 'recovered', 'loopGuard',
                                           'editFailed', 'deleteFailed', 'reactFailed', 'unreadable', 'botSilent', 'redirect', 'assign'));
