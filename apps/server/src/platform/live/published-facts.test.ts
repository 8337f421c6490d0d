import { expect, test } from 'vitest'
import { createPublishedFacts } from './published-facts.ts'

test('a fact that was not told between two looks is missing once', () => {
  const told = createPublishedFacts()
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

test('facts from before anybody listened are not missing', () => {
  const told = createPublishedFacts()
  told.follow(7)

  expect(told.missing(7, 14)).toEqual([])
  expect(told.missing(7, 14)).toEqual([])
  told.begin(7, 10)
  expect(told.missing(7, 14)).toEqual([])
})

test('a fact that failed is missing once, even when all later ones were told', () => {
  const told = createPublishedFacts()
  told.follow(7)
  told.begin(7, 10)
  told.note(7, [11, 12])
  expect(told.missing(7, 12)).toEqual([])

  told.failed(7, [11])
  expect(told.missing(7, 12)).toEqual([11])
  told.note(7, [11])
  expect(told.missing(7, 12)).toEqual([])
})

test('of a company that nobody follows any more nothing is remembered', () => {
  const told = createPublishedFacts()
  const [leave, leaveToo] = [told.follow(7), told.follow(7)]
  told.begin(7, 10)
  leave()
  expect(told.followed()).toEqual([7])
  leaveToo()

  expect(told.followed()).toEqual([])
  told.note(7, [11])
  expect(told.missing(7, 12)).toEqual([])
})
