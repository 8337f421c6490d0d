import type { Page } from '@playwright/test'
import pg from 'pg'
import { passAt } from '../../apps/server/test/numbers/pass.ts'
import { zoneWhere } from '../../apps/server/test/world/zones.ts'
import { must } from './call.ts'
import type { Company } from './company.ts'
import type { Server } from './server.ts'

/** From now on the timers of the page run only as far as `page.clock.runFor` lets them. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
}

/** Turns the clock for the tickets of a company: what has happened to them and what is due was so much earlier. */
export async function letMinutesPass(server: Server, { name }: Pick<Company, 'name'>, minutes: number): Promise<void> {
  const ours = 'company_id = (select id from companies where name = $1)'
  const earlier = 'make_interval(mins => $2)'
  await withDatabase(server, async (db) => {
    await db.query(
      `update tickets set updated_at = updated_at - ${earlier}, waiting_since = waiting_since - ${earlier} where ${ours}`,
      [name, minutes],
    )
    await db.query(
      `update ticket_timers set due_at = due_at - ${earlier},
         detail = detail
           || case when detail ? 'from' then jsonb_build_object('from', (detail ->> 'from')::timestamptz - ${earlier}) else '{}' end
           || case when detail ? 'at' then jsonb_build_object('at', (detail ->> 'at')::timestamptz - ${earlier}) else '{}' end
           || case when detail ? 'warned' then jsonb_build_object('warned',
                detail -> 'warned' || jsonb_build_object('at', (detail -> 'warned' ->> 'at')::timestamptz - ${earlier})) else '{}' end
       where ${ours}`,
      [name, minutes],
    )
  })
}

/** Time passes for the numbers of a company: everything that has happened was so much earlier. */
export const letTimePass = (server: Server, { id }: Pick<Company, 'id'>, minutes: number): Promise<void> =>
  passAt(server.databaseUrl(), id, minutes)

async function withDatabase(server: Server, work: (db: pg.Client) => Promise<void>): Promise<void> {
  const db = new pg.Client({ connectionString: server.databaseUrl() })
  await db.connect()
  try {
    await work(db)
  } finally {
    await db.end()
  }
}

/** Moves the clock of a company, by its time zone: it is between this hour and the next one there now. */
export async function moveClock({ call, id }: Pick<Company, 'call' | 'id'>, hour: number): Promise<void> {
  await must(call('PUT', `/companies/${id}/region`, { timezone: zoneWhere(hour) }))
}

/** A day in the time zone of a new company. */
export function inDays(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(day)
}

export const written = (day: string): string => day.split('-').toReversed().join('/')
