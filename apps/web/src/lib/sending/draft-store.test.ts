import type { Draft } from '@guiche/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../api-error.ts'
import { type KeptDraft, createDraftStore } from './draft-store.ts'

beforeEach(() => void vi.useFakeTimers())

test('a draft is stored at once and saved on the server when typing pauses', () => {
  const { drafts, saved, stored } = setUp()

  drafts.set(1, reply('O'))
  drafts.set(1, reply('Oi'))
  expect(drafts.get(1)).toEqual(reply('Oi'))
  expect(stored()).toEqual([[1, reply('Oi')]])
  expect(saved).toEqual([])

  vi.runAllTimers()
  expect(saved).toEqual([{ id: 1, ...reply('Oi') }])
})

test('the draft of a private note stays one, also with the same text', () => {
  const { drafts, saved, stored } = setUp()

  drafts.set(1, reply('Cliente antiga'))
  drafts.set(1, note('Cliente antiga'))
  vi.runAllTimers()

  expect(drafts.get(1)).toEqual(note('Cliente antiga'))
  expect(stored()).toEqual([[1, note('Cliente antiga')]])
  expect(saved).toEqual([{ id: 1, ...note('Cliente antiga') }])
})

test('the draft of a sent message is deleted here and on the server', async () => {
  const { drafts, saved, stored } = setUp([[1, reply('Oi')]])

  drafts.set(1, reply(''))
  await vi.runAllTimersAsync()

  expect(drafts.get(1)).toEqual(reply(''))
  expect(stored()).toEqual([])
  expect(saved).toEqual([{ id: 1, ...reply('') }])
})

test('a blank text stays in the field and is not saved', async () => {
  const { drafts, saved } = setUp()

  drafts.set(1, reply(' '))
  expect(drafts.get(1)).toEqual(reply(' '))
  await vi.runAllTimersAsync()
  expect(saved).toEqual([{ id: 1, ...reply('') }])

  drafts.set(1, reply(' Oi'))
  await vi.runAllTimersAsync()
  expect(drafts.get(1)).toEqual(reply(' Oi'))
  expect(saved.at(-1)).toEqual({ id: 1, ...reply(' Oi') })
})

test('saved drafts are loaded, except where something was typed here', async () => {
  const { drafts, answerLoad } = setUp([[1, reply('daqui')]])

  const adopted = drafts.loadSaved()
  answerLoad([
    { id: 1, ...reply('de lá') },
    { id: 2, ...note('de lá') },
  ])
  await adopted

  expect([drafts.get(1), drafts.get(2)]).toEqual([reply('daqui'), note('de lá')])
})

describe('the draft of a sent message whose deletion did not reach the server', () => {
  test('is deleted later, without another change', async () => {
    const { drafts, saved, failWith } = setUp([[1, reply('Oi')]])
    failWith(new ApiError(0, 'ERR_NETWORK'))
    drafts.set(1, reply(''))
    await vi.advanceTimersByTimeAsync(1000)

    failWith(undefined)
    await vi.runAllTimersAsync()

    expect(saved).toEqual(Array.from({ length: 2 }, () => ({ id: 1, ...reply('') })))
  })

  test('is deleted at once when the connection is back', async () => {
    const { drafts, saved, failWith } = setUp([[1, reply('Oi')]])
    failWith(new ApiError(0, 'ERR_NETWORK'))
    drafts.set(1, reply(''))
    await vi.advanceTimersByTimeAsync(1000)

    drafts.flush()

    expect(saved).toHaveLength(2)
  })

  test('does not come back after a reload, which tries again', async () => {
    const before = setUp([[1, reply('Oi')]])
    before.failWith(new ApiError(0, 'ERR_NETWORK'))
    before.drafts.set(1, reply(''))
    await vi.advanceTimersByTimeAsync(1000)

    const { drafts, saved, answerLoad, stored } = setUp(before.stored())
    const adopted = drafts.loadSaved()
    answerLoad([{ id: 1, ...reply('Oi') }])
    await adopted

    expect(drafts.get(1)).toEqual(reply(''))
    expect(saved).toEqual([{ id: 1, ...reply('') }])
    await vi.advanceTimersByTimeAsync(0)
    expect(stored()).toEqual([])
  })

  test('is saved by a call that outlives the page', () => {
    const { drafts, kept } = setUp([[1, reply('Oi')]])
    drafts.set(1, reply(''))

    drafts.leave()

    expect(kept).toEqual([{ id: 1, ...reply('') }])
  })

  test('is saved after the text that is still being saved', async () => {
    const { drafts, saved, hold } = setUp()
    const slow = hold()
    drafts.set(1, reply('Oi'))
    await vi.advanceTimersByTimeAsync(1000)
    drafts.set(1, reply(''))
    await vi.advanceTimersByTimeAsync(5000)
    expect(saved).toEqual([{ id: 1, ...reply('Oi') }])

    slow.resolve()
    await vi.runAllTimersAsync()

    expect(saved.at(-1)).toEqual({ id: 1, ...reply('') })
  })
})

test('a draft that the server refuses is not saved again', async () => {
  const { drafts, saved, failWith } = setUp()
  failWith(new ApiError(404, 'ERR_NO_TICKET_FOUND'))
  drafts.set(1, reply('Oi'))

  await vi.runAllTimersAsync()

  expect(saved).toHaveLength(1)
})

test('drafts that are answered after the end of the session are ignored', async () => {
  const { drafts, answerLoad, stored } = setUp()

  const adopted = drafts.loadSaved()
  drafts.clear()
  answerLoad([{ id: 2, ...reply('Cliente antiga') }])
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

function setUp(begun: [number, Draft][] = []) {
  let stored = begun
  const saved: KeptDraft[] = []
  const kept: KeptDraft[] = []
  let failure: ApiError | undefined
  let held: Promise<void> | undefined
  const loaded = Promise.withResolvers<KeptDraft[]>()
  const drafts = createDraftStore({
    load: () => loaded.promise,
    save: async (draft, { keepalive }) => {
      ;(keepalive ? kept : saved).push(draft)
      await held
      if (failure) throw failure
    },
    store: { read: () => stored, write: (next) => (stored = next) },
  })
  return {
    drafts,
    /** What was saved, and what while the page was left. */
    saved,
    kept,
    failWith: (error: ApiError | undefined) => (failure = error),
    hold: () => {
      const gate = Promise.withResolvers<void>()
      held = gate.promise
      return gate
    },
    answerLoad: loaded.resolve,
    stored: () => stored,
  }
}
