import type { Ctx } from '../context.ts'
import { sql } from './sql.ts'

/**
 * Gives each further statement of this unit of work three seconds. For searches: what people type may match nearly
 * everything, and they wait for the answer. Send it together with the first statement.
 */
export const hurry = (ctx: Ctx): Promise<unknown> =>
  sql`select set_config('statement_timeout', '3s', true)`.execute(ctx.db)
