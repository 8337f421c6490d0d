import { expect, test } from 'vitest'
import { type UsualKeys, catalog, isFixed } from './catalog.ts'
import { keysFor, problemWith } from './chosen-keys.ts'

function entryOf(keys: UsualKeys) {
  const entry = catalog.find((one) => one.keys === keys)
  if (!entry) throw new Error(`no shortcut ${keys}`)
  return entry
}

test.each([
  ['a', 'y', {}, undefined],
  ['a', 'ç', {}, undefined],
  ['a', 'alt+9', {}, undefined],
  ['a', 'a', {}, undefined],
  ['mod+f', 'mod+f', {}, undefined],
  ['a', 'j', {}, 'taken'],
  ['a', 'alt+1', {}, 'taken'],
  ['a', '/', {}, 'taken'],
  // The other shortcut has given its key away.
  ['a', 'j', { j: 'y' }, undefined],
  ['a', 'y', { j: 'y' }, 'taken'],
  // Back to its usual key, which another one has now.
  ['a', 'a', { a: 'y', j: 'a' }, 'taken'],
  ['a', 'mod+w', {}, 'unfit'],
  ['a', 'mod+alt+x', {}, 'unfit'],
  ['a', 'enter', {}, 'unfit'],
  ['a', 'tab', {}, 'unfit'],
  ['a', ' ', {}, 'unfit'],
  ['a', 'arrowdown', {}, 'unfit'],
  ['a', 'alt+arrowleft', {}, 'unfit'],
  ['alt+p', 'p', {}, 'types'],
  ['alt+p', 'alt+o', {}, undefined],
] as const)('the shortcut %s may become %s (others: %o): %s', (usual, keys, chosen, problem) => {
  expect(problemWith(entryOf(usual), keys, chosen)?.kind).toBe(problem)
})

test('no two shortcuts have the same usual keys, except those that cannot be changed', () => {
  const keys = catalog.filter((entry) => !isFixed(entry)).map((entry) => entry.keys)

  expect(new Set(keys).size).toBe(keys.length)
})

test('a shortcut that was not changed has its usual keys', () => {
  expect(keysFor('j', {})).toBe('j')
  expect(keysFor('j', { j: 'y' })).toBe('y')
})
