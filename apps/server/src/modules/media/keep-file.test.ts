import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type Talk, createTalk } from '#test/talk'
import { eventually } from '#test/world'

let talk: Talk
beforeAll(async () => {
  talk = await createTalk()
})
afterAll(() => talk.world.close())

describe('with a full disk', () => {
  let restore: () => void
  beforeAll(() => {
    const { storage } = talk.world.app.deps
    const usual = { ...storage }
    restore = () => void Object.assign(storage, usual)
    Object.assign(storage, {
      keep: () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })),
    })
  })
  afterAll(() => restore())

  test('a file is refused with a code that says to try later, and text is accepted (R24)', async () => {
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

test('a file is not kept if its message cannot be stored', async () => {
  const path = (await talk.upload()).body.mediaUrl
  expect(path).toContain(`/public/company${talk.company.id}/`)
  await talk.attendant.put(`/tickets/${talk.ticketId}`, { status: 'closed', sendFarewellMessage: false })

  const refused = await talk.upload()

  expect(refused.status).toBe(400)
  expect(await talk.world.sql('select count(*)::int from files where company_id = $1', [talk.company.id])).toEqual([
    { count: 1 },
  ])
})

describe('while a file is classified, converted and stored', () => {
  /** Looks at the database whenever a file is written. */
  async function watched(upload: () => Promise<{ status: number }>) {
    const { storage } = talk.world.app.deps
    const usual = { ...storage }
    const seen: { step: string; isFree: boolean }[] = []
    const look = async (step: string) => {
      // Transactions of workers end soon; one that waits for this file would stay.
      const isFree = await eventually(async () => {
        const open = await talk.world.sql(
          `select query from pg_stat_activity
           where datname = current_database() and usename = 'guiche_app' and xact_start is not null`,
        )
        const free = await talk.world.sql('select id from tickets where id = $1 for update skip locked', [
          talk.ticketId,
        ])
        if (open.length > 0 || free.length === 0) throw new Error('a unit of work waits for this file')
        return true
      }, 3_000).catch(() => false)
      seen.push({ step, isFree })
    }
    Object.assign(storage, {
      temporary: async () => {
        await look('temporary')
        return usual.temporary()
      },
      keep: async (...given: Parameters<typeof usual.keep>) => {
        await look('keep')
        return usual.keep(...given)
      },
    })
    try {
      expect((await upload()).status).toBeLessThan(300)
    } finally {
      Object.assign(storage, usual)
    }
    return seen
  }
  const png = (name: string) => ({ field: 'medias', name, type: 'image/png' })
  const isFree = true

  beforeAll(async () => {
    await talk.attendant.put(`/tickets/${talk.ticketId}`, { status: 'open', userId: talk.attendant.id })
  })

  test('no transaction is open and the ticket is not locked, for stickers of an attendant', async () => {
    const data = await samples.png(300, 200)
    const seen = await watched(() =>
      talk.attendant.upload(`/messages/${talk.ticketId}`, { body: '', isSticker: 'true' }, [
        { ...png('um.png'), data },
        { ...png('dois.png'), data },
      ]),
    )
    expect(seen).toEqual(['temporary', 'keep', 'temporary', 'keep'].map((step) => ({ step, isFree })))
  })

  test('no transaction is open and the ticket is not locked, for files of an attendant or a visitor', async () => {
    expect(await watched(() => talk.upload())).toEqual([{ step: 'keep', isFree }])
    expect(await watched(() => talk.receive())).toEqual([{ step: 'keep', isFree }])
  })

  test('files that are not needed are removed: of a repeated message, or for a closed ticket', async () => {
    const { storage } = talk.world.app.deps
    const lying = async () => {
      let count = 0
      for await (const { keys } of storage.kept({ from: -60_000, to: Infinity })) count += keys.length
      return count
    }
    const clientId = crypto.randomUUID()
    const first = await talk.upload(talk.attendant, { clientId })
    const before = await lying()

    const again = await talk.upload(talk.attendant, { clientId })
    await talk.attendant.put(`/tickets/${talk.ticketId}`, { status: 'closed', sendFarewellMessage: false })
    const refused = await talk.upload()

    expect([again.body.id, refused.status]).toEqual([first.body.id, 400])
    expect(await lying()).toBe(before)
  })
})
