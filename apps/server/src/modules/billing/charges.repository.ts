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
  /** It ran out a day ago, so no payment of it is on its way any more. */
  is_over: boolean
  copy_text: string
  expires_at: Date | null
  created_at: Date
}

const isBeingMade = sql`coalesce(status = 'making' and making_since > now() - interval '1 minute', false)`
const isOver = sql`coalesce(coalesce(expires_at, created_at) < now() - interval '1 day', false)`
const columns = sql`
  id, invoice_id, provider, txid, provider_id, amount_cents, status, ${isBeingMade} as is_being_made, ${isOver} as is_over,
  copy_text, expires_at, created_at`

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

/** Nobody is to pay the codes of an invoice any more, besides one. */
export async function cancelCharges(ctx: Ctx, invoiceId: number, { exceptId = 0 } = {}): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from charges
    where company_id = ${ctx.companyId} and invoice_id = ${invoiceId} and id <> ${exceptId} and status in ('making', 'open')
    order by id`.execute(ctx.db)
  for (const { id: chargeId } of rows) await ctx.enqueue('billing.cancel-charge', { chargeId })
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

/** In minutes. How often the provider is asked about an open charge, and about one that is over. */
const pauses = { open: 10, over: 60 }
/** In days. A provider that has said nothing for so long is not asked any more. */
const askedFor = 30

/**
 * Charges whose turn it is to be asked about, of all companies; their next turn is set. One that is over is asked about
 * until the provider has answered once: it may have been down, or our certificate may have run out, since it was paid.
 */
export async function takeChargesToAsk(operator: Db, most: number): Promise<{ companyId: number; chargeId: number }[]> {
  const { rows } = await sql<{ companyId: number; chargeId: number }>`
    update charges c
    set next_ask_at = now() + make_interval(mins => case when ${isOver} then ${sql.lit(pauses.over)} else ${sql.lit(pauses.open)} end),
        status = case when coalesce(c.expires_at, c.created_at) < now() - make_interval(days => ${sql.lit(askedFor)}) then 'expired' else c.status end
    from (select company_id, id from charges where status in ('making', 'open') and next_ask_at <= now()
          order by next_ask_at limit ${most} for update skip locked) due
    where c.company_id = due.company_id and c.id = due.id
    returning c.company_id as "companyId", c.id as "chargeId"`.execute(operator)
  return rows
}

/** The charges that a webhook names, of whichever company. */
export async function findReported(
  operator: Db,
  { provider, txids, providerIds }: { provider: string; txids: string[]; providerIds: string[] },
): Promise<{ companyId: number; chargeId: number }[]> {
  const { rows } = await sql<{ companyId: number; chargeId: number }>`
    select company_id as "companyId", id as "chargeId" from charges
    where provider = ${provider} and (txid = any (${txids}::text[]) or provider_id = any (${providerIds}::text[]))`.execute(
    operator,
  )
  return rows
}
