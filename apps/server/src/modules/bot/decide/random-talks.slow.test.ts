import { expect, test } from 'vitest'
import { tryInvalidAnswers, tryTalks } from '#test/scenes/random-talks'

test('whatever the configuration and the customer, there is one menu at most, a reason for silence, and a way to a person, in two thousand talks', () => {
  expect(tryTalks(2000)).toBe(2000)
})

test('in five hundred talks, after as many invalid answers as are allowed the customer always waits for a person', () => {
  expect(tryInvalidAnswers(500)).toBe(500)
})
