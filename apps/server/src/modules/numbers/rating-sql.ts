import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import { scaleOf } from '#modules/tickets'

// The rating of the attendance `f`, as packages/contract/src/numbers/rating-scale.ts reads it. A test compares both.

const best = scaleOf(sql`f`)

const face: RawBuilder<number> = sql`least(5, greatest(1, round(f.rating * 5.0 / ${best})))`

/** In hundredths of a star, which are whole numbers, so that their sums are exact. */
export const hundredthsOfStars: RawBuilder<number> = sql`round(least(f.rating, ${best}) * 500.0 / ${best})::bigint`

export const isGreat: RawBuilder<SqlBool> = sql`${face} = 5`
export const isGood: RawBuilder<SqlBool> = sql`${face} in (3, 4)`
export const isBad: RawBuilder<SqlBool> = sql`${face} <= 2`

/** The net promoter score exists for the scale from 0 to 10 only. */
export const isPromoter: RawBuilder<SqlBool> = sql`${best} = 10 and f.rating >= 9`
export const isPassive: RawBuilder<SqlBool> = sql`${best} = 10 and f.rating in (7, 8)`
export const isDetractor: RawBuilder<SqlBool> = sql`${best} = 10 and f.rating <= 6`
