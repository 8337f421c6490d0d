import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'

type Columns = Record<'body' | 'mediaType' | 'fileId', RawBuilder<unknown>>

/** What a ticket shows of its last message: its words, else the name of its file where that says anything, else its kind. */
export const previewOf = ({ companyId }: Ctx, { body, mediaType, fileId }: Columns): RawBuilder<string> => sql`
  left(case when ${body} <> '' then ${body} else coalesce((
    select f.original_name from files f
    where f.company_id = ${companyId} and f.id = ${fileId} and ${mediaType} not in ('audio', 'sticker')), ${mediaType}) end, 255)`
