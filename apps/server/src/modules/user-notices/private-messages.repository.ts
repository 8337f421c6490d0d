import type { StoredChannel } from '@guiche/channel'
import { channelsThat } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { seal, sealingKeyId, unseal } from '#platform/security/seal'
import type { Notice } from './notice.ts'

interface Company {
  companyId: number
  db: Db
}

const aadOf = ({ companyId }: Pick<Company, 'companyId'>, id: string) => `${companyId}:private:${id}`

export interface Recipient {
  companyId: number
  /** Null: the company as such. */
  userId: number | null
  /** Where the text goes if the connection does not deliver it. Null: nowhere. */
  email: string | null
  language: string
}

interface NewPrivateMessage {
  id: string
  connectionId: number
  /** In digits, with the country code. */
  address: string
  recipient: Recipient
  notice: Notice
}

export async function insertPrivateMessage(company: Company, key: Buffer, message: NewPrivateMessage): Promise<void> {
  const { id, connectionId, address, recipient, notice } = message
  const { lifetime, ...kept } = notice
  const content: Content = { ...kept, email: recipient.email, language: recipient.language }
  await sql`
    insert into private_messages (company_id, id, connection_id, address, key_id, ciphertext, recipient_company_id, recipient_user_id, expires_at)
    values (${company.companyId}, ${id}, ${connectionId}, ${address}, ${sealingKeyId},
            ${seal(key, JSON.stringify(content), aadOf(company, id))}, ${recipient.companyId}, ${recipient.userId},
            now() + make_interval(secs => ${lifetime}))`.execute(company.db)
}

/** What is sealed: enough to write the message, and to mail it instead. */
type Content = Omit<Notice, 'lifetime'> & Pick<Recipient, 'email' | 'language'>

export interface TakenMessage extends Content {
  id: string
  connectionId: number
  channel: StoredChannel
  address: string
  tries: number
  recipientCompanyId: number
  /** In seconds; none is left: it would come too late. */
  left: number
  /** The connection has had its time: send it another way. */
  isLate: boolean
}

/** In seconds. After that long without success it is mailed, if it can be. */
const forConnection = 60
/** In seconds, how long one try may take before another process repeats it under the same id. */
const claim = 30

interface TakenRow extends Pick<TakenMessage, 'id' | 'channel' | 'address' | 'tries' | 'left' | 'isLate'> {
  connection_id: number
  recipient_company_id: number
  /** Of a message that waits, never null. */
  ciphertext: Buffer | null
}

/** Each connection is run by one process. */
const byPhone = channelsThat(({ linkedBy }) => linkedBy === 'phone')

/** Takes a message that is due and whose connection this process serves. Late ones are taken by any process. */
export async function takePrivateMessage(
  ctx: Pick<Ctx, 'companyId' | 'db'>,
  key: Buffer,
  served: readonly number[],
): Promise<TakenMessage | undefined> {
  const isLate = sql`m.created_at < clock_timestamp() - make_interval(secs => ${sql.lit(forConnection)})`
  const { rows } = await sql<TakenRow>`
    with due as (
      select m.id, n.channel, ${isLate} as is_late from private_messages m
      join connections n on n.company_id = m.company_id and n.id = m.connection_id
      where m.company_id = ${ctx.companyId} and m.status = 'waiting' and m.not_before <= clock_timestamp()
        and (${isLate} or n.id = any (${[...served]}::bigint[])
             or n.channel <> all (${byPhone}::text[])
             or not exists (select from connection_leases l where l.company_id = n.company_id and l.connection_id = n.id))
      order by m.not_before limit 1
      for update of m skip locked)
    update private_messages m set tries = m.tries + 1, not_before = clock_timestamp() + make_interval(secs => ${sql.lit(claim)})
    from due where m.company_id = ${ctx.companyId} and m.id = due.id
    returning m.id, m.connection_id, due.channel, m.address, m.tries::int, m.ciphertext, m.recipient_company_id,
      extract(epoch from m.expires_at - clock_timestamp())::int as left, due.is_late as "isLate"`.execute(ctx.db)
  const [row] = rows
  if (!row?.ciphertext) return undefined
  const {
    ciphertext: _ciphertext,
    connection_id: connectionId,
    recipient_company_id: recipientCompanyId,
    ...taken
  } = row
  // Sealed by `insertPrivateMessage`.
  const content = JSON.parse(unseal(key, row.ciphertext, aadOf(ctx, row.id))) as Content
  return { ...taken, ...content, connectionId, recipientCompanyId }
}

/** Tries again after `pause` seconds. */
export async function postponePrivateMessage(
  ctx: Pick<Ctx, 'companyId' | 'db'>,
  id: string,
  pause: number,
): Promise<void> {
  await sql`
    update private_messages set not_before = clock_timestamp() + make_interval(secs => ${pause})
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** Number and text are not needed any more. False: another process has ended it. */
export async function endPrivateMessage(
  { companyId, db }: Pick<Ctx, 'companyId' | 'db'>,
  id: string,
  status: 'sent' | 'mailed' | 'failed',
): Promise<boolean> {
  const { rows } = await sql`
    update private_messages set status = ${status}, ciphertext = null, address = ''
    where company_id = ${companyId} and id = ${id} and status = 'waiting' returning id`.execute(db)
  return rows.length > 0
}

export async function companiesWithPrivateMessages(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct company_id from private_messages where status = 'waiting' and not_before <= clock_timestamp()`.execute(
    operator,
  )
  return rows.map((row) => row.company_id)
}

export async function findPrivateIds(ctx: Pick<Ctx, 'companyId' | 'db'>, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from private_messages where company_id = ${ctx.companyId} and id = any (${[...ids]}::uuid[])`.execute(
    ctx.db,
  )
  return new Set(rows.map(({ id }) => id))
}
