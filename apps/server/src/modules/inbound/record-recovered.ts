import type { Absence } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { recordRecoveredOn } from '#modules/connections'
import { logRecovered } from '#modules/tickets'
import type { ReceivedMessage } from './received-message.ts'

interface Recovered {
  id: number
  absence: Absence
  count: number
}

/** Logs in tickets and connections how many missed messages have been recovered. */
export async function recordRecovered(ctx: Ctx, messages: ReceivedMessage[]): Promise<void> {
  const missed = messages.flatMap(({ missed: absence, ...message }) => (absence ? [{ ...message, absence }] : []))
  if (missed.length === 0) return
  const tickets = counted(missed.map(({ ticketId, absence }) => ({ id: ticketId, absence })))
  const connections = counted(missed.map(({ connectionId, absence }) => ({ id: connectionId, absence })))
  await logRecovered(ctx, tickets)
  await recordRecoveredOn(ctx, connections)
  for (const { id } of tickets) ctx.emit('ticket.changed', { ticketId: id })
  for (const { id } of connections) ctx.emit('connection.saved', { connectionId: id })
}

function counted(all: { id: number; absence: Absence }[]): Recovered[] {
  const counts = new Map<string, Recovered>()
  for (const { id, absence } of all) {
    const name = `${id} ${absence.until}`
    const before = counts.get(name)
    if (before) before.count += 1
    else counts.set(name, { id, absence, count: 1 })
  }
  return [...counts.values()]
}
