import { limits } from '@guiche/contract'
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

describe('a person who has uploaded a gigabyte today', () => {
  const most = limits.uploadsPerDay
  const counted = async () => {
    const rows = await company.sql('select bytes::int from uploads where company_id = $1 and user_id = $2', [
      company.id,
      attendant.id,
    ])
    return rows[0]?.bytes
  }
  const countedAs = (bytes: number, daysAgo = 0) =>
    company.sql(
      `insert into uploads (company_id, user_id, day, bytes)
       values ($1, $2, (now() at time zone 'America/Sao_Paulo')::date - $4::int, $3)
       on conflict (company_id, user_id) do update set day = excluded.day, bytes = excluded.bytes`,
      [company.id, attendant.id, bytes, daysAgo],
    )

  test('uploads nothing more; text goes on, and so do the others', async () => {
    await countedAs(most - samples.pdf.length)
    expect((await upload()).status).toBe(200)
    const refused = await upload()
    expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_UPLOAD_LIMIT' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400)
    expect(await counted()).toBe(most)
    expect((await attendant.post(`/messages/${ticketId}`, { body: 'Sem arquivo' })).status).toBe(200)
    const admin = await company.admin()
    const other = await admin.upload(`/messages/${ticketId}`, { body: '' }, [
      { field: 'medias', name: 'nota.pdf', type: 'application/pdf', data: samples.pdf },
    ])
    expect(other.status).toBe(200)
  })

  test('begins anew the next day', async () => {
    await countedAs(most, 1)
    expect((await upload()).status).toBe(200)
    expect(await counted()).toBe(samples.pdf.length)
  })

  test('does not slip past it with many at once', async () => {
    await countedAs(most - samples.pdf.length * 2)
    const answers = await Promise.all(Array.from({ length: 6 }, upload))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 429, 429, 429, 429,
    ])
  })

  test('is not counted what is refused, nor the same message again', async () => {
    await countedAs(0)
    const clientId = crypto.randomUUID()
    const file = { field: 'medias', name: 'nota.pdf', type: 'application/pdf', data: samples.pdf }
    for (const _again of [1, 2]) await attendant.upload(`/messages/${ticketId}`, { body: '', clientId }, [file])
    await attendant.upload(`/messages/${ticketId}`, { body: '' }, [{ ...file, data: samples.exe }])
    await attendant.upload(`/messages/999999`, { body: '' }, [file])
    expect(await counted()).toBe(samples.pdf.length)
  })
})
