import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { Ctx } from '#platform/context'
import { type Database, sql } from '#platform/database/sql'

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/**
 * The number of rows that the statements of this work examine; each comparison of two rows counts as one. Prepared
 * statements run with the plans that the connection has for them. They return no rows to the work.
 */
export async function looksAt<C extends Ctx>(ctx: C, work: (ctx: C) => Promise<unknown>): Promise<number> {
  let looked = 0
  let last: Promise<unknown> = Promise.resolve()
  // One after the other, as on a connection: a setting must be in effect when the next statement is explained.
  const executeQuery = <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const result = last.then(() => lookAt<R>(query))
    last = result.catch(nothing)
    return result
  }
  const lookAt = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const text = query.parameters.length === 0 ? undefined : await explained(ctx, query)
    const { rows } = await sql<{ 'QUERY PLAN'?: { Plan: PlanNode }[] }>`${sql.raw(text ?? query.sql)}`.execute(ctx.db)
    for (const { 'QUERY PLAN': plans = [] } of rows) for (const { Plan } of plans) looked += rowsOf(Plan)
    return { rows: [] }
  }
  await work({ ...ctx, db: new Kysely<Database>({ dialect: dialectOf(executeQuery) }) })
  return looked
}

async function explained(ctx: Ctx, query: CompiledQuery): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_prepared_statements where statement = ${query.sql}`.execute(ctx.db)
  const [prepared] = rows
  if (!prepared) throw new Error('the connection has not run this statement before')
  const values = query.parameters.map((value) => pg.escapeLiteral(asText(value)))
  return `explain (analyze, format json) execute ${pg.escapeIdentifier(prepared.name)} (${values.join(', ')})`
}

const asText = (value: unknown) => (Array.isArray(value) ? `{${value.join(',')}}` : String(value))

function rowsOf(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  const own = (node['Actual Rows'] + removed) * node['Actual Loops']
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own)
}

const dialectOf = (executeQuery: DatabaseConnection['executeQuery']) => ({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createDriver: () => ({
    init: nothing,
    acquireConnection: async () => ({
      executeQuery,
      // oxlint-disable-next-line require-yield -- nothing streams inside of a unit of work
      async *streamQuery(): AsyncGenerator<never> {
        throw new Error('a unit of work does not stream')
      },
    }),
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  }),
})

const nothing = () => Promise.resolve()
