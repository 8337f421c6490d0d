import { faceOf, gradeOf, npsGroupOf, starsOf } from '@guiche/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql'
import { type World, createWorld } from '#test/world'
import { hundredthsOfStars, isBad, isDetractor, isGood, isGreat, isPassive, isPromoter } from './rating-sql.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('the database reads every rating of every scale as the contract does', async () => {
  const { rows } = await sql<{
    rate: number
    best: number
    grade: string
    nps: string | null
    hundredths: number
  }>`
    select f.rating as rate, f.rating_best as best,
           case when ${isGreat} then 'great' when ${isGood} then 'good' when ${isBad} then 'bad' end as grade,
           case when ${isPromoter} then 'promoters' when ${isPassive} then 'passives' when ${isDetractor} then 'detractors' end as nps,
           ${hundredthsOfStars} as hundredths
    from (select r::int as rating, b::int as rating_best from generate_series(1, 10) b, generate_series(0, 10) r) f`.execute(
    world.app.deps.units.operator,
  )

  expect(rows).toHaveLength(110)
  expect(rows).toEqual(
    rows.map(({ rate, best }) => ({
      rate,
      best,
      grade: gradeOf({ rate, best }),
      nps: npsGroupOf({ rate, best }) ?? null,
      hundredths: Math.round(starsOf({ rate, best }) * 100),
    })),
  )
})

test.each([
  [{ rate: 0, best: 5 }, 1],
  [{ rate: 1, best: 3 }, 2],
  [{ rate: 2, best: 3 }, 3],
  [{ rate: 3, best: 3 }, 5],
  [{ rate: 7, best: 10 }, 4],
  [{ rate: 9, best: 10 }, 5],
  [{ rate: 10, best: 5 }, 5],
])('%o has face %i', (given, face) => {
  expect(faceOf(given)).toBe(face)
})
