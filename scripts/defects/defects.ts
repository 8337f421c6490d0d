/** A deliberate defect: an edit of the product that a test has to detect. */
export interface Defect {
  /** The name in the table of docs/promises/defects.md. */
  name: string
  file: string
  /** The text to replace; it occurs in the file exactly once. */
  text: string
  replacement: string
  foundBy: {
    file: string
    /** The title of the test that has to fail, without the title of its group. */
    test: string
  }
}

const server = 'apps/server/src'
const whatsApp = 'packages/whatsapp-web'

export const defects: Defect[] = [
  {
    name: 'catch-up leaves out the first missed fact',
    file: `${server}/modules/live/catch-up.ts`,
    text: 'number > ${after} order by number',
    replacement: 'number > ${after + 1} order by number',
    foundBy: {
      file: `${server}/modules/live/catch-up.test.ts`,
      test: 'gets each fact that was missed, from the first to the last, in their order',
    },
  },
  {
    name: 'catch-up does not request a full fetch when too much was missed',
    file: `${server}/modules/live/catch-up.ts`,
    text: '|| last - after > limits.catchUpEvents',
    replacement: '',
    foundBy: {
      file: `${server}/modules/live/catch-up.test.ts`,
      test: 'that missed too many facts is told to fetch everything again',
    },
  },
  {
    name: 'signatures of the WhatsApp server are not checked',
    file: `${whatsApp}/src/session/session.ts`,
    text: 'quietLibsignal()\nrequireSignatures()',
    replacement: 'quietLibsignal()',
    foundBy: {
      file: `${whatsApp}/test/certificate.test.ts`,
      test: 'shows no code of a server whose certificate another root has signed',
    },
  },
  {
    name: 'the outbox does not pause between tries',
    file: `${server}/modules/delivery/settle-outbox.ts`,
    text: 'pause: pauseOf(outcome, pauses) / 1000',
    replacement: 'pause: 0',
    foundBy: {
      file: `${server}/modules/delivery/retries.test.ts`,
      test: 'waits twice as long each time, and is logged when its state changes',
    },
  },
  {
    name: 'a session does not pause before it reconnects',
    file: `${whatsApp}/src/session/session.ts`,
    text: 'isWanted ? 0 : pauseAfter(reconnectPause, this.#attempt)',
    replacement: '0',
    foundBy: {
      file: `${whatsApp}/test/session.test.ts`,
      test: 'that is refused by a busy network tries again after pauses that grow',
    },
  },
  {
    name: 'a banned session reconnects for ever',
    file: `${whatsApp}/src/session/disconnects.ts`,
    text: "  [DisconnectReason.forbidden]: 'banned',\n",
    replacement: '',
    foundBy: {
      file: `${whatsApp}/test/session.test.ts`,
      test: 'that was banned (403) stops, says so, and never tries again',
    },
  },
  {
    name: 'all sessions start at once',
    file: `${server}/modules/whatsapp-sessions/supervisor.ts`,
    text: 'const stagger = 200',
    replacement: 'const stagger = 0',
    foundBy: {
      file: `${server}/modules/whatsapp-sessions/stagger.test.ts`,
      test: 'many sessions begin one after another, no more than five in a second',
    },
  },
  {
    name: 'the farewell is sent although the user leaves it out',
    file: `${server}/modules/serving/close-with-farewell.ts`,
    text: 'if (sendFarewell) await sayFarewell',
    replacement: 'await sayFarewell',
    foundBy: {
      file: `${server}/modules/tickets/tickets.test.ts`,
      test: 'sends the farewell of the connection unless it is left out',
    },
  },
  {
    name: 'the setting for farewells of waiting tickets is ignored',
    file: `${server}/modules/serving/say-farewell.ts`,
    text: "  if (isWaiting(ticket.status) && (await readSettings(ctx)).sendFarewellWaitingTicket !== 'enabled') return\n",
    replacement: '',
    foundBy: {
      file: `${server}/modules/tickets/tickets.test.ts`,
      test: 'of a waiting ticket sends the farewell only if the setting allows it: disabled',
    },
  },
  {
    name: 'a search of contacts is not limited to the company',
    file: 'apps/server/migrations/0012-search.sql',
    text: 'where c.company_id = company and c.merged_into_id is null and c.search_key like pattern and not starts_with(c.search_key, folded)',
    replacement:
      'where c.merged_into_id is null and c.search_key like pattern and not starts_with(c.search_key, folded)',
    foundBy: {
      file: 'apps/server/test/attacks/search-walls.test.ts',
      test: 'find by a part of a name what the company has, and nothing of another',
    },
  },
  {
    name: 'a message that is delivered again changes the counters',
    file: `${server}/modules/inbound/receive-messages.ts`,
    text: 'on conflict (company_id, connection_id, external_id) do nothing',
    replacement: 'on conflict (company_id, connection_id, external_id) do update set body = excluded.body',
    foundBy: {
      file: `${server}/modules/inbound/receive-messages.test.ts`,
      test: 'that is in the inbox although it was processed already is not counted again',
    },
  },
  {
    name: 'an inbound message is stored under an id of our own',
    file: `${server}/modules/inbound/receive-messages.ts`,
    text: 'external_id: payload.externalId,',
    replacement: 'external_id: crypto.randomUUID(),',
    foundBy: {
      file: `${server}/modules/inbound/receive-messages.test.ts`,
      test: 'a second delivery of the same message changes nothing (R1)',
    },
  },
  {
    name: 'an ack decreases',
    file: `${server}/modules/inbound/apply-events.ts`,
    text: 'and m.id = r.id and m.ack < r.ack',
    replacement: 'and m.id = r.id and m.ack <> r.ack',
    foundBy: {
      file: `${server}/modules/inbound/receive-messages.test.ts`,
      test: 'acks in any order, repeated or early, result in the highest',
    },
  },
  {
    name: 'an ack is applied to messages of other connections',
    file: `${server}/modules/inbound/apply-events.ts`,
    text: 'and m.connection_id = x.connection_id and m.external_id = x.external_id offset 0',
    replacement: 'and m.external_id = x.external_id offset 0',
    foundBy: {
      file: `${server}/modules/inbound/receive-messages.test.ts`,
      test: 'the same id on two connections is two messages, each with its own ack (R2)',
    },
  },
  {
    name: 'the edit window is measured by the clock of the server process',
    file: `${server}/modules/messages/messages.repository.ts`,
    text: 'from now() - coalesce(m.edited_at, m.sent_at)) * 1000',
    replacement: 'from ${new Date()}::timestamptz - coalesce(m.edited_at, m.sent_at)) * 1000',
    foundBy: {
      file: `${server}/modules/messages/post-message.test.ts`,
      test: 'within fifteen minutes even if the clock of the server is wrong by -10 minutes',
    },
  },
  {
    name: 'a private note is sent to the customer',
    file: `${server}/modules/messages/post-message.ts`,
    text: '${isPrivate ? sql`` : sql`queued as (${queued(ctx, forwarded?.after ?? after)}),`}',
    replacement: '${sql`queued as (${queued(ctx, forwarded?.after ?? after)}),`}',
    foundBy: {
      file: `${server}/modules/messages/post-message.test.ts`,
      test: 'a private note that is stored, seen by colleagues and never sent',
    },
  },
  {
    name: 'a retry carries a new external id',
    file: `${server}/modules/delivery/outbound.ts`,
    text: 'externalId: entry.external_id,',
    replacement: 'externalId: crypto.randomUUID(),',
    foundBy: {
      file: `${server}/modules/messages/post-message.test.ts`,
      test: 'every try of a message carries the same external id (R6)',
    },
  },
  {
    name: 'a socket joins the room of a ticket that it may not see',
    file: `${server}/modules/live/sockets.ts`,
    text: '      await mayFollow(socket, actor, ticketId).catch((error: unknown) => {\n        mine.asked.delete(ticketId)\n        throw error\n      })\n',
    replacement: '',
    foundBy: {
      file: 'apps/server/test/attacks/sockets.slow.test.ts',
      test: 'are joined only if the server finds that the user may see their contents',
    },
  },
  {
    name: 'the media list shows messages of tickets that the user may not see',
    file: `${server}/modules/messages/list-media.ts`,
    text: "f.state = 'ready')\n        and ${messageIsSeen(ctx.actor)}",
    replacement: "f.state = 'ready')",
    foundBy: {
      file: 'apps/server/test/attacks/hidden-messages.test.ts',
      test: 'reads nothing of the earlier one by listImages',
    },
  },
  {
    name: 'a socket may claim to be of another company than its token',
    file: `${server}/modules/sessions/create-sessions.ts`,
    text: "!isOrAbsent(query['companyId'], actor.companyId) || ",
    replacement: '',
    foundBy: {
      file: `${server}/modules/sessions/one-session.test.ts`,
      test: "does not open with another company's id",
    },
  },
  {
    name: 'calls accept a token for sockets, and sockets an access token',
    file: `${server}/modules/sessions/tokens.ts`,
    text: '        audience,\n        typ,\n        currentDate',
    replacement: '        currentDate',
    foundBy: { file: `${server}/modules/sessions/tokens.test.ts`, test: 'for another audience' },
  },
  {
    name: 'plan limits are counted without a lock',
    file: `${server}/modules/companies/plan-limits.ts`,
    text: '  await lockCompany(ctx)\n  const { rows }',
    replacement: '  const { rows }',
    foundBy: {
      file: `${server}/modules/users/users.test.ts`,
      test: 'finds the plan full: of fifty at once exactly one gets the last place',
    },
  },
  {
    name: 'a scheduled message that two processes have taken is sent twice',
    file: `${server}/modules/schedules/due.repository.ts`,
    text: "and s.id = ${id} and s.status = 'PENDENTE' and s.send_at <= now()",
    replacement: 'and s.id = ${id}',
    foundBy: {
      file: `${server}/modules/schedules/sending.test.ts`,
      test: 'processes that have taken the same one send it once',
    },
  },
  {
    name: 'a scheduled message is not due any more when its time is long past',
    file: `${server}/modules/schedules/due.repository.ts`,
    text: "const isDue = sql`s.status = 'PENDENTE' and s.send_at <= now()",
    replacement:
      "const isDue = sql`s.status = 'PENDENTE' and s.send_at <= now() and s.send_at > now() - interval '1 hour'",
    foundBy: {
      file: `${server}/modules/schedules/sending.test.ts`,
      test: 'is sent late, and marked as late, if nothing ran at its time',
    },
  },
  {
    name: 'an internal chat is shown to people who are no members',
    file: `${server}/modules/internal-chats/chats.repository.ts`,
    text: 'i.chat_id = c.id and i.user_id = ${actor.userId})',
    replacement: 'i.chat_id = c.id and i.user_id <> ${-actor.userId})',
    foundBy: {
      file: `${server}/modules/internal-chats/internal-chats.test.ts`,
      test: 'to people who are no members a chat does not exist, whatever they call',
    },
  },
  {
    name: 'an internal chat is read for somebody else',
    file: `${server}/modules/internal-chats/read-chat.ts`,
    text: 'if (userId !== undefined && userId !== ctx.actor.userId)',
    replacement: 'if (userId === 0)',
    foundBy: {
      file: `${server}/modules/internal-chats/internal-chats.test.ts`,
      test: 'is read for oneself only',
    },
  },
  {
    name: 'events of an internal chat go to everybody of the company',
    file: `${server}/modules/internal-chats/internal-chats.live.ts`,
    text: 'rooms: roomsOf(companyId, memberIdsOf(chat))',
    replacement: 'rooms: [rooms.company(companyId)]',
    foundBy: {
      file: `${server}/modules/internal-chats/internal-messages.test.ts`,
      test: 'go to the members and to nobody else, under the names that existing clients know',
    },
  },
  {
    name: 'finished attendances count on the day they began',
    file: `${server}/modules/numbers/definitions.ts`,
    text: 'finished: { ...served, predicate: all }',
    replacement: 'finished: { ...begun, predicate: all }',
    foundBy: {
      file: `${server}/modules/numbers/recount.test.ts`,
      test: 'has the numbers of a recount of log and messages, in every time zone',
    },
  },
  {
    name: 'attendances that the bot ended count as those of people',
    file: `${server}/modules/numbers/definitions.ts`,
    text: 'finishedByPeople: { ...served, predicate: sql<SqlBool>`f.user_id is not null` }',
    replacement: 'finishedByPeople: { ...served, predicate: all }',
    foundBy: {
      file: `${server}/modules/numbers/recount.test.ts`,
      test: 'has the numbers of a recount of log and messages, in every time zone',
    },
  },
  {
    name: 'every attendance of a contact makes a lead',
    file: `${server}/modules/numbers/definitions.ts`,
    text: 'e.contact_id = f.contact_id and e.id < f.id',
    replacement: 'e.contact_id = f.contact_id and e.id < 0',
    foundBy: {
      file: `${server}/modules/numbers/recount.test.ts`,
      test: 'has the numbers of a recount of log and messages, in every time zone',
    },
  },
  {
    name: 'waits that nobody has answered make the waiting time',
    file: `${server}/modules/numbers/definitions.ts`,
    text: "f.ended_by in ('user', 'phone')",
    replacement: "f.ended_by in ('user', 'phone', 'nobody')",
    foundBy: {
      file: `${server}/modules/numbers/recount.test.ts`,
      test: 'has the numbers of a recount of log and messages, in every time zone',
    },
  },
  {
    name: 'a rating is a wait without an answer',
    file: `${server}/modules/tickets/move-ticket.ts`,
    text: "isDone(move) && move.ticket.status !== 'nps' && cause",
    replacement: 'isDone(move) && cause',
    foundBy: {
      file: `${server}/modules/numbers/recount.test.ts`,
      test: 'has the numbers of a recount of log and messages, in every time zone',
    },
  },
  {
    name: 'the last day of a period does not count',
    file: `${server}/modules/numbers/count.repository.ts`,
    text: '(${to}::date + 1)::timestamp at time zone',
    replacement: '(${to}::date)::timestamp at time zone',
    foundBy: {
      file: `${server}/modules/numbers/recount.test.ts`,
      test: 'has the numbers of a recount of log and messages, in every time zone',
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
    file: `${server}/modules/numbers/rollups.repository.ts`,
    text: 'and d.buckets is not null group by',
    replacement: 'and d.buckets is null group by',
    foundBy: {
      file: `${server}/modules/numbers/roll-up.test.ts`,
      test: 'have the same numbers after they were rolled up, by every chart and filter',
    },
  },
  {
    name: 'a day that has changed is not counted again',
    file: `${server}/modules/numbers/roll-up.ts`,
    text: 'if (changed < state.until) await',
    replacement: 'if (changed > state.until) await',
    foundBy: {
      file: `${server}/modules/numbers/roll-up.test.ts`,
      test: 'are counted again after a late fact: a ticket that is deleted',
    },
  },
  {
    name: 'a deleted ticket does not mark its days',
    file: `${server}/modules/tickets/tickets-of-conversation.repository.ts`,
    text: '  await markTicket(ctx, id)\n',
    replacement: '',
    foundBy: {
      file: `${server}/modules/numbers/roll-up.test.ts`,
      test: 'a day that has changed is counted live until it was rolled up again',
    },
  },
  {
    name: 'an attendance of an earlier day moves without marking that day',
    file: `${server}/modules/tickets/move-ticket.ts`,
    text: 'moves.map(({ ticket: { id } }) => id),\n    ),\n    markOpened(',
    replacement: '[],\n    ),\n    markOpened(',
    foundBy: {
      file: `${server}/modules/numbers/roll-up.test.ts`,
      test: 'are counted again after a late fact: an attendance of an earlier day that ends today',
    },
  },
]
