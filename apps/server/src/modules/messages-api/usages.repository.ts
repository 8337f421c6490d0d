import type { ApiUsage } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export type Counted = Exclude<keyof ApiUsage, 'day'>
export type Counts = Partial<Record<Counted, number>>

/** Adds to the counts of today. Other calls of the company wait for the end of this unit of work, so it comes with the commit. */
export function countUsage(
  ctx: Ctx,
  { texts = 0, images = 0, videos = 0, pdfs = 0, others = 0, checks = 0 }: Counts,
): void {
  ctx.atEnd(
    () => sql`
    insert into api_usages as u (company_id, day, texts, images, videos, pdfs, others, checks)
    select c.id, (now() at time zone c.timezone)::date, ${texts}, ${images}, ${videos}, ${pdfs}, ${others}, ${checks}
    from companies c where c.id = ${ctx.companyId}
    on conflict (company_id, day) do update set
      texts = u.texts + excluded.texts, images = u.images + excluded.images, videos = u.videos + excluded.videos,
      pdfs = u.pdfs + excluded.pdfs, others = u.others + excluded.others, checks = u.checks + excluded.checks`,
  )
}

const shownDays = 30

export async function listUsages(ctx: Ctx): Promise<ApiUsage[]> {
  const { rows } = await sql<ApiUsage>`
    select u.day, u.texts, u.images, u.videos, u.pdfs, u.others, u.checks
    from api_usages u join companies c on c.id = u.company_id
    where u.company_id = ${ctx.companyId} and u.day > (now() at time zone c.timezone)::date - ${shownDays}::int
    order by u.day desc`.execute(ctx.db)
  return rows
}
