import type { NoticeKind, NoticeLanguage } from '@guiche/contract'
import { type Db, sql } from '#platform/database/sql'

export interface NoticeTextRow {
  kind: NoticeKind
  language: NoticeLanguage
  subject: string
  text: string
}

export type Which = Pick<NoticeTextRow, 'kind' | 'language'>

/** They belong to the installation, so the operator's connection reads and writes them. */
export async function listChangedTexts(operator: Db): Promise<NoticeTextRow[]> {
  return (await sql<NoticeTextRow>`select kind, language, subject, text from notice_texts`.execute(operator)).rows
}

export async function findChangedText(operator: Db, { kind, language }: Which): Promise<NoticeTextRow | undefined> {
  const { rows } = await sql<NoticeTextRow>`
    select kind, language, subject, text from notice_texts where kind = ${kind} and language = ${language}`.execute(
    operator,
  )
  return rows[0]
}

export async function keepText(operator: Db, { kind, language, subject, text }: NoticeTextRow): Promise<void> {
  await sql`
    insert into notice_texts (kind, language, subject, text) values (${kind}, ${language}, ${subject}, ${text})
    on conflict (kind, language) do update set subject = excluded.subject, text = excluded.text, updated_at = now()`.execute(
    operator,
  )
}

export async function forgetText(operator: Db, { kind, language }: Which): Promise<void> {
  await sql`delete from notice_texts where kind = ${kind} and language = ${language}`.execute(operator)
}
