import { isDeepStrictEqual } from 'node:util'
import { type DashboardNumbers, numberNames } from '@guiche/contract'
import type pg from 'pg'
import { countedBy, readHistory, shownOf } from '../../apps/server/test/numbers/recount.ts'
import { createClient } from '../client.ts'
import { logInAs } from '../seed.ts'

interface Small {
  companyId: number
  email: string
  password: string
}

/** What was written is what the verbs would have written: a recount of the log has the numbers that the product shows. */
export async function assertRecounted(db: pg.Client, url: string, { companyId, ...login }: Small): Promise<void> {
  const { rows } = await db.query<{ from: string; to: string }>(
    `select to_char(now() - interval '70 days', 'YYYY-MM-DD') as from, to_char(now() + interval '1 day', 'YYYY-MM-DD') as to`,
  )
  const [period] = rows
  if (!period) throw new Error('no period')
  const sql = async (text: string, values: unknown[] = []) => (await db.query(text, values)).rows
  const history = await readHistory({ id: companyId, sql })
  const { token } = await logInAs(url, login)
  const client = createClient(url, { authorization: `Bearer ${token}` })
  for (const more of [false, true]) {
    const reply = await client.get(
      `/dashboard/numbers?date_from=${period.from}&date_to=${period.to}&groups=${more}&imports=${more}`,
    )
    const { timezone, numbers }: DashboardNumbers = JSON.parse(reply.text)
    for (const name of numberNames) {
      const shown = numbers.find((number) => number.name === name)?.now
      const expected = shownOf(name, countedBy(history, name, { ...period, timezone, groups: more, imports: more }))
      const isSame = name === 'waitingNow' ? shown?.count === expected.count : isDeepStrictEqual(shown, expected)
      if (!isSame || (expected.count === 0 && !name.endsWith('Now')))
        throw new Error(`${name}: ${JSON.stringify({ shown, expected, more })}`)
    }
  }
  client.close()
}
