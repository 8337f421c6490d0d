import { randomBytes } from 'node:crypto'
import { limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let operator: Person
let company: Company
let other: Company
beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
  ;[company, other] = await Promise.all([world.company(), world.company()])
})
afterAll(() => world.close())

const mark = () => randomBytes(5).toString('hex')
const video = 'dQw4w9WgXcQ'

async function made(fields: Record<string, unknown> = {}) {
  const answer = await operator.post('/helps', { title: `Vídeo ${mark()}`, video, ...fields })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const stored = () => world.sql('select * from helps order by id')

describe('a help video', () => {
  test('is kept by the operator and seen by everybody of every company, sorted by title', async () => {
    const last = await made({ title: 'Último passo', description: 'Encerrar o dia.' })
    const first = await made({ title: 'Águas passadas' })

    for (const person of [await company.admin(), await company.attendant(), await other.attendant()]) {
      const { status, body } = await person.get('/helps/list')
      expect(status).toBe(200)
      expect(body.filter(({ id }: { id: number }) => [first.id, last.id].includes(id))).toEqual([first, last])
    }
    expect(last).toMatchObject({
      title: 'Último passo',
      description: 'Encerrar o dia.',
      video,
      link: `https://www.youtube.com/watch?v=${video}`,
    })
    expect((await world.anonymous.get('/helps/list')).status).toBe(401)
  })

  test('is found by its texts, page by page', async () => {
    const word = mark()
    for (let nth = 0; nth < limits.rowsPerPage; nth += 1) await made({ title: `${word} ${nth}` })
    await made({ description: `Fala de ${word.toUpperCase()}` })

    const first = await operator.get(`/helps/?searchParam=${word}&pageNumber=1`)
    const second = await operator.get(`/helps?searchParam=${word}&pageNumber=2`)

    expect([first.body.records.length, first.body.count, first.body.hasMore]).toEqual([20, 21, true])
    expect([second.body.records.length, second.body.hasMore]).toEqual([1, false])
  })

  test('is changed field by field, as existing clients send it, and deleted', async () => {
    const help = await made({ description: 'Antes' })

    const changed = await operator.put(`/helps/${help.id}`, {
      ...help,
      description: 'Depois',
      video: `youtu.be/${video}`,
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { id: help.id, title: help.title, description: 'Depois', video },
    })
    expect(await operator.put(`/helps/${help.id}`, { title: 'Só o título' })).toMatchObject({
      body: { title: 'Só o título', description: 'Depois' },
    })

    expect(await operator.delete(`/helps/${help.id}`)).toMatchObject({ status: 200 })
    for (const answer of [
      await operator.delete(`/helps/${help.id}`),
      await operator.put(`/helps/${help.id}`, { title: 'De novo' }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_HELP_FOUND' } })
  })

  test('has a title that no other has, whatever its case and accents', async () => {
    const word = mark()
    await made({ title: `Começar ${word}` })
    const second = await made()
    const taken = { status: 400, body: { error: 'ERR_NAME_ALREADY_EXISTS' } }

    expect(await operator.post('/helps', { title: `COMECAR ${word}`, video })).toMatchObject(taken)
    expect(await operator.put(`/helps/${second.id}`, { title: `comecar ${word}` })).toMatchObject(taken)
  })

  test('shares its title with no other that is given it at the same moment', async () => {
    const title = `Vídeo ${mark()}`
    const others = await Promise.all(Array.from({ length: 4 }, () => made()))
    const answers = await Promise.all([
      ...others.map(({ id }) => operator.put(`/helps/${id}`, { title })),
      ...Array.from({ length: 4 }, () => operator.post('/helps', { title, video })),
    ])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error === 'ERR_NAME_ALREADY_EXISTS')).toHaveLength(7)
  })

  test('keeps HTML in its texts as text', async () => {
    const hostile = `<img src=x onerror=alert(1)> ${mark()}`
    const { id } = await made({ title: hostile, description: hostile })

    const { body } = await (await company.admin()).get('/helps/list')
    expect(body).toContainEqual(expect.objectContaining({ id, title: hostile, description: hostile }))
  })

  test.each([
    ['no title', { title: ' ', video }, 'body.title', 'required'],
    ['no video', { title: 'Vídeo' }, 'body.video', 'required'],
    ['a title that is too long', { title: 'a'.repeat(limits.helpTitle + 1), video }, 'body.title', 'tooLong'],
    ['a video of another host', { title: 'A', video: `https://evil.test/${video}` }, 'body.video', 'invalidVideo'],
    ['a video that leaves its attribute', { title: 'A', video: `${video}" onload="x` }, 'body.video', 'invalidVideo'],
    ['a video that leaves its path', { title: 'A', video: '../../../watch' }, 'body.video', 'invalidVideo'],
    ['a video that is a script', { title: 'A', video: 'javascript:alert(1)' }, 'body.video', 'invalidVideo'],
  ])('with %s is refused', async (_why, body, path, message) => {
    const before = await stored()

    expect(await operator.post('/helps', body)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: { issues: [{ path, message }] } },
    })
    expect(await stored()).toEqual(before)
  })

  test('with a hostile code is refused by the database too', async () => {
    await expect(world.sql(`insert into helps (title, video) values ('A', 'a"><script>')`)).rejects.toThrow(
      'helps_video',
    )
  })

  test('is written by nobody but the operator', async () => {
    const help = await made()
    const before = await stored()

    for (const person of [await company.admin(), await company.supervisor(), await company.attendant()])
      for (const answer of [
        await person.post('/helps', { title: mark(), video }),
        await person.put(`/helps/${help.id}`, { title: mark() }),
        await person.delete(`/helps/${help.id}`),
      ])
        expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect(await stored()).toEqual(before)
  })

  test('is not written by the role of a company either', async () => {
    const { units } = world.app.deps
    for (const write of [
      `insert into helps (title, video) values ('A', 'abcdef')`,
      'delete from helps',
      `update helps set title = 'A'`,
    ])
      await expect(
        units.run({ kind: 'system', companyId: company.id }, ({ db }) => sql.raw(write).execute(db)),
      ).rejects.toThrow('permission denied')
  })
})

describe('a change of the help videos', () => {
  test('is told to every company, in its own room and under its own name', async () => {
    const [here, there] = [await (await company.attendant()).listen(), await (await other.admin()).listen()]
    const areTold = (events: object[]) =>
      eventually(() => {
        for (const listener of [here, there])
          expect(listener.of('help').map(({ payload }) => payload)).toMatchObject(events)
      })

    const help = await made()
    const created = { action: 'create', record: { id: help.id, title: help.title } }
    await areTold([created])
    await operator.put(`/helps/${help.id}`, { description: 'Nova' })
    const changed = { action: 'update', record: { id: help.id, description: 'Nova' } }
    await areTold([created, changed])
    await operator.delete(`/helps/${help.id}`)
    await areTold([created, changed, { action: 'delete', id: help.id }])

    for (const [listener, foreign] of [
      [here, other.id],
      [there, company.id],
    ] as const) {
      // A name of another company would not have been translated.
      expect(listener.events.map(({ name }) => name)).not.toContain(`company-${foreign}-help`)
      listener.close()
    }
  })

  test('is one fact, however many companies there are', async () => {
    const help = await made()
    const rows = await world.sql(`select company_id from events where kind = 'help.saved' and ids ->> 'helpId' = $1`, [
      String(help.id),
    ])

    expect(rows).toEqual([{ company_id: 1 }])
  })

  test('is in the audit log of the operator', async () => {
    const help = await made({ description: 'Antes' })
    await operator.put(`/helps/${help.id}`, { description: 'Depois' })
    await operator.delete(`/helps/${help.id}`)

    const entries = await world.sql(
      `select action, actor_user_id::int as by, detail from audit_log where object = 'help' and object_id = $1 order by id`,
      [String(help.id)],
    )
    expect(entries).toMatchObject([
      { action: 'help.created', by: operator.id, detail: { title: help.title } },
      {
        action: 'help.changed',
        by: operator.id,
        detail: { before: { description: 'Antes' }, after: { description: 'Depois' } },
      },
      { action: 'help.deleted', by: operator.id, detail: { title: help.title } },
    ])
  })
})
