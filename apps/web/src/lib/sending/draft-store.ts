import type { Draft } from '@guiche/contract'
import { isTemporary } from '../api-error.ts'

/** The draft of one conversation. */
export type KeptDraft = Draft & { id: number }

/** Unsent texts by conversation: stored in the browser at once and on the server a moment later (R20). */
export interface DraftStore {
  get: (id: number) => Draft
  subscribe: (watch: () => void) => () => void
  set: (id: number, draft: Draft) => void
  /** Loads the drafts of the server, except for conversations where something was typed here. */
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
  load: () => Promise<KeptDraft[]>
  save: (draft: KeptDraft, options: SaveOptions) => Promise<unknown>
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
    get: (id) => drafts.get(id) ?? nothing,
    subscribe: (watch) => {
      watchers.add(watch)
      return () => void watchers.delete(watch)
    },

    set(id, draft) {
      if (isSame(drafts.get(id) ?? nothing, draft)) return
      typed.add(id)
      put([[id, draft]])
      saveIn(rest, id)
    },

    async loadSaved() {
      for (const [id, { body }] of drafts) if (body === '') void saveNow(id)
      const before = clears
      const kept = await load()
      // The session has ended in the meantime.
      if (clears !== before) return
      put(kept.filter(({ id }) => !typed.has(id)).map(({ id, ...draft }) => [id, draft]))
    },

    flush() {
      for (const id of waiting.keys()) void saveNow(id)
    },

    leave() {
      for (const id of waiting.keys()) void saveNow(id, { keepalive: true })
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

  function saveIn(time: number, id: number) {
    clearTimeout(waiting.get(id))
    waiting.set(
      id,
      setTimeout(() => void saveNow(id), time),
    )
  }

  async function saveNow(id: number, options: SaveOptions = { keepalive: false }): Promise<void> {
    // The server could receive the later change first.
    if (saving.has(id) && !options.keepalive) return saveIn(rest, id)
    clearTimeout(waiting.get(id))
    waiting.delete(id)
    const draft = drafts.get(id) ?? nothing
    const before = clears
    saving.add(id)
    const isSettled = await save({ id, ...worthKeeping(draft) }, options).then(
      () => true,
      (error) => !isTemporary(error),
    )
    if (clears !== before) return
    saving.delete(id)
    if (!isSettled && !waiting.has(id)) saveIn(pause, id)
    if (isSettled && draft.body === '' && drafts.get(id) === draft) forget(id)
  }

  function put(changes: [number, Draft][]) {
    drafts = new Map([...drafts, ...changes])
    keep()
  }

  function forget(id: number) {
    drafts.delete(id)
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
