import type { PastChange, PastMessage, PastReaction } from '@guiche/channel'
import type { History, WhatsAppWebChannel } from '#channels/whatsapp-web'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { compareTold } from '#modules/inbound'
import { type Chunk, findChunk, insertHistory, insertNames, postponeChunk, removeChunk } from './history.repository.ts'
import { type Import, lockImport } from './imports.repository.ts'
import { recoverMissed } from './recover-missed.ts'

interface Place {
  companyId: number
  connectionId: number
}

interface Unpacking extends Pick<Deps, 'units' | 'log'> {
  channel: Pick<WhatsAppWebChannel, 'readHistory'>
}

const atOnce = 500
/** After so many seconds, growing to a quarter of an hour, a part that cannot be read is given up. */
const mostTries = 10

/**
 * Reads the oldest part that a phone has told: what was missed comes in, and what an import asked for is laid out. False: there
 * is none to be read now.
 */
export async function unpackHistory({ units, log, channel }: Unpacking, place: Place): Promise<boolean> {
  const { companyId, connectionId } = place
  const actor = { kind: 'import', companyId, connectionId } as const
  const chunk = await units.read(actor, (ctx) => findChunk(ctx, connectionId))
  if (!chunk) return false
  try {
    const history = await channel.readHistory(place, { bytes: chunk.payload, own: chunk.own })
    await units.run(actor, async (ctx) => {
      const asked = await lockImport(ctx, connectionId)
      if (!(await removeChunk(ctx, chunk.id))) return
      const messages = history.messages.map((one) => withPlace(one, place))
      const told = { messages, changes: history.changes }
      if (chunk.is_answer) await compareTold(ctx, connectionId, told, chunk.received_at)
      if (chunk.missed) await recoverMissed(ctx, connectionId, told, chunk.missed)
      if (asked && chunk.for_import) await layOut(ctx, chunk, asked, { ...history, messages })
    })
  } catch (err) {
    const isLast = chunk.attempts + 1 >= mostTries
    log.warn({ event: 'import.chunk-failed', err, ...place, isLast }, 'could not read a part of the history of a phone')
    await units.run(actor, async (ctx) => {
      if (isLast) await removeChunk(ctx, chunk.id)
      else await postponeChunk(ctx, chunk.id)
    })
  }
  return true
}

/** What was recovered waits in the inbox, and is known to be here. */
async function layOut(ctx: Ctx, { id }: Chunk, asked: Import, { messages, changes, names }: History): Promise<void> {
  const { connectionId } = asked
  if (names.length > 0) await insertNames(ctx, connectionId, names)
  const reactions = Map.groupBy(changes.filter(isReaction), ({ externalId }) => externalId)
  const wanted = messages
    .filter((message) => isWanted(message, asked))
    .map((message) => ({ ...message, reactions: reactions.get(message.externalId) ?? [] }))
  for (let from = 0; from < wanted.length; from += atOnce)
    await insertHistory(ctx, connectionId, id, wanted.slice(from, from + atOnce))
}

const isReaction = (change: PastChange): change is PastReaction => change.kind === 'reaction'

function isWanted({ sentAt, isGroup }: PastMessage, { since, until, takesGroups }: Import): boolean {
  const at = new Date(sentAt)
  return at > new Date(since) && (until === null || at < new Date(until)) && (takesGroups || !isGroup)
}

/** A file that is still with the network is fetched through the session of this very connection. */
function withPlace(message: PastMessage, place: Place): PastMessage {
  if (!message.media || !('source' in message.media)) return message
  return { ...message, media: { ...message.media, source: { ...message.media.source, ...place } } }
}
