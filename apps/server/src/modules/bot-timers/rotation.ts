import type { BotReason } from '@guiche/contract'
import { z } from 'zod'
import type { Ctx } from '#platform/context'
import { companyTexts } from '#modules/companies'
import { postAutomaticMessage } from '#modules/messages'
import { type DueTimer, setTimer } from '#modules/ticket-timers'
import { type LockedTicket, logTickets, moveTicket, servedStatus, waitingStatus } from '#modules/tickets'
import type { Presence } from '#modules/users'
import {
  cameWhileBlocked,
  isUnanswered,
  listMembersAtWork,
  lockRotation,
  readTime,
  secondsSince,
  takeTurn,
} from './rotation.repository.ts'

/** In seconds. Who comes meanwhile is not waited for that long (`hastenRotation`); the hours of members begin silently. */
const lookAgain = 60

/** In seconds. Who has not answered a menu for so long has left it, and waits for a person. */
const menuPatience = 5 * 60

/** Of a ticket that was assigned: to whom, and when. */
const Assigned = z.object({ userId: z.number(), at: z.string() })

interface Turn {
  queueId: number
  /** After which the next one gets it; 0: never. */
  minutes: number
  /** Members who are online and within their hours; the next one first. */
  there: number[]
}

/**
 * Assigns a waiting ticket of a queue to the member whose turn it is, and to the next one if they do not answer in time
 * (docs/requirements/service.md, section 15).
 */
export async function rotate(
  ctx: Ctx,
  ticket: LockedTicket,
  { due, presence }: { due: DueTimer; presence: Pick<Presence, 'isOnline'> },
): Promise<void> {
  const queueId = ticket.queue_id
  const rotation = queueId === null ? undefined : await lockRotation(ctx, queueId)
  if (queueId === null || !rotation) return
  const members = await listMembersAtWork(ctx, queueId)
  const there = members.filter((id) => presence.isOnline(ctx.companyId, id))
  const turn = { queueId, minutes: rotation.minutes, there }
  if (ticket.status === 'pending' && ticket.user_id === null) return assignWaiting(ctx, ticket, turn)
  const assigned = Assigned.safeParse(due.detail).data
  if (!assigned || ticket.status !== 'open' || ticket.user_id !== assigned.userId) return
  if (await isUnanswered(ctx, ticket.id, assigned.at)) await passOn(ctx, ticket, assigned, turn)
}

async function assignWaiting(ctx: Ctx, ticket: LockedTicket, turn: Turn): Promise<void> {
  const rest = await restInMenu(ctx, ticket)
  if (rest > 0) return setTimer(ctx, ticket.id, 'rotation', { due: rest })
  const [userId] = turn.there
  if (userId === undefined) return setTimer(ctx, ticket.id, 'rotation', { due: lookAgain })
  if (!(await cameWhileBlocked(ctx, ticket.id)))
    await postAutomaticMessage(ctx, ticket, (await companyTexts(ctx)).findingAttendant)
  await assign(ctx, ticket, turn, { userId, reason: ticket.bot.isBot ? 'leftMenu' : 'inTurn' })
}

/** In seconds: how long the menu that the customer is in may still be answered. */
async function restInMenu(ctx: Ctx, { bot: { isBot, saidAt } }: LockedTicket): Promise<number> {
  if (!isBot || saidAt === null) return 0
  return Math.ceil(menuPatience - (await secondsSince(ctx, saidAt)))
}

/** If nobody else is there they keep it; if they have left too, it waits for whoever comes first. */
async function passOn(ctx: Ctx, ticket: LockedTicket, assigned: z.output<typeof Assigned>, turn: Turn): Promise<void> {
  const next = turn.there.find((id) => id !== assigned.userId)
  if (next !== undefined) return assign(ctx, ticket, turn, { userId: next, reason: 'noAnswer' })
  if (turn.there.length > 0)
    return setTimer(ctx, ticket.id, 'rotation', { due: turn.minutes * 60 || lookAgain, detail: assigned })
  await moveTicket(ctx, ticket, { status: waitingStatus(ticket), userId: null, queueId: turn.queueId }, 'bot')
  const decision = { rule: 'rotation', reason: 'nobodyThere' } as const
  await logTickets(ctx, [{ ticketId: ticket.id, kind: 'pending', userId: null, queueId: turn.queueId, decision }])
}

async function assign(
  ctx: Ctx,
  ticket: LockedTicket,
  { queueId, minutes }: Turn,
  { userId, reason }: { userId: number; reason: BotReason },
): Promise<void> {
  await takeTurn(ctx, queueId, userId)
  await moveTicket(ctx, ticket, { status: servedStatus(ticket), userId, queueId }, 'rotate')
  await logTickets(ctx, [
    { ticketId: ticket.id, kind: 'assign', userId, queueId, decision: { rule: 'rotation', reason } },
  ])
  if (minutes > 0)
    await setTimer(ctx, ticket.id, 'rotation', { due: minutes * 60, detail: { userId, at: await readTime(ctx) } })
}
