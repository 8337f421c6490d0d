import type { History, PastChange, PastFile, PastMessage, PastReaction } from '@guiche/channel'
import type { Channels } from '#channels/registry'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { compareWithPhone, giveFiles } from '#modules/inbound'
import { withoutPrivateMessages } from '#modules/user-notices'
import {
  type Chunk,
  findChunk,
  giveWaitingFiles,
  insertHistory,
  insertNames,
  keepChunk,
  postponeChunk,
  removeChunk,
} from './history.repository.ts'
import { type Import, lockImport } from './imports.repository.ts'
import { recoverMissed } from './recover-missed.ts'

interface ConnectionRef {
  companyId: number
  connectionId: number
}

interface Unpacking extends Pick<Deps, 'units' | 'log'> {
  channels: Pick<Channels, 'find'>
}

const batch = 500
/** With growing pauses, about a quarter of an hour until a chunk that cannot be read is given up. */
const maxTries = 10

/**
 * Reads the oldest chunk of a phone's history: recovers missed messages, and stages the messages of an import. False:
 * no chunk is due.
 */
export async function unpackHistory({ units, log, channels }: Unpacking, connection: ConnectionRef): Promise<boolean> {
  const { companyId, connectionId } = connection
  const actor = { kind: 'import', companyId, connectionId } as const
  const chunk = await units.read(actor, (ctx) => findChunk(ctx, connectionId))
  if (!chunk) return false
  try {
    const channel = channels.find(chunk.channel)
    if (!channel?.readHistory) throw new Error(`nothing here reads the history of ${chunk.channel}`)
    const history = await channel.readHistory(connection, { bytes: chunk.payload, own: chunk.own })
    await units.run(actor, async (ctx) => {
      const asked = await lockImport(ctx, connectionId)
      if (!(await removeChunk(ctx, chunk.id))) return
      const known = await withoutPrivateMessages(ctx, history.messages)
      const messages = known.map((one) => withConnection(one, connection))
      const received = { messages, changes: history.changes }
      if (chunk.is_answer) await compareWithPhone(ctx, connectionId, received, chunk.received_at)
      if (chunk.missed) await recoverMissed(ctx, connectionId, received, chunk.missed)
      if (asked && chunk.for_import) await stage(ctx, chunk, asked, { ...history, messages })
      const files = (history.files ?? []).map((one) => withConnection(one, connection))
      const isComplete = await giveAll(ctx, connectionId, files, history)
      // They may belong to a chunk that has not come yet.
      if (!isComplete && asked && chunk.attempts + 1 < maxTries) await keepChunk(ctx, connectionId, chunk)
    })
  } catch (err) {
    const isLast = chunk.attempts + 1 >= maxTries
    log.warn(
      { event: 'import.chunk-failed', err, ...connection, isLast },
      'could not read a chunk of the history of a phone',
    )
    await units.run(actor, async (ctx) => {
      if (isLast) await removeChunk(ctx, chunk.id)
      else await postponeChunk(ctx, chunk.id)
    })
  }
  return true
}

/** Messages that were just recovered are in the inbox, and the import recognises them later. */
async function stage(ctx: Ctx, { id }: Chunk, asked: Import, { messages, changes, names }: History): Promise<void> {
  const { connectionId } = asked
  if (names.length > 0) await insertNames(ctx, connectionId, names)
  const reactions = Map.groupBy(changes.filter(isReaction), ({ externalId }) => externalId)
  const wanted = messages
    .filter((message) => isWanted(message, asked))
    .map((message) => ({ ...message, reactions: reactions.get(message.externalId) ?? [] }))
  for (let from = 0; from < wanted.length; from += batch)
    await insertHistory(ctx, connectionId, id, wanted.slice(from, from + batch))
}

const isReaction = (change: PastChange): change is PastReaction => change.kind === 'reaction'

/** Gives messages that were sent without their files what belongs to them. False: some of the messages are not here yet. */
async function giveAll(
  ctx: Ctx,
  connectionId: number,
  files: PastFile[],
  { messages }: Pick<History, 'messages'>,
): Promise<boolean> {
  if (files.length === 0) return true
  const waiting = await giveWaitingFiles(ctx, connectionId, files)
  const stored = await giveFiles(ctx, connectionId, files)
  const own = new Set(messages.map(({ externalId }) => externalId))
  return files.every(({ externalId }) => own.has(externalId) || waiting.has(externalId) || stored.has(externalId))
}

function isWanted({ sentAt, isGroup }: PastMessage, { since, until, takesGroups }: Import): boolean {
  const at = new Date(sentAt)
  return at > new Date(since) && (until === null || at < new Date(until)) && (takesGroups || !isGroup)
}

/** A file that is still at the network is fetched through the session of this connection. */
function withConnection<M extends Pick<PastMessage, 'media'>>(message: M, connection: ConnectionRef): M {
  if (!message.media || !('source' in message.media)) return message
  return { ...message, media: { ...message.media, source: { ...message.media.source, ...connection } } }
}
