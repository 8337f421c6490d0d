import type { Draft, SavedDraft } from '@guiche/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { createDraftStore } from './draft-store.ts'

beforeEach(() => void vi.useFakeTimers())

test('a draft is stored at once and saved on the server when typing pauses', () => {
  const { drafts, saved, stored } = setUp()

  drafts.set(1, reply('O'))
  drafts.set(1, reply('Oi'))
  expect(drafts.get(1)).toEqual(reply('Oi'))
  expect(stored()).toEqual([[1, reply('Oi')]])
  expect(saved).toEqual([])

  vi.runAllTimers()
  expect(saved).toEqual([{ ticketId: 1, ...reply('Oi') }])
})

test('the draft of a private note stays one, also with the same text', () => {
  const { drafts, saved, stored } = setUp()

  drafts.set(1, reply('Cliente antiga'))
  drafts.set(1, note('Cliente antiga'))
  vi.runAllTimers()

  expect(drafts.get(1)).toEqual(note('Cliente antiga'))
  expect(stored()).toEqual([[1, note('Cliente antiga')]])
  expect(saved).toEqual([{ ticketId: 1, ...note('Cliente antiga') }])
})

test('the draft of a sent message is deleted here and on the server', () => {
  const { drafts, saved, stored } = setUp([[1, reply('Oi')]])

  drafts.set(1, reply(''))
  vi.runAllTimers()

  expect(drafts.get(1)).toEqual(reply(''))
  expect(stored()).toEqual([])
  expect(saved).toEqual([{ ticketId: 1, ...reply('') }])
})

test('a blank text stays in the field and is not saved', () => {
  const { drafts, saved } = setUp()

  drafts.set(1, reply(' '))
  expect(drafts.get(1)).toEqual(reply(' '))
  vi.runAllTimers()
  expect(saved).toEqual([{ ticketId: 1, ...reply('') }])

  drafts.set(1, reply(' Oi'))
  vi.runAllTimers()
  expect(drafts.get(1)).toEqual(reply(' Oi'))
  expect(saved.at(-1)).toEqual({ ticketId: 1, ...reply(' Oi') })
})

test('saved drafts are loaded, except where something was typed here', async () => {
  const { drafts, answerLoad } = setUp([[1, reply('daqui')]])

  const adopted = drafts.loadSaved()
  answerLoad([
    { ticketId: 1, ...reply('de lá') },
    { ticketId: 2, ...note('de lá') },
  ])
  await adopted

  expect([drafts.get(1), drafts.get(2)]).toEqual([reply('daqui'), note('de lá')])
})

test('drafts that are answered after the end of the session are ignored', async () => {
  const { drafts, answerLoad, stored } = setUp()

  const adopted = drafts.loadSaved()
  drafts.clear()
  answerLoad([{ ticketId: 2, ...reply('Cliente antiga') }])
  await adopted

  expect(drafts.get(2)).toEqual(reply(''))
  expect(stored()).toEqual([])
})

test('nothing is saved after the end of the session', () => {
  const { drafts, saved, stored } = setUp()

  drafts.set(1, reply('Cliente antiga'))
  drafts.clear()
  vi.runAllTimers()

  expect(saved).toEqual([])
  expect(stored()).toEqual([])
})

function reply(body: string): Draft {
  return { body, isPrivate: false }
}

function note(body: string): Draft {
  return { body, isPrivate: true }
}

function setUp(kept: [number, Draft][] = []) {
  let stored = kept
  const saved: SavedDraft[] = []
  const loaded = Promise.withResolvers<SavedDraft[]>()
  const drafts = createDraftStore({
    load: () => loaded.promise,
    save: async (draft) => saved.push(draft),
    store: { read: () => stored, write: (next) => (stored = next) },
  })
  return { drafts, saved, answerLoad: loaded.resolve, stored: () => stored }
}
