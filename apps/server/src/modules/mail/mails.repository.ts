import type { MailOutcome } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'

type Company = Pick<Ctx, 'companyId' | 'db'>

const aadOf = ({ companyId }: Company, id: string) => `${companyId}:mail:${id}`

interface NewMail {
  id: string
  recipient: string
  template: string
  language: string
  values: object
  /** In seconds; undefined: the mail may come at any time. */
  lifetime: number | undefined
}

export async function insertMail(ctx: Company, key: Buffer, mail: NewMail): Promise<void> {
  const { id, recipient, template, language, values, lifetime = null } = mail
  await sql`
    insert into mails (company_id, id, recipient, template, language, key_id, ciphertext, expires_at)
    values (${ctx.companyId}, ${id}, ${recipient}, ${template}, ${language}, ${sealingKeyId},
            ${seal(key, JSON.stringify(values), aadOf(ctx, id))}, now() + make_interval(secs => ${lifetime}))`.execute(
    ctx.db,
  )
}

export interface UnsentMail {
  id: string
  recipient: string
  template: string
  language: string
  values: unknown
  isExpired: boolean
}

/** A mail that waits, or that was given up and is asked for again. Undefined: it has ended. */
export async function findUnsent(ctx: Company, key: Buffer, id: string): Promise<UnsentMail | undefined> {
  const { rows } = await sql<Omit<UnsentMail, 'values'> & { ciphertext: Buffer }>`
    select id, recipient, template, language, ciphertext, coalesce(expires_at <= now(), false) as "isExpired"
    from mails where company_id = ${ctx.companyId} and id = ${id} and status in ('waiting', 'given_up') and ciphertext is not null`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) return undefined
  const { ciphertext, ...mail } = row
  return { ...mail, values: JSON.parse(unseal(key, ciphertext, aadOf(ctx, id))) }
}

interface Outcome {
  status: 'waiting' | 'sent' | 'refused' | 'given_up'
  outcome: MailOutcome
  /** Another try would end the same way. */
  isOver: boolean
}

/** Records the last try. What filled the text is removed, unless the mail may still be sent. */
export async function settleMail(ctx: Company, id: string, { status, outcome, isOver }: Outcome): Promise<void> {
  await sql`
    update mails set status = ${status}, outcome = ${outcome},
      ciphertext = case when not ${isOver} then ciphertext end,
      ended_at = case when ${status} <> 'waiting' then now() end
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

export interface UnsentRow {
  id: string
  company_id: number
  company_name: string
  recipient: string
  outcome: MailOutcome
  ended_at: Date
}

const shown = 20

/** The latest mails of all companies that were not sent, newest first. */
export async function listUnsent(operator: Db): Promise<UnsentRow[]> {
  const { rows } = await sql<UnsentRow>`
    select m.id, m.company_id, c.name as company_name, m.recipient, m.outcome, m.ended_at
    from mails m join companies c on c.id = m.company_id
    where m.status in ('refused', 'given_up') and m.outcome is not null and m.ended_at is not null
    order by m.ended_at desc limit ${sql.lit(shown)}`.execute(operator)
  return rows
}

/** Mails that ended more than `days` days ago. */
export async function removeOldMails(operator: Db, days: number, most: number): Promise<number> {
  const { rows } = await sql`
    delete from mails where (company_id, id) in (
      select company_id, id from mails where ended_at < now() - make_interval(days => ${days}) limit ${most})
    returning id`.execute(operator)
  return rows.length
}
