import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samples } from '../files.ts'
import { type Talk, createTalk } from '../talk.ts'
import { type Answer, type Person, eventually } from '#test/world'

let talk: Talk
let other: Person
beforeAll(async () => {
  talk = await createTalk()
  other = await (await talk.world.company()).admin()
})
afterAll(() => talk.world.close())

test('messages that wait for a locked ticket leave connections for other companies and are refused as busy', async () => {
  const { world, attendant, ticketId } = talk
  const holder = new pg.Client({ connectionString: world.databases.admin })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from tickets where id = $1 for update', [ticketId])
  const waiting = async () =>
    (
      await world.sql(
        `select count(*)::int from pg_stat_activity
         where datname = current_database() and usename = 'guiche_app' and wait_event_type = 'Lock'`,
      )
    )[0].count

  const texts = Array.from({ length: 24 }, (_, index) =>
    attendant.post(`/messages/${ticketId}`, { body: `Espera ${index}` }),
  )
  await eventually(async () => expect(await waiting()).toBe(8))
  const answers = await Promise.all(Array.from({ length: 12 }, () => other.get('/tickets')))
  const stillWaiting = await waiting()
  const refused = await Promise.all(texts)
  await holder.query('rollback')
  await holder.end()

  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect(stillWaiting).toBeLessThanOrEqual(8)
  for (const answer of refused)
    expect(answer).toMatchObject({ status: 503, body: { error: 'ERR_BUSY' }, headers: { 'retry-after': '2' } })
  expect((await attendant.post(`/messages/${ticketId}`, { body: 'Agora' })).status).toBe(200)
})

test('pictures are drawn two at a time, and one at a time of a company, so that threads are left for others', async () => {
  const { attendant, company, ticketId } = talk
  const admin = await company.admin()
  const data = await samples.png(7000, 7000)
  const file = { name: 'foto.png', type: 'image/png', data }
  const sticker = (by: Person) =>
    by.upload(`/messages/${ticketId}`, { body: '', isSticker: 'true' }, [{ field: 'medias', ...file }])
  const avatar = (by: Person) => by.upload(`/users/${by.id}/media-upload`, {}, [{ field: 'profileImage', ...file }])

  const ofOne = await drawn([sticker(attendant), sticker(attendant), sticker(admin), avatar(admin)])
  const ofTwo = await drawn([sticker(attendant), sticker(admin), avatar(other), avatar(other)])

  const done = [200, 200, 200, 200]
  expect([ofOne, ofTwo]).toEqual([
    { statuses: done, most: 1 },
    { statuses: done, most: 2 },
  ])
})

/** How many pictures are drawn at a time while these calls run. */
async function drawn(calls: Promise<Answer>[]): Promise<{ statuses: number[]; most: number }> {
  let isOver = false
  let most = 0
  const answers = Promise.all(calls).finally(() => (isOver = true))
  while (!isOver) {
    most = Math.max(most, sharp.counters().process)
    await new Promise(setImmediate)
  }
  return { statuses: (await answers).map(({ status }) => status), most }
}
