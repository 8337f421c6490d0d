import { type HoldReason, mostPerDay } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import type { SendingBounds } from '#platform/process/config'
import { createRecent } from '#platform/recent'
import { type Holidays, isHoliday, readHolidays } from '#modules/settings'
import { type GuardRow, addGuards, findGuards } from './guards.repository.ts'
import { pause } from './pause.ts'
import { limitOfTier } from './portfolio/tier.ts'
import { type Quiet, quietUntil } from './rules/quiet-hours.ts'
import { strangersOn } from './rules/warm-up.ts'
import { findBadSign } from './sends.repository.ts'

/** Why a number does not start talks. `until` is null if nobody knows when that ends, or a person ends it. */
export interface Hold {
  reason: HoldReason
  until: Date | null
}

/** What a number may still do today. */
export interface Room {
  connectionId: number
  /** YYYY-MM-DD, in the company's time zone. */
  day: string
  /** Undefined: it may start talks now, as far as its budgets go. */
  closed: Hold | undefined
  left: { strangers: number; known: number }
  /** Of both kinds together. */
  people: number
  most: { strangers: number; known: number }
  /** When the budgets begin anew, outside of quiet hours. */
  renewed: Date | null
  severalCampaigns: boolean
}

/** Asked before every send that starts a talk. A bad sign in how the last ones went pauses the number. */
export async function readRoom(ctx: Ctx, bounds: SendingBounds, connectionId: number): Promise<Room> {
  const row = await readGuard(ctx, connectionId)
  if (!row) return nothing(connectionId)
  const sign = row.pause_reason === null ? await findBadSign(ctx, connectionId) : undefined
  if (sign) {
    await pause(ctx, connectionId, sign)
    return readRoom(ctx, bounds, connectionId)
  }
  return roomOf(row, bounds, await holidays(ctx))
}

/** Undefined: there is no such connection. */
export async function readGuard(ctx: Ctx, connectionId: number): Promise<GuardRow | undefined> {
  return (await readGuards(ctx, [connectionId]))[0]
}

/** It writes, because a number that nobody has asked about yet begins its warm-up. Connections that do not exist are left out. */
export async function readGuards(ctx: Ctx, connectionIds: readonly number[]): Promise<GuardRow[]> {
  const found = await findGuards(ctx, connectionIds)
  const known = new Set(found.map(({ connection_id }) => connection_id))
  const added = connectionIds.filter((id) => !known.has(id))
  if (added.length === 0) return found
  await addGuards(ctx, added)
  return findGuards(ctx, connectionIds)
}

/** Of a connection that was deleted. */
const nothing = (connectionId: number): Room => ({
  connectionId,
  day: '1970-01-01',
  closed: { reason: 'offline', until: null },
  left: { strangers: 0, known: 0 },
  people: 0,
  most: { strangers: 0, known: 0 },
  renewed: null,
  severalCampaigns: false,
})

export function roomOf(row: GuardRow, bounds: SendingBounds, days: Holidays): Room {
  const most = mostOn(row, bounds)
  const quiet = quietOf(row, bounds, days)
  const next = quietUntil(row.tomorrow, quiet)
  const people = peopleLeft(row)
  return {
    connectionId: row.connection_id,
    day: row.today,
    closed: closedBy(row, quiet),
    left: {
      strangers: Math.min(people, Math.max(0, most.strangers - row.strangers)),
      known: Math.min(people, Math.max(0, most.known - row.known)),
    },
    people,
    most,
    renewed: next === undefined ? row.tomorrow : next,
    severalCampaigns: row.several_campaigns,
  }
}

/** Whom its portfolio may still reach. */
function peopleLeft(row: GuardRow): number {
  const limit = limitOfTier(row.tier)
  return limit === null ? mostPerDay : Math.max(0, limit - row.reached)
}

/**
 * Whether its network says itself how many people it may reach, and how good it is. Warm-up and ceilings are for numbers of which
 * nobody says so.
 */
export const isRated = ({ channel }: Pick<GuardRow, 'channel'>): boolean => factsOf(channel).templates

/** What it may do today, or so many days later. Companies may only allow less than the installation does. */
export function mostOn(row: GuardRow, bounds: SendingBounds, later = 0): Room['most'] {
  if (isRated(row)) {
    const most = limitOfTier(row.tier) ?? mostPerDay
    return {
      strangers: Math.min(most, row.strangers_per_day ?? mostPerDay),
      known: Math.min(most, row.known_per_day ?? mostPerDay),
    }
  }
  const ceiling = Math.min(bounds.strangersPerDay, row.strangers_per_day ?? bounds.strangersPerDay)
  return {
    strangers: strangersOn(row.warm_days + later, { first: bounds.firstStrangers, most: ceiling }),
    known: Math.min(bounds.knownPerDay, row.known_per_day ?? bounds.knownPerDay),
  }
}

/** What a person has to end comes first, then what ends last by itself. */
function closedBy(row: GuardRow, quiet: Quiet): Hold | undefined {
  if (row.pause_reason) return { reason: row.pause_reason, until: null }
  if (row.limited_until) return { reason: 'limited', until: row.limited_until }
  if (peopleLeft(row) === 0) return { reason: 'tier', until: row.frees_at }
  if (!row.is_connected) return { reason: 'offline', until: null }
  const end = quietUntil(new Date(row.now), quiet)
  return end === undefined ? undefined : { reason: 'quietHours', until: end }
}

export const quietOf = (row: GuardRow, bounds: SendingBounds, days: Holidays): Quiet => ({
  timeZone: row.timezone,
  hours: [bounds.quietHours, ownQuietHours(row)].filter((hours) => hours !== null),
  sundays: bounds.quietSundays || row.quiet_sundays,
  isHoliday: bounds.quietHolidays || row.quiet_holidays ? (day) => isHoliday(day, days) : undefined,
})

export const ownQuietHours = ({ quiet_from: from, quiet_until: until }: GuardRow) =>
  from === null || until === null ? null : { from, until }

const recent = createRecent<Holidays>({ max: 1000 })

export const holidays = async (ctx: Ctx): Promise<Holidays> =>
  recent.find(ctx) ?? (await recent.read(ctx, () => readHolidays(ctx)))
