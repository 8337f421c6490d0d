import type { Deps } from '#platform/deps'
import type { SocketVisitor, WebChatChannel } from '#channels/web-chat'
import type { MediaLinks } from '#modules/media'
import { findMessages } from '#modules/messages'
import { findNewestSystemMessage } from './conversation.repository.ts'
import { addresseesOf, visitorOfTicket } from './chat-status.repository.ts'
import { readLanguage } from './read-chat-status.ts'
import { presentForVisitor, presentSystemMessage } from './web-chat.presenter.ts'

interface Wiring {
  channel: WebChatChannel
  links: MediaLinks
  tellStatus: (visitor: SocketVisitor) => Promise<void>
}

/**
 * Tells visitors what the channel does not send them: their own messages in other windows, that messages were
 * processed, who joined, and that the ticket was closed.
 */
export function webChatLive({ units, publisher, log }: Deps, { channel, links, tellStatus }: Wiring): void {
  const changed = new Map<number, Map<number, boolean>>()

  for (const kind of ['message.created', 'message.updated'] as const)
    publisher.listen(kind, (companyId, { ids }, { isLate }) => gather(companyId, ids.messageId, isLate))
  publisher.listen('ticket.changed', (companyId, { ids }) => {
    if (ids.from) attempt(tellOfTicket(companyId, ids.ticketId))
  })

  publisher.listen('connection.deleted', (companyId, { ids }) =>
    channel.dismiss({ companyId, connectionId: ids.connectionId }),
  )

  publisher.listen('company.disabled', (companyId) => channel.dismiss({ companyId }))

  /** Collects messages while a batch is being read. */
  function gather(companyId: number, messageId: number, isLate: boolean) {
    const waiting = changed.get(companyId)
    if (waiting) return void waiting.set(messageId, isLate || waiting.get(messageId) === true)
    changed.set(companyId, new Map([[messageId, isLate]]))
    attempt(drain(companyId))
  }

  async function drain(companyId: number) {
    try {
      for (let batch = take(companyId); batch.size > 0; batch = take(companyId)) await tell(companyId, batch)
    } finally {
      changed.delete(companyId)
    }
  }

  function take(companyId: number): Map<number, boolean> {
    const waiting = changed.get(companyId)
    const batch = new Map(waiting)
    waiting?.clear()
    return batch
  }

  /**
   * The channel sends our messages in order. Those that were published late are sent here, because they may not have
   * reached the windows of this process.
   */
  async function tell(companyId: number, batch: Map<number, boolean>) {
    if (!(await channel.isVisited())) return
    const { messages, visitorOf } = await units.read({ kind: 'system', companyId }, async (ctx) => {
      const addressees = await addresseesOf(ctx, [...batch.keys()])
      const own = addressees.filter(({ id, fromMe }) => !fromMe || batch.get(id))
      return {
        messages: await findMessages(
          ctx,
          own.map(({ id }) => id),
        ),
        visitorOf: new Map(own.map(({ id, visitorId }) => [id, visitorId])),
      }
    })
    for (const message of messages) {
      const visitorId = visitorOf.get(message.id)
      if (visitorId !== undefined) channel.tell({ companyId, visitorId }, 'message', presentForVisitor(message, links))
    }
  }

  async function tellOfTicket(companyId: number, ticketId: number) {
    if (!(await channel.isVisited())) return
    const { visitor, systemMessage, language } = await units.read({ kind: 'system', companyId }, async (ctx) => ({
      visitor: await visitorOfTicket(ctx, ticketId),
      systemMessage: await findNewestSystemMessage(ctx, ticketId),
      language: await readLanguage(ctx),
    }))
    if (!visitor) return
    if (systemMessage)
      channel.tell(
        { companyId, visitorId: visitor.visitorId },
        'message',
        presentSystemMessage(systemMessage, language),
      )
    await tellStatus({ companyId, ...visitor })
  }

  function attempt(work: Promise<void>) {
    work.catch((err: unknown) =>
      log.warn({ event: 'web-chat.visitors-not-told', err }, 'could not tell visitors about a change'),
    )
  }
}
