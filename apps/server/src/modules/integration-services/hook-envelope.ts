import type { Asked, AskedMessage } from '#modules/exchanges'
import { textOf } from './texts-of.ts'

/** Which message it is the event of: the same one if it is asked again. */
export const eventIdOf = ({ companyId, exchangeId }: Asked): string => `evt_${companyId}_${exchangeId}`

/**
 * What n8n and webhooks get (docs/requirements: integrations). `key` and `pushName` are there for flows that were written
 * for other servers of the family.
 */
export async function envelopeOf(asked: Asked, now = new Date()) {
  const { companyId, channel, ticket, contact, messages } = asked
  const written = await Promise.all(messages.map(messageOf))
  const newest = written.at(-1)
  const key = { remoteJid: contact.address, fromMe: false, id: newest?.id ?? '' }
  return {
    version: 1,
    event: 'message.received',
    id: eventIdOf(asked),
    sentAt: now.toISOString(),
    company: { id: companyId },
    connection: { id: channel.connectionId, name: channel.connectionName, channel: channel.facts.shownAs },
    ticket: { id: ticket.id, uuid: ticket.uuid, status: 'pending', queueId: ticket.queueId },
    contact: { id: contact.id, name: contact.name, number: contact.number, remoteJid: contact.address },
    // Messages in quick succession get one answer, so their texts are one.
    message: { ...newest, body: textOf(asked) },
    messages: written,
    key,
    pushName: contact.name,
  }
}

const messageOf = async ({ externalId, mediaType, text, file, sentAt }: AskedMessage) => ({
  id: externalId,
  type: mediaType === 'conversation' ? 'text' : mediaType,
  body: text,
  mediaUrl: file && (await file.link()),
  ...(file && { file: { name: file.name, mime: file.mime, bytes: file.bytes } }),
  fromMe: false,
  timestamp: Math.floor(sentAt.getTime() / 1000),
})
