import { expect, test } from 'vitest'
import { tryInvalidAnswers, tryTalks } from '#test/scenes/random-talks'

test('whatever the configuration and the customer, there is one menu at most, a reason for silence, and a way to a person', () => {
  expect(tryTalks(200)).toBe(200)
})

test('after as many invalid answers as are allowed the customer always waits for a person', () => {
  expect(tryInvalidAnswers(50)).toBe(50)
})
