import type { Draft, SavedDraft } from '@guiche/contract'

/** Unsent texts by ticket: stored in the browser at once and on the server a moment later (R20). */
export interface DraftStore {
  get: (ticketId: number) => Draft
  subscribe: (watch: () => void) => () => void
  set: (ticketId: number, draft: Draft) => void
  /** Loads the drafts of the server, except for tickets where something was typed here. */
  loadSaved: () => Promise<void>
  /** Saves pending changes at once. */
  flush: () => void
  clear: () => void
}

interface Dependencies {
  load: () => Promise<SavedDraft[]>
  save: (draft: SavedDraft) => Promise<unknown>
  store: { read(): [number, Draft][]; write(drafts: [number, Draft][]): void }
  rest?: number
}

export function createDraftStore({ load, save, store, rest = 1000 }: Dependencies): DraftStore {
  let drafts = new Map(store.read())
  const waiting = new Map<number, ReturnType<typeof setTimeout>>()
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
      clearTimeout(waiting.get(ticketId))
      waiting.set(
        ticketId,
        setTimeout(() => saveNow(ticketId), rest),
      )
    },

    async loadSaved() {
      const before = clears
      const kept = await load()
      // The session has ended in the meantime.
      if (clears !== before) return
      put(kept.filter(({ ticketId }) => !typed.has(ticketId)).map(({ ticketId, ...draft }) => [ticketId, draft]))
    },

    flush() {
      for (const ticketId of waiting.keys()) saveNow(ticketId)
    },

    clear() {
      clears += 1
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      typed.clear()
      drafts = new Map()
      put([])
    },
  }

  function saveNow(ticketId: number) {
    clearTimeout(waiting.get(ticketId))
    waiting.delete(ticketId)
    // The browser has it anyway; the next change tries again.
    save({ ticketId, ...worthKeeping(drafts.get(ticketId) ?? nothing) }).catch(() => undefined)
  }

  function put(changes: [number, Draft][]) {
    const merged = new Map([...drafts, ...changes])
    drafts = new Map([...merged].filter(([, { body }]) => body !== ''))
    store.write([...drafts])
    for (const watch of watchers) watch()
  }
}

const nothing: Draft = { body: '', isPrivate: false }

/** An empty draft is none, whatever its mode. */
const isSame = (a: Draft, b: Draft) => a.body === b.body && (a.body === '' || a.isPrivate === b.isPrivate)

/** A blank text stays in the field but is not worth saving on the server. */
const worthKeeping = (draft: Draft) => (draft.body.trim() === '' ? nothing : draft)
