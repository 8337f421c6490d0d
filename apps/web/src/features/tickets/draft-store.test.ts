import { beforeEach, expect, test, vi } from 'vitest'
import { createDraftStore } from './draft-store.ts'

beforeEach(() => void vi.useFakeTimers())

test('a draft is stored at once and saved on the server when typing pauses', () => {
  const { shelf, saved, stored } = world()

  shelf.set(1, 'O')
  shelf.set(1, 'Oi')
  expect(shelf.get(1)).toBe('Oi')
  expect(stored()).toEqual([[1, 'Oi']])
  expect(saved).toEqual([])

  vi.runAllTimers()
  expect(saved).toEqual([[1, 'Oi']])
})

test('the draft of a sent message is deleted here and on the server', () => {
  const { shelf, saved, stored } = world([[1, 'Oi']])

  shelf.set(1, '')
  vi.runAllTimers()

  expect(shelf.get(1)).toBe('')
  expect(stored()).toEqual([])
  expect(saved).toEqual([[1, '']])
})

test('a blank text stays in the field and is not saved', () => {
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

test('saved drafts are loaded, except where something was typed here', async () => {
  const { shelf, answerLoad } = world([[1, 'daqui']])

  const adopted = shelf.loadSaved()
  answerLoad([
    { ticketId: 1, body: 'de lá' },
    { ticketId: 2, body: 'de lá' },
  ])
  await adopted

  expect([shelf.get(1), shelf.get(2)]).toEqual(['daqui', 'de lá'])
})

test('drafts that are answered after the end of the session are ignored', async () => {
  const { shelf, answerLoad, stored } = world()

  const adopted = shelf.loadSaved()
  shelf.clear()
  answerLoad([{ ticketId: 2, body: 'Cliente antiga' }])
  await adopted

  expect(shelf.get(2)).toBe('')
  expect(stored()).toEqual([])
})

test('nothing is saved after the end of the session', () => {
  const { shelf, saved, stored } = world()

  shelf.set(1, 'Cliente antiga')
  shelf.clear()
  vi.runAllTimers()

  expect(saved).toEqual([])
  expect(stored()).toEqual([])
})

function world(kept: [number, string][] = []) {
  let stored = kept
  const saved: [number, string][] = []
  const loaded = Promise.withResolvers<{ ticketId: number; body: string }[]>()
  const shelf = createDraftStore({
    load: () => loaded.promise,
    save: async (ticketId, body) => saved.push([ticketId, body]),
    store: { read: () => stored, write: (drafts) => (stored = drafts) },
  })
  return { shelf, saved, answerLoad: loaded.resolve, stored: () => stored }
}
