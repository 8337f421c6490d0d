import { expect, test } from 'vitest'
import { createPublishedFacts, mostTries } from './published-facts.ts'

test('a fact that was not published between two checks is reported as missing once', () => {
  const published = createPublishedFacts()
  published.follow(7)
  published.begin(7, 10)

  published.note(7, [12])
  expect(published.missing(7, 14)).toEqual([])
  published.note(7, [14])
  expect(published.missing(7, 15)).toEqual([11, 13])
  published.note(7, [11, 13])
  expect(published.missing(7, 15)).toEqual([15])
  published.note(7, [15])
  expect(published.missing(7, 15)).toEqual([])
})

test('facts from before the process listened are not missing', () => {
  const published = createPublishedFacts()
  published.follow(7)

  expect(published.missing(7, 14)).toEqual([])
  expect(published.missing(7, 14)).toEqual([])
  published.begin(7, 10)
  expect(published.missing(7, 14)).toEqual([])
})

test('a fact that could not be published is reported as missing until it was, even if all later ones were', () => {
  const published = createPublishedFacts()
  published.follow(7)
  published.begin(7, 10)
  published.note(7, [11, 12])
  expect(published.missing(7, 12)).toEqual([])

  published.failed(7, [11])
  expect(published.missing(7, 12)).toEqual([11])
  expect(published.missing(7, 12)).toEqual([11])
  published.note(7, [11])
  expect(published.missing(7, 12)).toEqual([])
})

test('a fact that fails again and again is given up, and those that waited behind it are not', () => {
  const published = createPublishedFacts()
  published.follow(7)
  published.begin(7, 10)
  published.missing(7, 13)
  for (let time = 1; time < mostTries; time += 1) {
    expect(published.failed(7, [11, 12])).toBeUndefined()
    expect(published.missing(7, 13)).toEqual(time === 1 ? [11, 12, 13] : [11, 12])
    published.note(7, [13])
  }

  expect(published.failed(7, [11, 12])).toBe(11)
  expect(published.missing(7, 13)).toEqual([12])
  expect(published.failed(7, [12])).toBeUndefined()
})

test('nothing is kept in memory for a company without sockets', () => {
  const published = createPublishedFacts()
  const [leave, leaveToo] = [published.follow(7), published.follow(7)]
  published.begin(7, 10)
  leave()
  expect(published.followed()).toEqual([7])
  leaveToo()

  expect(published.followed()).toEqual([])
  published.note(7, [11])
  expect(published.missing(7, 12)).toEqual([])
})
