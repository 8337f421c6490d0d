import type { NumberName, NumberUnit } from '@guiche/contract'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { hundredthsOfStars, isBad, isDetractor, isGood, isGreat, isPassive, isPromoter } from './rating-sql.ts'

/**
 * What a number counts. Every view of the number, and the list behind it, is a statement with its predicate; nothing else
 * in the server counts these things. Its label and its sentence are `numbers` in `src/texts`, in four languages, and
 * docs/numbers.md is made from all of them.
 */
export interface Definition {
  unit: NumberUnit
  /** The rows that are counted, as `f`. */
  source: Source
  /** The moment that puts a row into a period. */
  at: Moment
  /** Of `f`. */
  predicate: RawBuilder<SqlBool>
  /** A whole number: seconds, or hundredths of a star. Null: rows are only counted. */
  value: RawBuilder<number> | null
}

/** `ticket_turns` are the attendances, `ticket_waits` the waits of customers that have ended. */
export const sources = { attendances: sql`ticket_turns`, waits: sql`ticket_waits`, tickets: sql`tickets` } as const
export type Source = keyof typeof sources

/** When a row of the source was created, its service ended, it ended, was rated. `now`: it is so now. */
export const moments = {
  created: sql<Date>`f.created_at`,
  closed: sql<Date>`f.closed_at`,
  finished: sql<Date>`f.finished_at`,
  rated: sql<Date>`f.rated_at`,
  ended: sql<Date>`f.ended_at`,
  now: sql<Date>`f.created_at`,
  waiting: sql<Date>`f.waiting_since`,
} as const
export type Moment = keyof typeof moments

/** No period applies to these. */
export const isOfNow = ({ at }: Pick<Definition, 'at'>): boolean => at === 'now' || at === 'waiting'

const all = sql<SqlBool>`true`
const secondsBetween = (from: RawBuilder<Date>, to: RawBuilder<Date>): RawBuilder<number> =>
  sql`greatest(0, floor(extract(epoch from ${to} - ${from})))::bigint`

const answered = sql<SqlBool>`f.ended_by in ('user', 'phone')`
const isServed = sql<SqlBool>`f.started_at is not null`
/** Somebody waited for an answer in this attendance until it ended, and nobody ever gave one. */
const isUnanswered = sql<SqlBool>`exists (
    select from ticket_waits w where w.company_id = f.company_id and w.turn_id = f.id and w.ended_by = 'nobody')
  and not exists (
    select from ticket_waits w where w.company_id = f.company_id and w.turn_id = f.id and w.ended_by <> 'nobody')`
const isFirstOfContact = sql<SqlBool>`not exists (
    select from ticket_turns e where e.company_id = f.company_id and e.contact_id = f.contact_id and e.id < f.id)`

const tickets = { unit: 'tickets', source: 'tickets', at: 'now', value: null } as const
const begun = { unit: 'attendances', source: 'attendances', at: 'created', value: null } as const
const served = { unit: 'attendances', source: 'attendances', at: 'closed', value: null } as const
const over = { unit: 'attendances', source: 'attendances', at: 'finished', value: null } as const
const rated = { unit: 'attendances', source: 'attendances', at: 'rated', value: null } as const
const wait = { source: 'waits', at: 'ended' } as const

export const definitions: Record<NumberName, Definition> = {
  pendingNow: { ...tickets, predicate: sql<SqlBool>`f.status in ('pending', 'lgpd')` },
  openNow: { ...tickets, predicate: sql<SqlBool>`f.status = 'open'` },
  waitingNow: {
    unit: 'seconds',
    source: 'tickets',
    at: 'waiting',
    predicate: sql<SqlBool>`f.status <> 'closed' and f.waiting_since is not null`,
    value: secondsBetween(sql`f.waiting_since`, sql`now()`),
  },
  ratingNow: { ...tickets, predicate: sql<SqlBool>`f.status = 'nps'` },

  started: { ...begun, predicate: all },
  leads: { ...begun, unit: 'contacts', predicate: isFirstOfContact },

  finished: { ...served, predicate: all },
  finishedByPeople: { ...served, predicate: sql<SqlBool>`f.user_id is not null` },
  finishedByBots: { ...served, predicate: sql<SqlBool>`f.user_id is null` },
  finishedUnanswered: { ...served, predicate: isUnanswered },
  serviceTime: {
    ...served,
    unit: 'seconds',
    predicate: isServed,
    value: secondsBetween(sql`f.started_at`, sql`f.closed_at`),
  },
  pickupTime: {
    ...served,
    unit: 'seconds',
    predicate: isServed,
    value: secondsBetween(sql`f.created_at`, sql`f.started_at`),
  },

  closed: { ...over, predicate: all },
  unrated: { ...over, predicate: sql<SqlBool>`f.rating is null` },

  rated: { ...rated, predicate: all },
  score: { ...rated, unit: 'stars', predicate: all, value: hundredthsOfStars },
  great: { ...rated, predicate: isGreat },
  good: { ...rated, predicate: isGood },
  bad: { ...rated, predicate: isBad },
  promoters: { ...rated, predicate: isPromoter },
  passives: { ...rated, predicate: isPassive },
  detractors: { ...rated, predicate: isDetractor },

  waitTime: { ...wait, unit: 'seconds', predicate: answered, value: sql`f.seconds::bigint` },
  waitServiceTime: { ...wait, unit: 'seconds', predicate: answered, value: sql`f.service_seconds::bigint` },
  firstWaitTime: {
    ...wait,
    unit: 'seconds',
    predicate: sql<SqlBool>`f.is_first and ${answered}`,
    value: sql`f.seconds::bigint`,
  },
  unansweredWaits: { ...wait, unit: 'waits', predicate: sql<SqlBool>`f.ended_by = 'nobody'`, value: null },
}

/** Whether it belongs to an attendant, so that it has a sense by attendant. */
export const hasUser = (name: NumberName): boolean => !['leads', 'finishedByBots', 'unansweredWaits'].includes(name)
