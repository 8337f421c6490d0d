import { afterAll, beforeAll, expect, test } from 'vitest'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld } from '#test/world'

let world: World
let company: Company
let ana: Person
let ticket: number
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  const queue = await company.queue()
  ana = await company.attendant({ queues: [queue] })
  const connection = await company.connection({ queues: [queue] })
  await connection.receive(said(someNumber(), 'Oi', { name: 'Rita Moura' }))
  const [row] = await company.sql('select id from tickets where company_id = $1', [company.id])
  ticket = Number(row.id)
  await ana.put(`/tickets/${ticket}`, { status: 'open', userId: ana.id })
})
afterAll(() => world.close())

const send = async (name: string, type: string, data: Buffer, fields: Record<string, string> = {}) =>
  (await ana.upload(`/messages/${ticket}`, { body: '', ...fields }, [{ field: 'medias', name, type, data }])).body
const images = async (query = '') => (await ana.get(`/messages/listimages/${ticket}${query}`)).body
const idsOf = (page: { images: { id: number }[] }) => page.images.map(({ id }) => id)

test('pictures have their sender, time and place; videos come only to clients that can show them', async () => {
  const picture = await send('vitrine.png', 'image/png', await samples.png(), { body: 'A vitrine' })
  const video = await send('desfile.mp4', 'video/mp4', samples.mp4)
  await send('nota.pdf', 'application/pdf', samples.pdf)

  expect(await images()).toMatchObject({
    images: [{ id: picture.id, mediaType: 'image', fromMe: true, user: { id: ana.id }, createdAt: picture.createdAt }],
    count: 1,
    first: 1,
  })
  const both = await images('?videos=true')
  expect(idsOf(both)).toEqual([picture.id, video.id])
  expect(both).toMatchObject({ count: 2, first: 1 })
})

test('a history of any length can be paged through from each of its pictures, in both directions', async () => {
  const { id: first } = await send('primeira.png', 'image/png', await samples.png())
  // Sending 500 pictures takes too long.
  await company.sql(
    `insert into messages (company_id, conversation_id, ticket_id, connection_id, sent_at, external_id, file_id, media_type, body, from_me, ack, origin)
     select company_id, conversation_id, ticket_id, connection_id, sent_at - step * interval '1 second', 'copy' || step, file_id, media_type, '', true, 1, 'user'
     from messages, generate_series(1, 500) step where company_id = $1 and id = $2`,
    [company.id, first],
  )
  const rows = await company.sql(
    "select id from messages where company_id = $1 and media_type = 'image' order by sent_at, id",
    [company.id],
  )
  const all = rows.map(({ id }) => Number(id))

  const newest = await images()
  expect(idsOf(newest)).toEqual(all.slice(-200))
  expect(newest).toMatchObject({ count: all.length, first: all.length - 199 })

  const seen = new Set(idsOf(newest))
  for (let page = newest; page.first > 1;) {
    page = await images(`?around=${page.images[0].id}`)
    for (const id of idsOf(page)) seen.add(id)
  }
  expect([...seen].toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))

  const middle = await images(`?around=${all[250]}`)
  expect(idsOf(middle)).toEqual(all.slice(150, 350))
  expect(middle).toMatchObject({ first: 151, count: all.length })
  // A picture that was deleted meanwhile is not found: the newest ones are shown.
  expect(idsOf(await images('?around=987654321')).at(-1)).toBe(all.at(-1))
})

test('a recording keeps the wave and length that the browser sent, and numbers that no wave has are refused', async () => {
  const wave = Array.from({ length: 64 }, (_, part) => part)

  const kept = await send('audio.mp3', 'audio/mpeg', samples.mp3, { mediaWave: wave.join(','), mediaSeconds: '7' })
  const { status, body } = await ana.upload(`/messages/${ticket}`, { body: '', mediaWave: '1,2,300' }, [
    { field: 'medias', name: 'audio.mp3', type: 'audio/mpeg', data: samples.mp3 },
  ])

  expect(kept).toMatchObject({ mediaWave: wave, mediaSeconds: 7, mediaPages: null })
  expect({ status, error: body.error }).toEqual({ status: 400, error: 'ERR_VALIDATION' })
  const { media } = (await ana.get(`/messages/getmedia/${ticket}`)).body
  expect(media[0]).toMatchObject({ id: kept.id, mediaSeconds: 7 })
})
