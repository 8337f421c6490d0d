import type { Deps } from '#platform/deps'
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
    looking = looking
      .then(lookAtAll)
      .catch((err: unknown) =>
        log.warn({ event: 'web-chat.status-not-told', err }, 'could not tell visitors whether attendants are online'),
      )
  }

  async function lookAtAll() {
    const visitors = Map.groupBy(
      channel.visitorsHere(),
      ({ companyId, connectionId }) => `${companyId}:${connectionId}`,
    )
    for (const key of told.keys()) if (!visitors.has(key)) told.delete(key)
    for (const [key, here] of visitors) {
      const state = await stateOf(here[0])
      if (told.get(key) === state) continue
      told.set(key, state)
      for (const visitor of here) await tellStatus(visitor)
    }
  }

  async function stateOf(visitor: SocketVisitor | undefined): Promise<string> {
    if (!visitor) return ''
    const { companyId, connectionId } = visitor
    return units.read({ kind: 'connection', companyId, connectionId }, async (ctx) => {
      const { online, withinHours } = await readChatStatus(ctx, await getWebChat(ctx, connectionId), presence)
      return `${online}:${withinHours}`
    })
  }
}
