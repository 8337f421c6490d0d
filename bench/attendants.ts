import pg from 'pg'
import { createClient } from './client.ts'
import type { Testbed } from './testbed.ts'

export interface Attendant {
  publicToken: string
  /** For API calls; missing with the baseline, which has no calls. */
  token?: string
  companyId: number
  userId: number
}

/** Adds `count` attendants to the large company's queue and logs each of them in. They share the admin's password. */
export async function addAttendants(testbed: Testbed, count: number): Promise<Attendant[]> {
  const { companyId, queueId, admin } = testbed.whole.data
  const db = new pg.Client({ connectionString: testbed.adminUrlOf('whole') })
  await db.connect()
  await db.query(
    `with added as (
       insert into users (company_id, name, email, password_hash)
       select $1, 'Atendente ' || g, 'atendente' || g || '@bench.test', (select password_hash from users where company_id = $1 order by id limit 1)
       from generate_series(1, $2::int) g returning id, email),
     placed as (insert into user_queues (company_id, user_id, queue_id) select $1, id, $3 from added)
     insert into address_book (kind, key, company_id, target_id) select 'login', email, $1, id from added`,
    [companyId, count, queueId],
  )
  await db.end()

  const client = createClient(testbed.whole.url)
  const added: Attendant[] = []
  const lane = async (first: number) => {
    for (let number = first; number <= count; number += 4) {
      const reply = await client.post('/auth/login', {
        email: `atendente${number}@bench.test`,
        password: admin.password,
      })
      if (reply.status !== 200) throw new Error(`login answered ${reply.status} ${reply.text}`)
      const { publicToken, token, user } = JSON.parse(reply.text)
      added.push({ publicToken, token, companyId, userId: user.id })
    }
  }
  await Promise.all([1, 2, 3, 4].map(lane))
  client.close()
  return added
}
