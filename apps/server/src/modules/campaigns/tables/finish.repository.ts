import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** In days. Who was asked and has not answered for so long is not waited for any more. */
const answersWithin = 7

/** Ends the campaigns in which nobody is left to write to. Returns them. */
export async function finishDone(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update campaigns p set status = 'FINALIZADA', completed_at = now(), updated_at = now()
    where p.company_id = ${ctx.companyId} and p.status = 'EM_ANDAMENTO' and p.started_at is not null
      and not exists (
        select from campaign_recipients r
        where r.company_id = p.company_id and r.campaign_id = p.id and r.state in ('waiting', 'reserved'))
      and not (p.confirmation and exists (
        select from campaign_recipients r
        where r.company_id = p.company_id and r.campaign_id = p.id and r.state in ('sent', 'delivered', 'read') and r.step = 'request'
          and r.requested_at > now() - make_interval(days => ${answersWithin})))
    returning p.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Stops campaigns whose connections were all deleted. Returns them. */
export async function stopWithoutConnection(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update campaigns p set status = 'CANCELADA', failure = 'ERR_CAMPAIGN_WITHOUT_CONNECTION', updated_at = now()
    where p.company_id = ${ctx.companyId} and p.status = 'EM_ANDAMENTO' and p.started_at is not null
      and not exists (
        select from campaign_paces k
        join connections n on n.company_id = k.company_id and n.id = k.connection_id and n.archived_at is null
        where k.company_id = p.company_id and k.campaign_id = p.id)
    returning p.id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
