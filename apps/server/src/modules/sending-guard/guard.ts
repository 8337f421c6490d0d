import type { Ctx } from '#platform/context'
import { AppError } from '#platform/errors'
import type { SendingBounds } from '#platform/process/config'
import { type Forecast, forecastOf } from './forecast.ts'
import { type Hold, type Room, holidays, readGuards, readRoom } from './room.ts'
import { type Person, type Started, addSends, addUsed, findPerson } from './sends.repository.ts'

/** A message that starts a talk. */
export interface Start {
  room: Room
  /** The company has heard from this person before. */
  isKnown: boolean
  /** Why it may not be sent now. */
  hold: Hold | undefined
}

/**
 * Decides what numbers send to people with whom no talk goes on: how many a day, when, and whether at all. What it decides is
 * in the database, so processes agree and restarts change nothing.
 */
export interface SendingGuard {
  room(ctx: Ctx, connectionId: number): Promise<Room>
  /** What numbers may do from a moment on, in ms, by connection. It counts nothing. */
  forecast(ctx: Ctx, connectionIds: readonly number[], from: number): Promise<Map<number, Forecast>>
  /** For one message. Undefined: it starts nothing, because a talk goes on or it is for a group. */
  start(ctx: Ctx, connectionId: number, person: Person): Promise<Start | undefined>
  /**
   * Counts what was started. The last thing in a unit of work, because others who use the number wait for its end. Throws
   * BudgetTaken if others have used the budget meanwhile.
   */
  count(ctx: Ctx, room: Room, started: readonly Started[]): Promise<void>
  /** The same for one message; the error is for the caller. */
  countOne(ctx: Ctx, start: Start, messageId: number): Promise<void>
  /** Counts one message, also one beyond the budget. */
  countAnyway(ctx: Ctx, start: Start, messageId: number): Promise<void>
}

/** Others have used the budget since the number was asked about. */
export class BudgetTaken extends Error {}

export function createSendingGuard(bounds: SendingBounds): SendingGuard {
  return { room, forecast, start, count, countOne, countAnyway }

  function room(ctx: Ctx, connectionId: number): Promise<Room> {
    return readRoom(ctx, bounds, connectionId)
  }

  async function forecast(ctx: Ctx, connectionIds: readonly number[], from: number) {
    const rows = await readGuards(ctx, connectionIds)
    const days = await holidays(ctx)
    return new Map(rows.map((row) => [row.connection_id, forecastOf(row, bounds, { days, from })]))
  }

  async function start(ctx: Ctx, connectionId: number, person: Person): Promise<Start | undefined> {
    const { is_known: isKnown, is_talking } = await findPerson(ctx, person)
    if (is_talking) return undefined
    const found = await room(ctx, connectionId)
    return { room: found, isKnown, hold: holdOf(found, isKnown) }
  }

  async function count(ctx: Ctx, { connectionId, day, most }: Room, started: readonly Started[]) {
    await addSends(ctx, { connectionId, day }, started)
    const known = started.filter(({ isKnown }) => isKnown).length
    const strangers = started.length - known
    if (!(await addUsed(ctx, { connectionId, day, strangers, known }, most))) throw new BudgetTaken()
  }

  async function countOne(ctx: Ctx, start: Start, messageId: number) {
    const { most, renewed } = start.room
    if (await countStart(ctx, start, { messageId, most })) return
    throw heldError({ reason: start.isKnown ? 'known' : 'strangers', until: renewed })
  }

  async function countAnyway(ctx: Ctx, start: Start, messageId: number) {
    await countStart(ctx, start, { messageId })
  }
}

async function countStart(
  ctx: Ctx,
  { room: { connectionId, day }, isKnown }: Start,
  { messageId, most }: { messageId: number; most?: Room['most'] },
): Promise<boolean> {
  await addSends(ctx, { connectionId, day }, [{ messageId, isKnown }])
  return addUsed(ctx, { connectionId, day, strangers: isKnown ? 0 : 1, known: isKnown ? 1 : 0 }, most)
}

/**
 * Strangers get nothing while the number is closed; who has written before is only counted. A number that is offline holds
 * nothing: its messages wait in the outbox.
 */
function holdOf({ closed, left, renewed }: Room, isKnown: boolean): Hold | undefined {
  if (closed?.reason === 'tier') return closed
  if (isKnown) return left.known > 0 ? undefined : { reason: 'known', until: renewed }
  if (closed && closed.reason !== 'offline') return closed
  return left.strangers > 0 ? undefined : { reason: 'strangers', until: renewed }
}

/** In seconds, if nobody knows when the number goes on. */
const asksAgain = 3600

/** For callers who cannot wait. */
export function heldError({ reason, until }: Hold): AppError {
  const seconds = until === null ? asksAgain : Math.ceil((until.getTime() - Date.now()) / 1000)
  const details = { reason, retryAfter: Math.max(1, seconds) }
  if (reason === 'strangers' || reason === 'known' || reason === 'tier')
    return new AppError('ERR_SENDING_BUDGET', 429, details)
  if (reason === 'quietHours') return new AppError('ERR_SENDING_HOURS', 429, details)
  return new AppError('ERR_SENDING_PAUSED', 409, details)
}
