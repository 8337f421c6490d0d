import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type Talk, createTalk } from '#test/talk'

const most = limits.uploadsPerDay
/** Of the plan: the admin and two attendants. */
const users = 3

let talk: Talk
beforeAll(async () => {
  talk = await createTalk({ users })
})
afterAll(() => talk.world.close())

describe('a user who has uploaded a gigabyte today', () => {
  const counted = async () => {
    const { company, attendant } = talk
    const rows = await company.sql('select bytes::int from uploads where company_id = $1 and user_id = $2', [
      company.id,
      attendant.id,
    ])
    return rows[0]?.bytes
  }

  test('cannot upload more; text and other users are not affected', async () => {
    await countedAs(most - samples.pdf.length)
    expect((await talk.upload()).status).toBe(200)
    const refused = await talk.upload()
    expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_UPLOAD_LIMIT' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400)
    expect(await counted()).toBe(most)
    expect((await talk.attendant.post(`/messages/${talk.ticketId}`, { body: 'Sem arquivo' })).status).toBe(200)
    expect((await talk.upload(await talk.company.admin())).status).toBe(200)
  })

  test('can upload again the next day', async () => {
    await countedAs(most, 1)
    expect((await talk.upload()).status).toBe(200)
    expect(await counted()).toBe(samples.pdf.length)
  })

  test('cannot exceed the limit with parallel uploads', async () => {
    await countedAs(most - samples.pdf.length * 2)
    const answers = await Promise.all(Array.from({ length: 6 }, () => talk.upload()))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 429, 429, 429, 429,
    ])
  })

  test('is not charged for refused uploads or repeated messages', async () => {
    await countedAs(0)
    const clientId = crypto.randomUUID()
    for (const _again of [1, 2]) await talk.upload(talk.attendant, { clientId })
    await talk.upload(talk.attendant, {}, samples.exe)
    await talk.attendant.upload(`/messages/999999`, { body: '' }, [
      { field: 'medias', name: 'nota.pdf', type: 'application/pdf', data: samples.pdf },
    ])
    expect(await counted()).toBe(samples.pdf.length)
  })

  const countedAs = (bytes: number, daysAgo = 0) =>
    talk.company.sql(
      `insert into uploads (company_id, user_id, day, bytes)
       values ($1, $2, (now() at time zone 'America/Sao_Paulo')::date - $4::int, $3)
       on conflict (company_id, user_id) do update set day = excluded.day, bytes = excluded.bytes`,
      [talk.company.id, talk.attendant.id, bytes, daysAgo],
    )
})

describe('a company that has used up the uploads of its plan today', () => {
  test('cannot upload more, nor can its visitors; text works, and refused files leave nothing behind', async () => {
    await countedAs(users * most - samples.pdf.length)
    expect((await talk.receive()).status).toBe(201)
    const files = await keptFiles()

    for (const refused of [await talk.receive(), await talk.upload(await talk.company.admin())])
      expect(refused).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_LIMIT' } })
    expect((await talk.visitor.write('Sem arquivo')).status).toBe(201)
    expect((await talk.attendant.post(`/messages/${talk.ticketId}`, { body: 'Sem arquivo' })).status).toBe(200)
    expect(await keptFiles()).toEqual(files)
  })

  test('can upload again the next day', async () => {
    await countedAs(users * most, 1)
    expect((await talk.receive()).status).toBe(201)
  })

  const keptFiles = async () => {
    const { company } = talk
    return company.sql('select id from files where company_id = $1 order by id', [company.id])
  }

  const countedAs = (bytes: number, daysAgo = 0) =>
    talk.company.sql(
      `insert into company_uploads (company_id, day, bytes)
       values ($1, (now() at time zone 'America/Sao_Paulo')::date - $3::int, $2)
       on conflict (company_id) do update set day = excluded.day, bytes = excluded.bytes`,
      [talk.company.id, bytes, daysAgo],
    )
})

describe('before the body of a form is read', () => {
  /** Sends the headers of a form with a length, and no body yet. */
  async function announce(path: string, { token, bytes }: { token: string; bytes: number }) {
    const call = request(`${await talk.world.url()}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': bytes,
        'sec-fetch-site': 'same-origin',
      },
    })
    call.flushHeaders()
    const [answer] = await once(call, 'response')
    const body = await json(answer)
    call.destroy()
    return { status: answer.statusCode, body }
  }

  test('a user who may not see the ticket is refused', async () => {
    const stranger = await (await talk.world.company()).admin()
    expect(await announce(`/messages/${talk.ticketId}`, { token: stranger.token, bytes: 50_000_000 })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_FOUND' },
    })
  })

  test('a sender who is over the limit, or would be with this form, is refused, visitors too', async () => {
    const { company, attendant, visitor, ticketId } = talk
    const path = `/messages/${ticketId}`
    await company.sql('update company_uploads set bytes = 0 where company_id = $1', [company.id])
    await company.sql('update uploads set bytes = $3 where company_id = $1 and user_id = $2', [
      company.id,
      attendant.id,
      most - 30_000_000,
    ])
    expect(await announce(path, { token: attendant.token, bytes: 50_000_000 })).toMatchObject({
      status: 429,
      body: { error: 'ERR_UPLOAD_LIMIT' },
    })

    await company.sql('update company_uploads set bytes = $2 where company_id = $1', [
      company.id,
      users * most - 30_000_000,
    ])
    const chat = `/web-chat/${visitor.token}/messages`
    expect(await announce(chat, { token: visitor.secret, bytes: 50_000_000 })).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_LIMIT' },
    })
  })

  test('a profile picture that is too large is refused', async () => {
    const { id, token } = talk.attendant
    expect(await announce(`/users/${id}/media-upload`, { token, bytes: 50_000_000 })).toMatchObject({ status: 413 })
  })
})
