import { beforeEach, expect, test, vi } from 'vitest'
import { createDraftShelf } from './draft-shelf.ts'

beforeEach(() => void vi.useFakeTimers())

test('what was typed is kept at once, and saved when the typing rests', () => {
  const { shelf, saved, stored } = world()

  shelf.set(1, 'O')
  shelf.set(1, 'Oi')
  expect(shelf.get(1)).toBe('Oi')
  expect(stored()).toEqual([[1, 'Oi']])
  expect(saved).toEqual([])

  vi.runAllTimers()
  expect(saved).toEqual([[1, 'Oi']])
})

test('what was sent is forgotten, here and by the server', () => {
  const { shelf, saved, stored } = world([[1, 'Oi']])

  shelf.set(1, '')
  vi.runAllTimers()

  expect(shelf.get(1)).toBe('')
  expect(stored()).toEqual([])
  expect(saved).toEqual([[1, '']])
})

test('a blank where a text begins stays in the field, and is not worth saving', () => {
  const { shelf, saved } = world()

  shelf.set(1, ' ')
  expect(shelf.get(1)).toBe(' ')
  vi.runAllTimers()
  expect(saved).toEqual([[1, '']])

  shelf.set(1, ' Oi')
  vi.runAllTimers()
  expect(shelf.get(1)).toBe(' Oi')
  expect(saved.at(-1)).toEqual([1, ' Oi'])
})

test('what the server kept is taken over, unless something was typed here', () => {
  const { shelf } = world([[1, 'daqui']])

  shelf.adopt([
    { ticketId: 1, body: 'de lá' },
    { ticketId: 2, body: 'de lá' },
  ])

  expect([shelf.get(1), shelf.get(2)]).toEqual(['daqui', 'de lá'])
})

function world(kept: [number, string][] = []) {
  let stored = kept
  const saved: [number, string][] = []
  const shelf = createDraftShelf({
    save: async (ticketId, body) => saved.push([ticketId, body]),
    store: { read: () => stored, write: (drafts) => (stored = drafts) },
  })
  return { shelf, saved, stored: () => stored }
}
