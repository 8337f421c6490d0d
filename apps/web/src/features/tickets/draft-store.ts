import type { Draft, SavedDraft } from '@guiche/contract'
import { isTemporary } from '../../lib/api-error.ts'

/** Unsent texts by ticket: stored in the browser at once and on the server a moment later (R20). */
export interface DraftStore {
  get: (ticketId: number) => Draft
  subscribe: (watch: () => void) => () => void
  set: (ticketId: number, draft: Draft) => void
  /** Loads the drafts of the server, except for tickets where something was typed here. */
  loadSaved: () => Promise<void>
  /** Saves pending changes at once. */
  flush: () => void
  /** The same while the page is being left. */
  leave: () => void
  clear: () => void
}

interface SaveOptions {
  /** The call goes on when the page is gone. */
  keepalive: boolean
}

interface Dependencies {
  load: () => Promise<SavedDraft[]>
  save: (draft: SavedDraft, options: SaveOptions) => Promise<unknown>
  store: { read(): [number, Draft][]; write(drafts: [number, Draft][]): void }
}

/** In ms: after the last change, and after a save that failed. */
const rest = 1000
const pause = 30_000

export function createDraftStore({ load, save, store }: Dependencies): DraftStore {
  // An empty draft is kept until the server has deleted its own; otherwise a sent text would be loaded again.
  let drafts = new Map(store.read())
  const waiting = new Map<number, ReturnType<typeof setTimeout>>()
  const saving = new Set<number>()
  const typed = new Set(drafts.keys())
  const watchers = new Set<() => void>()
  let clears = 0

  return {
    get: (ticketId) => drafts.get(ticketId) ?? nothing,
    subscribe: (watch) => {
      watchers.add(watch)
      return () => void watchers.delete(watch)
    },

    set(ticketId, draft) {
      if (isSame(drafts.get(ticketId) ?? nothing, draft)) return
      typed.add(ticketId)
      put([[ticketId, draft]])
      saveIn(rest, ticketId)
    },

    async loadSaved() {
      for (const [ticketId, { body }] of drafts) if (body === '') void saveNow(ticketId)
      const before = clears
      const kept = await load()
      // The session has ended in the meantime.
      if (clears !== before) return
      put(kept.filter(({ ticketId }) => !typed.has(ticketId)).map(({ ticketId, ...draft }) => [ticketId, draft]))
    },

    flush() {
      for (const ticketId of waiting.keys()) void saveNow(ticketId)
    },

    leave() {
      for (const ticketId of waiting.keys()) void saveNow(ticketId, { keepalive: true })
    },

    clear() {
      clears += 1
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      saving.clear()
      typed.clear()
      drafts = new Map()
      put([])
    },
  }

  function saveIn(time: number, ticketId: number) {
    clearTimeout(waiting.get(ticketId))
    waiting.set(
      ticketId,
      setTimeout(() => void saveNow(ticketId), time),
    )
  }

  async function saveNow(ticketId: number, options: SaveOptions = { keepalive: false }): Promise<void> {
    // The server could receive the later change first.
    if (saving.has(ticketId) && !options.keepalive) return saveIn(rest, ticketId)
    clearTimeout(waiting.get(ticketId))
    waiting.delete(ticketId)
    const draft = drafts.get(ticketId) ?? nothing
    const before = clears
    saving.add(ticketId)
    const isSettled = await save({ ticketId, ...worthKeeping(draft) }, options).then(
      () => true,
      (error) => !isTemporary(error),
    )
    if (clears !== before) return
    saving.delete(ticketId)
    if (!isSettled && !waiting.has(ticketId)) saveIn(pause, ticketId)
    if (isSettled && draft.body === '' && drafts.get(ticketId) === draft) forget(ticketId)
  }

  function put(changes: [number, Draft][]) {
    drafts = new Map([...drafts, ...changes])
    keep()
  }

  function forget(ticketId: number) {
    drafts.delete(ticketId)
    keep()
  }

  function keep() {
    store.write([...drafts])
    for (const watch of watchers) watch()
  }
}

const nothing: Draft = { body: '', isPrivate: false }

/** An empty draft is none, whatever its mode. */
const isSame = (a: Draft, b: Draft) => a.body === b.body && (a.body === '' || a.isPrivate === b.isPrivate)

/** A blank text stays in the field but is not worth saving on the server. */
const worthKeeping = (draft: Draft) => (draft.body.trim() === '' ? nothing : draft)
