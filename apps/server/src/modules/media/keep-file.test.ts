import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type Company, type Person, type World, createWorld } from '#test/world'

let world: World
let company: Company
let attendant: Person
let ticketId: number

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  const queue = await company.queue()
  attendant = await company.attendant({ queues: [queue] })
  ticketId = (await company.ticket({ queues: [queue] })).id
  await attendant.put(`/tickets/${ticketId}`, { status: 'open', userId: attendant.id })
})
afterAll(() => world.close())

const upload = () =>
  attendant.upload(`/messages/${ticketId}`, { body: 'Segue' }, [
    { field: 'medias', name: 'nota.pdf', type: 'application/pdf', data: samples.pdf },
  ])

describe('while the disk is full', () => {
  let restore: () => void
  beforeAll(() => {
    const { storage } = world.app.parts
    const usual = { ...storage }
    restore = () => void Object.assign(storage, usual)
    Object.assign(storage, {
      keep: () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
    })
  })
  afterAll(() => restore())

  test('a file is refused with a code that says to try later, and text goes on (R24)', async () => {
    const file = await upload()
    const text = await attendant.post(`/messages/${ticketId}`, { body: 'O arquivo segue depois' })

    expect(file).toMatchObject({ status: 507, body: { error: 'ERR_BUSY' }, headers: { 'retry-after': '60' } })
    expect(text.status).toBe(200)
    expect(
      await world.sql('select count(*)::int from messages where company_id = $1 and file_id is not null', [company.id]),
    ).toEqual([{ count: 0 }])
  })
})

test('a file whose message cannot be kept is not kept either', async () => {
  const path = (await upload()).body.mediaUrl
  expect(path).toContain(`/public/company${company.id}/`)
  await attendant.put(`/tickets/${ticketId}`, { status: 'closed', sendFarewellMessage: false })

  const refused = await upload()

  expect(refused.status).toBe(400)
  expect(await world.sql('select count(*)::int from files where company_id = $1', [company.id])).toEqual([{ count: 1 }])
})
