import { isGone, isUnknown, type Page } from '../network/calls.ts'
import type { ChatMessage } from './messages.ts'
import type { Dependencies } from './sending.ts'

interface Steps extends Dependencies {
  receive: (messages: readonly ChatMessage[]) => void
}

/** Loads older messages, and those missed while the connection was lost. */
export function createHistory({ store, calls, get, set, forget, leave, receive }: Steps) {
  /** The last message before the connection was lost: messages after it may be missing. */
  let lastSeen: string | undefined
  let older: Promise<void> | undefined
  return { catchUp, loadOlder, lost, forget: () => (lastSeen = undefined) }

  function lost(): void {
    lastSeen ??= stored().at(-1)?.id
  }

  /** The newest page also brings acks, edits and deletions that were missed. */
  async function catchUp(): Promise<void> {
    const newest = await list({})
    if (!newest) return tryLater()
    const missed = lastSeen && !newest.messages.some(({ id }) => id === lastSeen) ? await listAfter(lastSeen) : []
    if (!missed) return tryLater()
    lastSeen = undefined
    if (!get().isLoaded) set({ hasOlder: newest.hasMore, isLoaded: true })
    set({ isDown: false })
    receive([...missed, ...newest.messages])
  }

  /** While the connection is lost, reconnecting does this. */
  function tryLater(): void {
    if (store.read().secret && !get().isMissing) setTimeout(() => !get().isDown && void catchUp(), 5000)
  }

  /** One at a time: scrolling asks often. */
  function loadOlder(): Promise<void> {
    older ??= loadPageBefore().finally(() => (older = undefined))
    return older
  }

  async function loadPageBefore(): Promise<void> {
    const first = stored()[0]
    if (!first || !get().hasOlder) return
    const page = await list({ before: first.id })
    if (!page) return
    set({ hasOlder: page.hasMore && page.messages.length > 0 })
    receive(page.messages)
  }

  async function listAfter(id: string): Promise<ChatMessage[] | undefined> {
    const missed: ChatMessage[] = []
    for (let after: string | undefined = id; after;) {
      const page: Page | undefined = await list({ after })
      if (!page) return undefined
      missed.push(...page.messages)
      after = page.hasMore ? page.messages.at(-1)?.id : undefined
    }
    return missed
  }

  async function list(where: object): Promise<Page | undefined> {
    const { secret } = store.read()
    if (!secret) return undefined
    const reply = await calls.listMessages(secret, where)
    if (isUnknown(reply)) forget(secret)
    if (isGone(reply)) leave()
    return reply.answer
  }

  function stored(): ChatMessage[] {
    return get().messages.filter((message) => !message.sending)
  }
}
