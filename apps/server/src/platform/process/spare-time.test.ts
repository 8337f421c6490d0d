import { expect, test } from 'vitest'
import { createSpareTime } from './spare-time.ts'

function clock() {
  const state = { at: 0, load: 0 }
  return { state, spare: createSpareTime({ now: () => state.at, load: () => state.load }) }
}

test('without people there is no limit, and two seconds after the last one either', () => {
  const { state, spare } = clock()
  expect(spare.left()).toBe(Infinity)
  spare.notePerson()
  expect(spare.left()).toBe(4)
  state.at += 2001
  expect(spare.left()).toBe(Infinity)
})

test.each([
  ['forty a second while the process has time', 0.4, 40],
  ['ten a second while it has none', 0.9, 10],
])('beside people there are %s', (_, load, perSecond) => {
  const { state, spare } = clock()
  state.load = load
  let begun = 0
  for (spare.notePerson(); state.at < 10_000; state.at += 20) {
    spare.notePerson()
    const left = spare.left()
    expect(left).toBeLessThanOrEqual(4)
    spare.use(left)
    begun += left
  }
  expect(begun / 10).toBeCloseTo(perSecond, -0.5)
})

test('what has begun is not there a second time', () => {
  const { spare } = clock()
  spare.notePerson()
  spare.use(spare.left())
  expect(spare.left()).toBe(0)
})
