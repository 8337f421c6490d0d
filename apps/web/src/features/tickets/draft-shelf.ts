/** What was typed and not sent, by ticket. In the browser at once, with the server a moment later (R20). */
export interface DraftShelf {
  get: (ticketId: number) => string
  subscribe: (watch: () => void) => () => void
  set: (ticketId: number, body: string) => void
  /** Takes over what the server has kept, for tickets that nothing was typed for here. */
  adopt: () => Promise<void>
  /** Saves at once what waits to be saved. */
  flush: () => void
  clear: () => void
}

interface Wires {
  load: () => Promise<{ ticketId: number; body: string }[]>
  save: (ticketId: number, body: string) => Promise<unknown>
  store: { read(): [number, string][]; write(drafts: [number, string][]): void }
  rest?: number
}

export function createDraftShelf({ load, save, store, rest = 1000 }: Wires): DraftShelf {
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

    async adopt() {
      const before = clears
      const kept = await load()
      // Of a session that has ended in the meantime.
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
    // Kept in the browser all the same; the next letter tries again.
    save(ticketId, worthKeeping(drafts.get(ticketId) ?? '')).catch(() => undefined)
  }

  function put(changes: [number, string][]) {
    const merged = new Map([...drafts, ...changes])
    drafts = new Map([...merged].filter(([, body]) => body !== ''))
    store.write([...drafts])
    for (const watch of watchers) watch()
  }
}

/** A blank may be where a text begins: it stays in the field, but is nothing to come back to on another machine. */
const worthKeeping = (body: string) => (body.trim() === '' ? '' : body)
