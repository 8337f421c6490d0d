import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { AnswererKind } from '@guiche/contract'
import './exchanges.facts.ts'

interface Service {
  kind: AnswererKind
  answerer_id: number
}

/** After so many failures in a row a service is not asked for a while. */
export const mostFailures = 5

/** In seconds: how long. It doubles each time, up to the longest. */
const first = sql.lit(30)
const longest = sql.lit(600)

/** The service has answered. */
export async function noteSuccess(ctx: Ctx, { kind, answerer_id: id }: Service): Promise<void> {
  const { rows } = await sql<{ was_open: boolean }>`
    update answerer_breakers b set failures = 0, failure = null, open_until = null, changed_at = now()
    from answerer_breakers o
    where b.company_id = ${ctx.companyId} and b.kind = ${kind} and b.answerer_id = ${id} and b.failures > 0
      and o.company_id = b.company_id and o.kind = b.kind and o.answerer_id = b.answerer_id
    returning o.open_until is not null as was_open`.execute(ctx.db)
  if (rows[0]?.was_open) ctx.emit('answerer.changed', { kind, answererId: id })
}

/** The service has not answered, or nothing that makes sense. */
export async function noteFailure(ctx: Ctx, { kind, answerer_id: id }: Service, failure: string): Promise<void> {
  const { rows } = await sql<{ is_open: boolean }>`
    insert into answerer_breakers as b (company_id, kind, answerer_id, failures, failure)
    values (${ctx.companyId}, ${kind}, ${id}, 1, ${failure})
    on conflict (company_id, kind, answerer_id) do update set
      failures = b.failures + 1, failure = excluded.failure, changed_at = now(),
      open_until = case when b.failures + 1 >= ${sql.lit(mostFailures)} then
        now() + make_interval(secs => least(${first} * 2 ^ least(b.failures + 1 - ${sql.lit(mostFailures)}, 10), ${longest})) end
    -- What was asked before it opened fails together.
    where b.open_until is null or b.open_until <= now()
    returning b.open_until is not null as is_open`.execute(ctx.db)
  if (rows[0]?.is_open) ctx.emit('answerer.changed', { kind, answererId: id })
}

export interface ServiceState {
  kind: AnswererKind
  answerer_id: number
  state: 'closed' | 'open' | 'trying'
  failures: number
  failure: string | null
  open_until: Date | null
  asking: number
  waiting: number
}

/** Of all services that were asked at least once. */
export async function readServices(ctx: Ctx): Promise<ServiceState[]> {
  const { rows } = await sql<ServiceState>`
    select b.kind, b.answerer_id, b.failures, b.failure, b.open_until,
           case when b.open_until is null then 'closed' when b.open_until > now() then 'open' else 'trying' end as state,
           (select count(*) from exchanges e where e.company_id = b.company_id and e.kind = b.kind
            and e.answerer_id = b.answerer_id and e.state = 'asking') as asking,
           (select count(*) from exchanges e where e.company_id = b.company_id and e.kind = b.kind
            and e.answerer_id = b.answerer_id and e.state = 'due') as waiting
    from answerer_breakers b where b.company_id = ${ctx.companyId} order by b.kind, b.answerer_id`.execute(ctx.db)
  return rows
}

/** Its settings have changed, so what has failed before says nothing; or it is gone. */
export async function forgetFailures(ctx: Ctx, kind: AnswererKind, answererId: number): Promise<void> {
  await sql`
    delete from answerer_breakers where company_id = ${ctx.companyId} and kind = ${kind} and answerer_id = ${answererId}`.execute(
    ctx.db,
  )
  ctx.emit('answerer.changed', { kind, answererId })
}
