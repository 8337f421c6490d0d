import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Talk, createTalk } from '#test/talk'

let talk: Talk
beforeAll(async () => {
  talk = await createTalk()
})
afterAll(() => talk.world.close())

describe('while the disk is full', () => {
  let restore: () => void
  beforeAll(() => {
    const { storage } = talk.world.app.parts
    const usual = { ...storage }
    restore = () => void Object.assign(storage, usual)
    Object.assign(storage, {
      keep: () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
    })
  })
  afterAll(() => restore())

  test('a file is refused with a code that says to try later, and text goes on (R24)', async () => {
    const file = await talk.upload()
    const text = await talk.attendant.post(`/messages/${talk.ticketId}`, { body: 'O arquivo segue depois' })

    expect(file).toMatchObject({ status: 507, body: { error: 'ERR_BUSY' }, headers: { 'retry-after': '60' } })
    expect(text.status).toBe(200)
    expect(
      await talk.world.sql('select count(*)::int from messages where company_id = $1 and file_id is not null', [
        talk.company.id,
      ]),
    ).toEqual([{ count: 0 }])
  })
})

test('a file whose message cannot be kept is not kept either', async () => {
  const path = (await talk.upload()).body.mediaUrl
  expect(path).toContain(`/public/company${talk.company.id}/`)
  await talk.attendant.put(`/tickets/${talk.ticketId}`, { status: 'closed', sendFarewellMessage: false })

  const refused = await talk.upload()

  expect(refused.status).toBe(400)
  expect(await talk.world.sql('select count(*)::int from files where company_id = $1', [talk.company.id])).toEqual([
    { count: 1 },
  ])
})
