import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import type { Runnable } from '#platform/process/runnable'
import type { SocketVisitor, WebChatChannel } from '#channels/web-chat'
import type { Presence } from '#modules/users'
import { getWebChat } from '#modules/visitors'
import { readChatStatus } from './read-chat-status.ts'

interface Wiring {
  channel: WebChatChannel
  presence: Presence
  tellStatus: (visitor: SocketVisitor) => Promise<void>
}

const lookEvery = 15_000

/**
 * Attendants come online and go offline, and service hours end. Visitors with an open chat are told when that changes
 * their chat's status.
 */
export function watchChatStatus({ units, publisher, log }: Deps, { channel, presence, tellStatus }: Wiring): Runnable {
  const told = new Map<string, string>()
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  for (const kind of ['settings.saved', 'holidays.saved', 'company.saved', 'queue.saved', 'connection.saved'] as const)
    publisher.listen(kind, look)

  return {
    name: 'status of web chats',
    start: () => void (timer = setInterval(look, lookEvery).unref()),
    stop: () => {
      clearInterval(timer)
      return looking
    },
  }

  function look() {
    looking = looking.then(lookAtAll).catch(report)
  }

  function report(err: unknown) {
    log.warn({ event: 'web-chat.status-not-told', err }, 'could not tell visitors whether attendants are online')
  }

  async function lookAtAll() {
    const visitors = Map.groupBy(
      channel.visitorsHere(),
      ({ companyId, connectionId }) => `${companyId}:${connectionId}`,
    )
    for (const key of told.keys()) if (!visitors.has(key)) told.delete(key)
    for (const [key, [first, ...others]] of visitors) if (first) await lookAt(key, first, others).catch(report)
  }

  async function lookAt(key: string, first: SocketVisitor, others: SocketVisitor[]) {
    const state = await stateOf(first)
    if (state === undefined) return channel.dismiss({ companyId: first.companyId, connectionId: first.connectionId })
    if (told.get(key) === state) return
    for (const visitor of [first, ...others]) await tellStatus(visitor)
    told.set(key, state)
  }

  /** Undefined: the chat is gone, and nobody has told its visitors, because the process that deleted it was killed. */
  async function stateOf({ companyId, connectionId }: SocketVisitor): Promise<string | undefined> {
    return units
      .read({ kind: 'connection', companyId, connectionId }, async (ctx) => {
        const { online, withinHours } = await readChatStatus(ctx, await getWebChat(ctx, connectionId), presence)
        return `${online}:${withinHours}`
      })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.status === 404) return undefined
        throw error
      })
  }
}
