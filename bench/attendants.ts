import pg from 'pg'
import { createClient } from './client.ts'
import type { Stage } from './stage.ts'

export interface Attendant {
  publicToken: string
  /** Of the API; none on the floor, which has no calls. */
  token?: string
  companyId: number
  userId: number
}

/** So many people of the large company's queue, each logged in by themselves: their names and passwords are copies of the admin's. */
export async function hireAttendants(stage: Stage, count: number): Promise<Attendant[]> {
  const { companyId, queueId, admin } = stage.whole.data
  const db = new pg.Client({ connectionString: stage.adminUrlOf('whole') })
  await db.connect()
  await db.query(
    `with hired as (
       insert into users (company_id, name, email, password_hash)
       select $1, 'Atendente ' || g, 'atendente' || g || '@bench.test', (select password_hash from users where company_id = $1 order by id limit 1)
       from generate_series(1, $2::int) g returning id, email),
     placed as (insert into user_queues (company_id, user_id, queue_id) select $1, id, $3 from hired)
     insert into address_book (kind, key, company_id, target_id) select 'login', email, $1, id from hired`,
    [companyId, count, queueId],
  )
  await db.end()

  const client = createClient(stage.whole.url)
  const hired: Attendant[] = []
  const lane = async (first: number) => {
    for (let number = first; number <= count; number += 4) {
      const reply = await client.post('/auth/login', {
        email: `atendente${number}@bench.test`,
        password: admin.password,
      })
      if (reply.status !== 200) throw new Error(`login answered ${reply.status} ${reply.text}`)
      const { publicToken, token, user } = JSON.parse(reply.text)
      hired.push({ publicToken, token, companyId, userId: user.id })
    }
  }
  await Promise.all([1, 2, 3, 4].map(lane))
  client.close()
  return hired
}
