import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'

export interface ChargeRow {
  id: number
  invoice_id: number
  provider: 'efi' | 'asaas'
  txid: string
  provider_id: string | null
  amount_cents: number
  status: 'making' | 'open' | 'paid' | 'removed' | 'expired'
  /** A call asks the provider for it, or has just been killed. */
  is_being_made: boolean
  copy_text: string
  expires_at: Date | null
  created_at: Date
}

const isBeingMade = sql`coalesce(status = 'making' and making_since > now() - interval '1 minute', false)`
const columns = sql`
  id, invoice_id, provider, txid, provider_id, amount_cents, status, ${isBeingMade} as is_being_made, copy_text,
  expires_at, created_at`

/** The charge that a payer can still use for this amount, or that is being made. */
export async function findUsableCharge(
  ctx: Ctx,
  { invoiceId, provider, amountCents }: { invoiceId: number; provider: string; amountCents: number },
): Promise<ChargeRow | undefined> {
  const { rows } = await sql<ChargeRow>`
    select ${columns} from charges
    where company_id = ${ctx.companyId} and invoice_id = ${invoiceId} and provider = ${provider}
      and amount_cents = ${amountCents}
      and (status = 'making' or status = 'open' and expires_at > now() + interval '5 minutes')
    order by id desc limit 1`.execute(ctx.db)
  return rows[0]
}

export async function insertCharge(
  ctx: Ctx,
  charge: Pick<ChargeRow, 'invoice_id' | 'provider' | 'txid' | 'amount_cents'>,
): Promise<ChargeRow> {
  const { rows } = await sql<ChargeRow>`
    insert into charges (company_id, invoice_id, provider, txid, amount_cents, making_since)
    values (${ctx.companyId}, ${charge.invoice_id}, ${charge.provider}, ${charge.txid}, ${charge.amount_cents}, now())
    returning ${columns}`.execute(ctx.db)
  const [made] = rows
  if (!made) throw new Error('a charge was not stored')
  return made
}

/**
 * Whether the caller is the one who asks the provider to make it. Two at the same moment could make two charges. Who
 * asked a minute ago and stored nothing was killed.
 */
export async function claimMaking(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update charges set making_since = now()
    where company_id = ${ctx.companyId} and id = ${id} and status = 'making' and not ${isBeingMade}
    returning id`.execute(ctx.db)
  return rows.length > 0
}

/** The provider has failed, so the next call asks it again. */
export async function releaseMaking(ctx: Ctx, id: number): Promise<void> {
  await sql`update charges set making_since = null where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** A payment may have been found meanwhile, so a charge never becomes open again. */
export async function openCharge(
  ctx: Ctx,
  id: number,
  made: { providerId: string; copyText: string; expiresAt: Date | undefined },
): Promise<void> {
  await sql`
    update charges
    set provider_id = ${made.providerId}, copy_text = ${made.copyText}, expires_at = ${made.expiresAt ?? null},
        status = case status when 'making' then 'open' else status end
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

export async function findCharge(ctx: Ctx, id: number): Promise<ChargeRow | undefined> {
  const { rows } = await sql<ChargeRow>`
    select ${columns} from charges where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
  return rows[0]
}

/** All of the company that could still be paid. */
export async function openCharges(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from charges where company_id = ${ctx.companyId} and status in ('making', 'open') order by id`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

/** Those of an invoice that could still be paid, besides one. */
export async function otherOpenCharges(ctx: Ctx, invoiceId: number, exceptId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from charges
    where company_id = ${ctx.companyId} and invoice_id = ${invoiceId} and id <> ${exceptId} and status in ('making', 'open')
    order by id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** `provider_id` too: the answer of the creation may have been lost. */
export async function setChargeState(
  ctx: Ctx,
  id: number,
  { status, providerId }: { status: ChargeRow['status']; providerId: string },
): Promise<void> {
  await sql`
    update charges set status = ${status}, provider_id = ${providerId}
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** In minutes. How often the provider is asked about an open charge. */
const pause = 10

/**
 * Charges whose turn it is to be asked about, of all companies; their next turn is set. One that has been expired for a
 * day is not asked about any more.
 */
export async function takeChargesToAsk(operator: Db, most: number): Promise<{ companyId: number; chargeId: number }[]> {
  const { rows } = await sql<{ companyId: number; chargeId: number }>`
    update charges c
    set next_ask_at = now() + make_interval(mins => ${pause}),
        status = case when coalesce(c.expires_at, c.created_at) < now() - interval '1 day' then 'expired' else c.status end
    from (select company_id, id from charges where status in ('making', 'open') and next_ask_at <= now()
          order by next_ask_at limit ${most} for update skip locked) due
    where c.company_id = due.company_id and c.id = due.id
    returning c.company_id as "companyId", c.id as "chargeId"`.execute(operator)
  return rows
}

export type ReportedCharge = ChargeRow & { company_id: number }

/** The charges that webhooks of a provider name, of whichever companies. */
export async function findReported(
  operator: Db,
  { provider, txids, providerIds }: { provider: string; txids: string[]; providerIds: string[] },
): Promise<ReportedCharge[]> {
  const { rows } = await sql<ReportedCharge>`
    select company_id, ${columns} from charges
    where provider = ${provider} and (txid = any (${txids}::text[]) or provider_id = any (${providerIds}::text[]))`.execute(
    operator,
  )
  return rows
}
