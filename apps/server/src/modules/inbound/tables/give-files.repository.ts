import type { PastFile } from '@guiche/channel'
import { wayOfId } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { channelOf } from '#modules/connections'
import { awaitFile } from '#modules/media'
import { giveFile } from '#modules/messages'

interface Stored {
  external_id: string
  id: number
  lacks_file: boolean
}

/** Gives stored messages that came without their file what was missing of them. Returns which of them are stored. */
export async function giveFiles(ctx: Ctx, connectionId: number, files: PastFile[]): Promise<Set<string>> {
  const ids = files.map(({ externalId }) => externalId)
  const { rows } = await sql<Stored>`
    select external_id, id, file_id is null and media_type = 'unsupported' as lacks_file from messages
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = any (${ids}::text[])
    union all
    select p.network_id, m.id, m.file_id is null and m.media_type = 'unsupported' from message_parts p
    join messages m on m.company_id = p.company_id and m.id = p.message_id
    where p.company_id = ${ctx.companyId} and p.connection_id = ${connectionId} and p.network_id = any (${ids}::text[])`.execute(
    ctx.db,
  )
  const stored = new Map(rows.map((row) => [row.external_id, row]))
  const reachedBy = await channelOf(ctx, connectionId)
  for (const { externalId, body, mediaType, media } of files) {
    const row = stored.get(externalId)
    if (!row?.lacks_file) continue
    const { source: reference, mime, name, bytes, details } = media
    const channel = wayOfId(externalId) ?? reachedBy
    const { fileId } = await awaitFile(ctx, { channel, reference, mime, name, bytes, details, isLazy: true })
    await giveFile(ctx, row.id, { fileId, mediaType, body })
  }
  return new Set(stored.keys())
}
