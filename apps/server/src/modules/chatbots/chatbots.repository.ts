import type { OptionType } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { inTreeOrder } from './tree-order.ts'

export interface OptionValues {
  /** Null on the first level. */
  parent_id: number | null
  /** Its number on its level, beginning with 1. */
  position: number
  name: string
  greeting_message: string
  kind: OptionType
  target_queue_id: number | null
  target_user_id: number | null
  target_file_list_id: number | null
  target_integration_id: number | null
  closes_ticket: boolean
}

export type Option = OptionValues & { id: number }

export interface OptionRow extends Option {
  queue_id: number
  created_at: Date
  updated_at: Date
}

const columns = sql`
  o.id, o.queue_id, o.parent_id, o.position, o.name, o.greeting_message, o.kind, o.target_queue_id, o.target_user_id,
  o.target_file_list_id, o.target_integration_id, o.closes_ticket, o.created_at, o.updated_at`

/** Menu by menu, each option before those below it. */
export async function menusOf(ctx: Ctx, queueIds: readonly number[]): Promise<OptionRow[]> {
  if (queueIds.length === 0) return []
  const { rows } = await sql<OptionRow>`
    select ${columns} from chatbot_options o
    where o.company_id = ${ctx.companyId} and o.queue_id = any (${[...queueIds]}::bigint[])
    order by o.queue_id, o.position, o.id`.execute(ctx.db)
  return inTreeOrder(rows)
}

export async function firstLevelsOf(ctx: Ctx, queueIds: readonly number[]): Promise<OptionRow[]> {
  if (queueIds.length === 0) return []
  const { rows } = await sql<OptionRow>`
    select ${columns} from chatbot_options o
    where o.company_id = ${ctx.companyId} and o.queue_id = any (${[...queueIds]}::bigint[]) and o.parent_id is null
    order by o.queue_id, o.position`.execute(ctx.db)
  return rows
}

/** The menus of all queues in use. */
export async function allMenus(ctx: Ctx): Promise<OptionRow[]> {
  const { rows } = await sql<OptionRow>`
    select ${columns} from chatbot_options o join queues q on q.company_id = o.company_id and q.id = o.queue_id
    where o.company_id = ${ctx.companyId} and q.archived_at is null
    order by o.queue_id, o.position, o.id`.execute(ctx.db)
  return inTreeOrder(rows)
}

/** Options of queues in use. */
export async function findOptions(ctx: Ctx, ids: readonly number[]): Promise<OptionRow[]> {
  const { rows } = await sql<OptionRow>`
    select ${columns} from chatbot_options o join queues q on q.company_id = o.company_id and q.id = o.queue_id
    where o.company_id = ${ctx.companyId} and o.id = any (${[...ids]}::bigint[]) and q.archived_at is null`.execute(
    ctx.db,
  )
  return rows
}

/** One save of a menu at a time. False: the company has no such queue. */
export async function lockMenu(ctx: Ctx, queueId: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from queues where company_id = ${ctx.companyId} and id = ${queueId} and archived_at is null
    for no key update`.execute(ctx.db)
  return rows.length > 0
}

export async function drawIds(ctx: Ctx, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval('chatbot_options_id_seq') as id from generate_series(1, ${count}::int)`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Adds and changes options of a menu that is locked. */
export async function writeOptions(ctx: Ctx, queueId: number, options: readonly Option[]): Promise<void> {
  if (options.length === 0) return
  await sql`
    insert into chatbot_options as o
      (company_id, id, queue_id, parent_id, position, name, greeting_message, kind, target_queue_id, target_user_id,
       target_file_list_id, target_integration_id, closes_ticket)
    select ${ctx.companyId}, n.id, ${queueId}, n.parent_id, n.position, n.name, n.greeting_message, n.kind,
           n.target_queue_id, n.target_user_id, n.target_file_list_id, n.target_integration_id, n.closes_ticket
    from (${recordset(options, columnTypes)}) n
    on conflict (company_id, id) do update set
      parent_id = excluded.parent_id, position = excluded.position, name = excluded.name,
      greeting_message = excluded.greeting_message, kind = excluded.kind, target_queue_id = excluded.target_queue_id,
      target_user_id = excluded.target_user_id, target_file_list_id = excluded.target_file_list_id,
      target_integration_id = excluded.target_integration_id, closes_ticket = excluded.closes_ticket, updated_at = now()
    where (o.parent_id, o.position, o.name, o.greeting_message, o.kind, o.target_queue_id, o.target_user_id,
           o.target_file_list_id, o.target_integration_id, o.closes_ticket)
      is distinct from
          (excluded.parent_id, excluded.position, excluded.name, excluded.greeting_message, excluded.kind,
           excluded.target_queue_id, excluded.target_user_id, excluded.target_file_list_id,
           excluded.target_integration_id, excluded.closes_ticket)`.execute(ctx.db)
}

const columnTypes = sql`
  id bigint, parent_id bigint, position int, name text, greeting_message text, kind text, target_queue_id bigint,
  target_user_id bigint, target_file_list_id bigint, target_integration_id bigint, closes_ticket boolean`

/** Options below them go with them. */
export async function removeOptions(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from chatbot_options where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[])`.execute(
    ctx.db,
  )
}

interface Targets {
  queueIds: readonly number[]
  userIds: readonly number[]
}

/** Those of the queues and users that the company has and uses. They are not locked: an option may outlive its target. */
export async function targetsInUse(ctx: Ctx, { queueIds, userIds }: Targets): Promise<Targets> {
  const { rows } = await sql<{ id: number; kind: string }>`
    select id, 'queue' as kind from queues
    where company_id = ${ctx.companyId} and id = any (${[...queueIds]}::bigint[]) and archived_at is null
    union all
    select id, 'user' as kind from users
    where company_id = ${ctx.companyId} and id = any (${[...userIds]}::bigint[]) and archived_at is null`.execute(
    ctx.db,
  )
  const idsOf = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  return { queueIds: idsOf('queue'), userIds: idsOf('user') }
}
