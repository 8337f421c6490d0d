/** Unsent texts by ticket: stored in the browser at once and on the server a moment later (R20). */
export interface DraftStore {
  get: (ticketId: number) => string
  subscribe: (watch: () => void) => () => void
  set: (ticketId: number, body: string) => void
  /** Loads the drafts of the server, except for tickets where something was typed here. */
  loadSaved: () => Promise<void>
  /** Saves pending changes at once. */
  flush: () => void
  clear: () => void
}

interface Dependencies {
  load: () => Promise<{ ticketId: number; body: string }[]>
  save: (ticketId: number, body: string) => Promise<unknown>
  store: { read(): [number, string][]; write(drafts: [number, string][]): void }
  rest?: number
}

export function createDraftStore({ load, save, store, rest = 1000 }: Dependencies): DraftStore {
  let drafts = new Map(store.read())
  const waiting = new Map<number, ReturnType<typeof setTimeout>>()
  const typed = new Set(drafts.keys())
  const watchers = new Set<() => void>()
  let clears = 0

  return {
    get: (ticketId) => drafts.get(ticketId) ?? '',
    subscribe: (watch) => {
      watchers.add(watch)
      return () => void watchers.delete(watch)
    },

    set(ticketId, body) {
      if ((drafts.get(ticketId) ?? '') === body) return
      typed.add(ticketId)
      put([[ticketId, body]])
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
      put(kept.filter(({ ticketId }) => !typed.has(ticketId)).map(({ ticketId, body }) => [ticketId, body]))
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
    save(ticketId, worthKeeping(drafts.get(ticketId) ?? '')).catch(() => undefined)
  }

  function put(changes: [number, string][]) {
    const merged = new Map([...drafts, ...changes])
    drafts = new Map([...merged].filter(([, body]) => body !== ''))
    store.write([...drafts])
    for (const watch of watchers) watch()
  }
}

/** A blank text stays in the field but is not worth saving on the server. */
const worthKeeping = (body: string) => (body.trim() === '' ? '' : body)
