import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Some networks name no type of a picture or video. Once the file is here, its message is shown as what it is. */
export async function showAsFound(ctx: Ctx, fileId: number): Promise<void> {
  await sql`
    update messages m set media_type = split_part(f.mime, '/', 1) from files f
    where f.company_id = ${ctx.companyId} and f.id = ${fileId} and split_part(f.mime, '/', 1) in ('image', 'video')
      and m.company_id = f.company_id and m.file_id = f.id and m.media_type in ('image', 'video')
      and m.media_type <> split_part(f.mime, '/', 1)`.execute(ctx.db)
}
