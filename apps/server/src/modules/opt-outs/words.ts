import { foldAnswer } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { UserCtx, Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { createRecent } from '#platform/recent'

interface OwnWord {
  key: string
  word: string
}

/** Read with every short message. */
const recent = createRecent<{ keys: ReadonlySet<string> }>({ max: 1000 })

/** The company's own words, folded. */
export async function readOwnWords(ctx: Ctx): Promise<ReadonlySet<string>> {
  const known = recent.find(ctx) ?? (await recent.read(ctx, async () => ({ keys: await keysOf(ctx) })))
  return known.keys
}

const keysOf = async (ctx: Ctx) => new Set((await rowsOf(ctx)).map(({ key }) => key))

/** As they were written. */
export const listWords = async (ctx: Ctx): Promise<string[]> => (await rowsOf(ctx)).map(({ word }) => word)

async function rowsOf(ctx: Ctx): Promise<OwnWord[]> {
  const { rows } = await sql<OwnWord>`
    select key, word from opt_out_words where company_id = ${ctx.companyId} order by position`.execute(ctx.db)
  return rows
}

export async function saveWords(ctx: UserCtx, words: readonly string[]): Promise<void> {
  const before = await listWords(ctx)
  if (JSON.stringify(before) === JSON.stringify(words)) return
  const rows = words.map((word, position) => ({ key: foldAnswer(word), word, position }))
  await sql`
    delete from opt_out_words
    where company_id = ${ctx.companyId} and key <> all (${rows.map(({ key }) => key)}::text[])`.execute(ctx.db)
  await sql`
    insert into opt_out_words (company_id, key, word, position)
    select ${ctx.companyId}, key, word, position
    from (${recordset(rows, sql`key text, word text, position smallint`)}) as x
    on conflict (company_id, key) do update set word = excluded.word, position = excluded.position`.execute(ctx.db)
  await audit(ctx, {
    action: 'optOutWords.changed',
    object: 'setting',
    detail: { before: { words: before }, after: { words } },
  })
  ctx.emit('optOutWords.saved', {})
  ctx.afterCommit(() => recent.forget(ctx))
}
