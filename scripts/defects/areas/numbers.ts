import { type Defect, server } from '../defect.ts'

/** Of the numbers of dashboard and report: what they count, and what was counted of days that are over. */
export const numbersDefects: Defect[] = [
  {
    name: 'finished attendances count on the day they began',
    file: `${server}/modules/numbers/definitions.ts`,
    text: 'finished: { ...served, predicate: all }',
    replacement: 'finished: { ...begun, predicate: all }',
    foundBy: {
      file: `${server}/modules/numbers/recount.slow.test.ts`,
      test: 'has the numbers of a recount of log and messages, in every time zone',
    },
  },
  {
    name: 'attendances that the bot ended count as those of people',
    file: `${server}/modules/numbers/definitions.ts`,
    text: 'finishedByPeople: { ...served, predicate: sql<SqlBool>`f.user_id is not null` }',
    replacement: 'finishedByPeople: { ...served, predicate: all }',
    foundBy: {
      file: `${server}/modules/numbers/recount.slow.test.ts`,
      test: 'has the numbers of a recount of log and messages, in every time zone',
    },
  },
  {
    name: 'every attendance of a contact makes a lead',
    file: `${server}/modules/numbers/definitions.ts`,
    text: 'e.contact_id = f.contact_id and e.id < f.id)`',
    replacement: 'e.contact_id = f.contact_id and e.id < 0)`',
    foundBy: {
      file: `${server}/modules/numbers/recount.slow.test.ts`,
      test: 'has the numbers of a recount of log and messages, in every time zone',
    },
  },
  {
    name: 'waits that nobody has answered make the waiting time',
    file: `${server}/modules/numbers/definitions.ts`,
    text: "f.ended_by in ('user', 'phone')",
    replacement: "f.ended_by in ('user', 'phone', 'nobody')",
    foundBy: {
      file: `${server}/modules/numbers/recount.slow.test.ts`,
      test: 'has the numbers of a recount of log and messages, in every time zone',
    },
  },
  {
    name: 'a rating is a wait without an answer',
    file: `${server}/modules/tickets/move-ticket.ts`,
    text: "isDone(move) && move.ticket.status !== 'nps' && cause",
    replacement: 'isDone(move) && cause',
    foundBy: {
      file: `${server}/modules/numbers/recount.slow.test.ts`,
      test: 'has the numbers of a recount of log and messages, in every time zone',
    },
  },
  {
    name: 'the last day of a period does not count',
    file: `${server}/modules/numbers/count.repository.ts`,
    text: '(${to}::date + 1)::timestamp at time zone',
    replacement: '(${to}::date)::timestamp at time zone',
    foundBy: {
      file: `${server}/modules/numbers/recount.slow.test.ts`,
      test: 'under every filter',
    },
  },
  {
    name: 'an 8 makes a promoter',
    file: `${server}/modules/numbers/rating-sql.ts`,
    text: 'f.rating >= 9',
    replacement: 'f.rating >= 8',
    foundBy: {
      file: `${server}/modules/numbers/rating-sql.test.ts`,
      test: 'the database reads every rating of every scale as the contract does',
    },
  },
  {
    name: 'the list behind a number shows tickets that the person may not see',
    file: `${server}/modules/numbers/list.repository.ts`,
    text: 'and ${ticketIsSeen(ctx.actor)} and ${beyond',
    replacement: 'and ${beyond',
    foundBy: {
      file: `${server}/modules/numbers/numbers.test.ts`,
      test: 'see what a number is made of as far as they see the tickets, and how many more there are',
    },
  },
  {
    name: 'the histograms of days that are over are left out',
    file: `${server}/modules/numbers/read-rolled.repository.ts`,
    text: "string_agg(d.buckets, ' ') as buckets",
    replacement: "string_agg(null::text, ' ') as buckets",
    foundBy: {
      file: `${server}/modules/numbers/roll-up.slow.test.ts`,
      test: 'have the same numbers after they were rolled up, by every chart and filter',
    },
  },
  {
    name: 'a day that has changed is not counted again',
    file: `${server}/modules/numbers/roll-up.ts`,
    text: 'if (changed < state.until) {',
    replacement: 'if (changed > state.until) {',
    foundBy: {
      file: `${server}/modules/numbers/roll-up.slow.test.ts`,
      test: 'are counted again after a late fact: a ticket that is deleted',
    },
  },
  {
    name: 'a deleted ticket does not mark its days',
    file: `${server}/modules/tickets/tickets-of-conversation.repository.ts`,
    text: '  await markTicket(ctx, id)\n',
    replacement: '',
    foundBy: {
      file: `${server}/modules/numbers/roll-up.slow.test.ts`,
      test: 'a day that has changed is counted live until it was rolled up again',
    },
  },
  {
    name: 'an attendance of an earlier day moves without marking that day',
    file: `${server}/modules/tickets/move-ticket.ts`,
    text: 'moves.map(({ ticket: { id } }) => id),\n    ),\n    markOpened(',
    replacement: '[],\n    ),\n    markOpened(',
    foundBy: {
      file: `${server}/modules/numbers/roll-up.slow.test.ts`,
      test: 'are counted again after a late fact: an attendance of an earlier day that ends today',
    },
  },
  {
    name: 'tickets of imported messages always count',
    file: `${server}/modules/numbers/scope.ts`,
    text: '...(imports ? []',
    replacement: '...(!imports || imports ? []',
    foundBy: {
      file: `${server}/modules/numbers/numbers.test.ts`,
      test: 'tickets of imported messages are counted only where the filter says so, in cards, charts and lists',
    },
  },
  {
    name: 'an answer on the phone that is told late leaves no wait behind it',
    file: `${server}/modules/inbound/tables/answers-on-phone.repository.ts`,
    text: 'and m.sent_at > e.first_at and not m.from_me',
    replacement: 'and m.sent_at > e.first_at and m.from_me',
    foundBy: {
      file: `${server}/modules/tickets/counted/waits.test.ts`,
      test: 'has waited until an answer on the phone that is told late, and waits since what they wrote after it',
    },
  },
  {
    name: 'an answer on the phone that is told late does not mark its day',
    file: `${server}/modules/inbound/receive-messages.ts`,
    text: '  await markWaits(ctx, waitIds)',
    replacement: '  void markWaits',
    foundBy: {
      file: `${server}/modules/numbers/roll-up.slow.test.ts`,
      test: 'are counted again after a late fact: an answer on the phone that is told a day later',
    },
  },
  {
    name: 'the sweep of the ticket log removes what the numbers are counted from',
    file: `${server}/modules/tickets/counted/accesses.repository.ts`,
    text: "where kind = 'access' and created_at <",
    replacement: 'where created_at <',
    foundBy: {
      file: 'apps/server/test/retention.test.ts',
      test: 'of the log of a ticket only who has opened it is removed, after 90 days',
    },
  },
]
