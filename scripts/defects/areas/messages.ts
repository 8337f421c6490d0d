import { type Defect, server } from '../defect.ts'

/** Of messages on their way in and out, and of what is sent by itself. */
export const messagesDefects: Defect[] = [
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
    name: 'a scheduled message that two processes have taken is sent twice',
    file: `${server}/modules/schedules/due.repository.ts`,
    text: "and s.id = ${id} and s.status = 'PENDENTE' and s.send_at <= now()",
    replacement: 'and s.id = ${id}',
    foundBy: {
      file: `${server}/modules/schedules/tries.slow.test.ts`,
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
]
