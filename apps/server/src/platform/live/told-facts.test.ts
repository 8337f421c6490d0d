import { expect, test } from 'vitest'
import { createToldFacts } from './told-facts.ts'

test('what was not told between two looks is missing, and then no more', () => {
  const told = createToldFacts()
  told.follow(7)
  told.begin(7, 10)

  told.note(7, [12])
  expect(told.missing(7, 14)).toEqual([])
  told.note(7, [14])
  expect(told.missing(7, 15)).toEqual([11, 13])
  told.note(7, [11, 13])
  expect(told.missing(7, 15)).toEqual([15])
  told.note(7, [15])
  expect(told.missing(7, 15)).toEqual([])
})

test('nothing is missing of what was there before somebody listened', () => {
  const told = createToldFacts()
  told.follow(7)

  expect(told.missing(7, 14)).toEqual([])
  expect(told.missing(7, 14)).toEqual([])
  told.begin(7, 10)
  expect(told.missing(7, 14)).toEqual([])
})

test('what went wrong is missing once, even where all after it was told', () => {
  const told = createToldFacts()
  told.follow(7)
  told.begin(7, 10)
  told.note(7, [11, 12])
  expect(told.missing(7, 12)).toEqual([])

  told.failed(7, [11])
  expect(told.missing(7, 12)).toEqual([11])
  told.note(7, [11])
  expect(told.missing(7, 12)).toEqual([])
})

test('of a company that nobody follows any more nothing is known', () => {
  const told = createToldFacts()
  const [leave, leaveToo] = [told.follow(7), told.follow(7)]
  told.begin(7, 10)
  leave()
  expect(told.followed()).toEqual([7])
  leaveToo()

  expect(told.followed()).toEqual([])
  told.note(7, [11])
  expect(told.missing(7, 12)).toEqual([])
})
