import { type Texts, textsIn } from '#texts'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** The texts of automatic messages in the language of the company. */
export async function companyTexts(ctx: Ctx): Promise<Texts> {
  const { rows } = await sql<{ language: string }>`select language from companies where id = ${ctx.companyId}`.execute(
    ctx.db,
  )
  return textsIn(rows[0]?.language ?? '')
}
