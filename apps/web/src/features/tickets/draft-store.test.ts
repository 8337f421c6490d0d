import { beforeEach, expect, test, vi } from 'vitest'
import { createDraftStore } from './draft-store.ts'

beforeEach(() => void vi.useFakeTimers())

test('a draft is stored at once and saved on the server when typing pauses', () => {
  const { drafts, saved, stored } = setUp()

  drafts.set(1, 'O')
  drafts.set(1, 'Oi')
  expect(drafts.get(1)).toBe('Oi')
  expect(stored()).toEqual([[1, 'Oi']])
  expect(saved).toEqual([])

  vi.runAllTimers()
  expect(saved).toEqual([[1, 'Oi']])
})

test('the draft of a sent message is deleted here and on the server', () => {
  const { drafts, saved, stored } = setUp([[1, 'Oi']])

  drafts.set(1, '')
  vi.runAllTimers()

  expect(drafts.get(1)).toBe('')
  expect(stored()).toEqual([])
  expect(saved).toEqual([[1, '']])
})

test('a blank text stays in the field and is not saved', () => {
  const { drafts, saved } = setUp()

  drafts.set(1, ' ')
  expect(drafts.get(1)).toBe(' ')
  vi.runAllTimers()
  expect(saved).toEqual([[1, '']])

  drafts.set(1, ' Oi')
  vi.runAllTimers()
  expect(drafts.get(1)).toBe(' Oi')
  expect(saved.at(-1)).toEqual([1, ' Oi'])
})

test('saved drafts are loaded, except where something was typed here', async () => {
  const { drafts, answerLoad } = setUp([[1, 'daqui']])

  const adopted = drafts.loadSaved()
  answerLoad([
    { ticketId: 1, body: 'de lá' },
    { ticketId: 2, body: 'de lá' },
  ])
  await adopted

  expect([drafts.get(1), drafts.get(2)]).toEqual(['daqui', 'de lá'])
})

test('drafts that are answered after the end of the session are ignored', async () => {
  const { drafts, answerLoad, stored } = setUp()

  const adopted = drafts.loadSaved()
  drafts.clear()
  answerLoad([{ ticketId: 2, body: 'Cliente antiga' }])
  await adopted

  expect(drafts.get(2)).toBe('')
  expect(stored()).toEqual([])
})

test('nothing is saved after the end of the session', () => {
  const { drafts, saved, stored } = setUp()

  drafts.set(1, 'Cliente antiga')
  drafts.clear()
  vi.runAllTimers()

  expect(saved).toEqual([])
  expect(stored()).toEqual([])
})

function setUp(kept: [number, string][] = []) {
  let stored = kept
  const saved: [number, string][] = []
  const loaded = Promise.withResolvers<{ ticketId: number; body: string }[]>()
  const drafts = createDraftStore({
    load: () => loaded.promise,
    save: async (ticketId, body) => saved.push([ticketId, body]),
    store: { read: () => stored, write: (drafts) => (stored = drafts) },
  })
  return { drafts, saved, answerLoad: loaded.resolve, stored: () => stored }
}
