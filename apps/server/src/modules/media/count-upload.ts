import { limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError } from '#platform/errors'

/**
 * A person uploads so much in a day and no more (S56): ERR_UPLOAD_LIMIT (429). Counted in the unit of work that keeps the
 * file, so what is not kept does not count, and uploads at the same moment count one after the other.
 */
export async function countUpload({ db, companyId, actor }: Ctx, bytes: number): Promise<void> {
  if (actor.kind !== 'user') return
  const { rows } = await sql<{ bytes: number; left: number }>`
    with today as (
      select (now() at time zone timezone)::date as day,
        ceil(extract(epoch from date_trunc('day', now() at time zone timezone) + interval '1 day' - now() at time zone timezone))::int as left
      from companies where id = ${companyId})
    insert into uploads as u (company_id, user_id, day, bytes) select ${companyId}, ${actor.userId}, day, ${bytes} from today
    on conflict (company_id, user_id) do update
      set bytes = excluded.bytes + case when u.day = excluded.day then u.bytes else 0 end, day = excluded.day
    returning bytes, (select "left" from today)`.execute(db)
  const [today] = rows
  if (!today || today.bytes > limits.uploadsPerDay)
    throw new AppError('ERR_UPLOAD_LIMIT', 429, { most: limits.uploadsPerDay, retryAfter: today?.left ?? 3600 })
}
