import type { PastMessage } from '@guiche/channel'
import type { WhatsAppWebChannel } from '#channels/whatsapp-web'
import type { Parts } from '#platform/parts'
import { findChunk, insertHistory, insertNames, postponeChunk, removeChunk } from './history.repository.ts'
import { type Import, lockImport } from './imports.repository.ts'

interface Place {
  companyId: number
  connectionId: number
}

interface Unpacking extends Pick<Parts, 'units' | 'log'> {
  channel: Pick<WhatsAppWebChannel, 'readHistory'>
}

const atOnce = 500
/** After so many seconds, growing to a quarter of an hour, a part that cannot be read is given up. */
const mostTries = 10

/** Reads the oldest part that a phone has told, and lays out what was asked for of it. False: there is none to be read now. */
export async function unpackHistory({ units, log, channel }: Unpacking, place: Place): Promise<boolean> {
  const { companyId, connectionId } = place
  const actor = { kind: 'connection', companyId } as const
  const chunk = await units.read(actor, (ctx) => findChunk(ctx, connectionId))
  if (!chunk) return false
  try {
    const history = await channel.readHistory(place, { bytes: chunk.payload, own: chunk.own })
    await units.run(actor, async (ctx) => {
      const asked = await lockImport(ctx, connectionId)
      if (!(await removeChunk(ctx, chunk.id)) || !asked) return
      if (history.names.length > 0) await insertNames(ctx, connectionId, history.names)
      const wanted = history.messages.filter((message) => isWanted(message, asked)).map((one) => withPlace(one, place))
      for (let from = 0; from < wanted.length; from += atOnce)
        await insertHistory(ctx, connectionId, chunk.id, wanted.slice(from, from + atOnce))
    })
  } catch (err) {
    const isLast = chunk.attempts + 1 >= mostTries
    log.warn({ err, ...place, isLast }, 'a part of the past of a phone could not be read')
    await units.run(actor, async (ctx) => {
      if (isLast) await removeChunk(ctx, chunk.id)
      else await postponeChunk(ctx, chunk.id)
    })
  }
  return true
}

function isWanted({ sentAt, isGroup }: PastMessage, { since, until, takesGroups }: Import): boolean {
  const at = new Date(sentAt)
  return at > new Date(since) && (until === null || at < new Date(until)) && (takesGroups || !isGroup)
}

/** A file that is still with the network is fetched through the session of this very connection. */
function withPlace(message: PastMessage, place: Place): PastMessage {
  if (!message.media || !('source' in message.media)) return message
  return { ...message, media: { ...message.media, source: { ...message.media.source, ...place } } }
}
