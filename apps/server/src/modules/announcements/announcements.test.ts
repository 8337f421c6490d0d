import { randomBytes } from 'node:crypto'
import { limits } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/database/sql'
import { samples } from '#test/files'
import { type Company, type Listener, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let operator: Person
let company: Company
let other: Company
let plan: number
beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
  ;[company, other] = await Promise.all([world.company(), world.company()])
  plan = await planOf(company)
})
afterAll(() => world.close())

const mark = () => randomBytes(5).toString('hex')
const planOf = async ({ id }: Company): Promise<number> => (await operator.get(`/companies/${id}`)).body.plan.id

interface Announced {
  id: number
  title: string
  mediaPath: string
}

async function made(fields: Record<string, unknown> = {}): Promise<Announced> {
  const answer = await operator.post('/announcements', { title: `Aviso ${mark()}`, text: 'Leia isto.', ...fields })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}

const idsIn = (records: { id: number }[]) => records.map(({ id }) => id)
/** What the person reads of these, by each call that shows announcements. */
async function readBy(person: Person, { id }: Announced) {
  const [list, shown, one] = [
    await person.get('/announcements/?searchParam=&pageNumber=1'),
    await person.get('/announcements/shown'),
    await person.get(`/announcements/${id}`),
  ]
  expect([list.status, shown.status]).toEqual([200, 200])
  return {
    list: idsIn(list.body.records).includes(id),
    shown: idsIn(shown.body).includes(id),
    one: one.status === 200,
  }
}
const read = { list: true, shown: true, one: true }
const unread = { list: false, shown: false, one: false }

const stored = () => world.sql('select * from announcements order by id')
const told = (listener: Listener) => listener.of('announcement').map(({ payload }) => payload)

/** Resolves when everything that was announced before has been told. */
async function allToldTo(...listeners: Listener[]) {
  const { id } = await made()
  await eventually(() => {
    for (const listener of listeners)
      expect(told(listener)).toContainEqual(expect.objectContaining({ record: expect.objectContaining({ id }) }))
  })
}

describe('an announcement', () => {
  test('begins active, with low priority, for all plans, at once and without end, as existing clients send it', async () => {
    const { status, body } = await operator.post('/announcements', { title: '  Novidade ', text: ' Olá!\nTudo bem? ' })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      companyId: 1,
      title: 'Novidade',
      text: 'Olá!\nTudo bem?',
      priority: 3,
      status: true,
      mediaPath: null,
      mediaName: null,
      validFrom: null,
      validUntil: null,
      planIds: null,
    })
    expect(await operator.get(`/announcements/${body.id}`)).toMatchObject({ status: 200, body })
  })

  test('takes status and priority as text, and empty times as none', async () => {
    expect(await made({ status: 'false', priority: '1', validFrom: '', validUntil: null })).toMatchObject({
      status: false,
      priority: 1,
      validFrom: null,
    })
  })

  test.each([
    ['no title', { title: '  ' }, 'body.title', 'required'],
    ['no text', { text: '\n ' }, 'body.text', 'required'],
    ['a text that is too long', { text: 'a'.repeat(limits.announcementText + 1) }, 'body.text', 'tooLong'],
    ['a priority that there is not', { priority: 4 }, 'body.priority', expect.any(String)],
    ['a day that there is not', { validFrom: '2031-02-31T10:00' }, 'body.validFrom', expect.any(String)],
    [
      'an end before its begin',
      { validFrom: '2031-03-10T10:00', validUntil: '2031-03-10T09:59' },
      'body.validUntil',
      'beforeStart',
    ],
    ['an empty choice of plans', { planIds: [] }, 'body.planIds', 'required'],
  ])('with %s is refused', async (_why, fields, path, message) => {
    const before = await stored()

    expect(await operator.post('/announcements', { title: 'A', text: 'B', ...fields })).toMatchObject({
      status: 400,
      body: {
        error: 'ERR_VALIDATION',
        details: { issues: expect.arrayContaining([expect.objectContaining({ path, message })]) },
      },
    })
    expect(await stored()).toEqual(before)
  })

  test('is changed field by field and deleted', async () => {
    const announcement = await made({ priority: 2, validUntil: '2031-03-10T10:00' })

    const changed = await operator.put(`/announcements/${announcement.id}`, { text: 'Outro texto' })
    expect(changed.body).toEqual({ ...announcement, text: 'Outro texto', updatedAt: expect.any(String) })
    expect(await operator.put(`/announcements/${announcement.id}`, { validFrom: '2031-03-10T10:00' })).toMatchObject({
      status: 400,
    })
    expect((await operator.put(`/announcements/${announcement.id}`, { validUntil: '' })).body.validUntil).toBeNull()

    expect(await operator.delete(`/announcements/${announcement.id}`)).toMatchObject({ status: 200 })
    for (const answer of [
      await operator.get(`/announcements/${announcement.id}`),
      await operator.put(`/announcements/${announcement.id}`, { text: 'Nada' }),
      await operator.delete(`/announcements/${announcement.id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_ANNOUNCEMENT_FOUND' } })
  })

  test('has times in the time zone of the operator, unless they name their own', async () => {
    expect(await made({ validFrom: '2031-03-10T09:00', validUntil: '2031-03-10T12:30:00Z' })).toMatchObject({
      validFrom: '2031-03-10T12:00:00.000Z',
      validUntil: '2031-03-10T12:30:00.000Z',
    })
  })

  test('is found by its texts, page by page, also by those who are shown it', async () => {
    const word = mark()
    for (let nth = 0; nth < limits.rowsPerPage; nth += 1) await made({ title: `${word} ${nth}` })
    await made({ text: `Fala de ${word.toUpperCase()}` })
    await made({ title: `${word} inativo`, status: false })

    for (const [person, count] of [
      [operator, 22],
      [await company.attendant(), 21],
    ] as const) {
      const first = await person.get(`/announcements/?searchParam=${word}&pageNumber=1`)
      const second = await person.get(`/announcements?searchParam=${word}&pageNumber=2`)
      expect([first.body.records.length, first.body.count, first.body.hasMore]).toEqual([20, count, true])
      expect([second.body.records.length, second.body.hasMore]).toEqual([count - 20, false])
    }
  })

  test('keeps HTML in its texts as text', async () => {
    const hostile = `</p><script>alert(1)</script><img src=x onerror=alert(1)> ${mark()}`
    const { id } = await made({ title: hostile, text: hostile })

    const { body } = await (await company.attendant()).get('/announcements/shown')
    expect(body).toContainEqual(expect.objectContaining({ id, title: hostile, text: hostile }))
  })

  test('is in the audit log of the operator', async () => {
    const { id } = await made({ text: 'Antes' })
    await operator.put(`/announcements/${id}`, { text: 'Depois' })
    await operator.delete(`/announcements/${id}`)

    const entries = await world.sql(
      `select action, actor_user_id::int as by, detail from audit_log where object = 'announcement' and object_id = $1 order by id`,
      [String(id)],
    )
    expect(entries).toMatchObject([
      { action: 'announcement.created', by: operator.id, detail: { text: 'Antes' } },
      {
        action: 'announcement.changed',
        by: operator.id,
        detail: { before: { text: 'Antes' }, after: { text: 'Depois' } },
      },
      { action: 'announcement.deleted', by: operator.id },
    ])
  })
})

describe('who writes announcements', () => {
  test('is the operator, and no admin of a company', async () => {
    const { id } = await made()
    const before = await stored()
    const picture = { field: 'file', name: 'a.png', type: 'image/png', data: await samples.png() }

    for (const person of [await company.admin(), await company.supervisor(), await company.attendant()])
      for (const answer of [
        await person.post('/announcements', { title: 'A', text: 'B' }),
        await person.put(`/announcements/${id}`, { title: 'A' }),
        await person.delete(`/announcements/${id}`),
        await person.upload(`/announcements/${id}/media-upload`, {}, [picture]),
        await person.delete(`/announcements/${id}/media-upload`),
      ])
        expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    expect(await stored()).toEqual(before)
  })

  test('is not the role of a company either', async () => {
    for (const write of [
      `insert into announcements (title, text) values ('A', 'B')`,
      'delete from announcements',
      `update announcements set plan_ids = null`,
    ])
      await expect(
        world.app.deps.units.run({ kind: 'system', companyId: company.id }, ({ db }) => sql.raw(write).execute(db)),
      ).rejects.toThrow('permission denied')
  })
})

describe('who is shown an announcement', () => {
  test('is every user of every company, without what decides that', async () => {
    const announcement = await made({ planIds: [plan, await planOf(other)], validFrom: '2020-01-01T00:00' })

    for (const person of [await company.admin(), await company.supervisor(), await other.attendant()]) {
      expect(await readBy(person, announcement)).toEqual(read)
      const { body } = await person.get(`/announcements/${announcement.id}`)
      expect(body).toMatchObject({ title: announcement.title, text: 'Leia isto.', priority: 3, status: true })
      expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['planIds']))
      expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['validFrom']))
    }
    expect((await world.anonymous.get('/announcements/shown')).status).toBe(401)
  })

  test.each([
    ['is inactive', { status: false }],
    ['has not begun', { validFrom: '2031-03-10T10:00' }],
    ['is over', { validUntil: '2020-03-10T10:00' }],
  ])('is nobody but the operator while it %s', async (_when, fields) => {
    const announcement = await made(fields)

    for (const person of [await company.admin(), await other.attendant()])
      expect(await readBy(person, announcement)).toEqual(unread)
    expect(idsIn((await operator.get('/announcements')).body.records)).toContain(announcement.id)
    expect(idsIn((await operator.get('/announcements/shown')).body)).not.toContain(announcement.id)
  })

  test('is not a user of a company with a plan that was not chosen, whatever they ask for', async () => {
    const announcement = await made({ planIds: [plan] })
    const outsider = await other.admin()

    expect(await readBy(await company.attendant(), announcement)).toEqual(read)
    expect(await readBy(outsider, announcement)).toEqual(unread)
    for (const query of [`searchParam=${announcement.title}`, `planIds=[${plan}]`, `companyId=${company.id}`])
      expect(idsIn((await outsider.get(`/announcements?${query}`)).body.records)).not.toContain(announcement.id)
    expect((await outsider.get(`/announcements/${announcement.id}`)).body).toEqual(
      (await outsider.get('/announcements/987654321')).body,
    )
  })

  test('changes with the plan of the company', async () => {
    const moving = await world.company()
    const [admin, announcement] = [await moving.admin(), await made({ planIds: [plan] })]
    expect(await readBy(admin, announcement)).toEqual(unread)

    await operator.put(`/companies/${moving.id}`, { planId: plan })

    expect(await readBy(admin, announcement)).toEqual(read)
  })

  test('are not all companies when the chosen plan is deleted, which stays chosen', async () => {
    const { body: doomed } = await operator.post('/plans', {
      name: `Plano ${mark()}`,
      users: 1,
      connections: 1,
      queues: 1,
    })
    const announcement = await made({ planIds: [doomed.id] })
    expect(await operator.delete(`/plans/${doomed.id}`)).toMatchObject({ status: 200 })

    expect(await readBy(await company.admin(), announcement)).toEqual(unread)
    expect(await operator.put(`/announcements/${announcement.id}`, { planIds: [doomed.id, plan] })).toMatchObject({
      status: 200,
      body: { planIds: [doomed.id, plan] },
    })
  })

  test('cannot be a plan that there is not', async () => {
    const announcement = await made()
    const refused = { status: 404, body: { error: 'ERR_NO_PLAN_FOUND' } }

    expect(await operator.post('/announcements', { title: 'A', text: 'B', planIds: [plan, 987_654] })).toMatchObject(
      refused,
    )
    expect(await operator.put(`/announcements/${announcement.id}`, { planIds: [987_654] })).toMatchObject(refused)
  })

  test('see the most important first, and of those the newest', async () => {
    const [low, high, medium, newest] = [
      await made({ priority: 3 }),
      await made({ priority: 1 }),
      await made({ priority: 2 }),
      await made({ priority: 1 }),
    ]

    const { body } = await (await company.attendant()).get('/announcements/shown')
    const own = idsIn(body).filter((id) => [low, high, medium, newest].some((one) => one.id === id))
    expect(own).toEqual([newest.id, high.id, medium.id, low.id])
  })
})

describe('the read marks', () => {
  const isRead = async (person: Person, { id }: Announced) =>
    (await person.get('/announcements/shown')).body.find((one: { id: number }) => one.id === id)?.isRead

  test('are those of each user', async () => {
    const announcement = await made()
    const [ana, rui] = [await company.attendant(), await company.attendant()]
    expect([await isRead(ana, announcement), await isRead(rui, announcement)]).toEqual([false, false])

    for (const _again of [1, 2])
      expect(await ana.post('/announcements/read', { announcementIds: [announcement.id] })).toMatchObject({
        status: 200,
      })

    expect([await isRead(ana, announcement), await isRead(rui, announcement)]).toEqual([true, false])
    await operator.put(`/announcements/${announcement.id}`, { text: 'Corrigido' })
    expect(await isRead(ana, announcement)).toBe(true)
  })

  test('are told to the other windows of the user only', async () => {
    const announcement = await made()
    const [ana, rui] = [await company.attendant(), await company.attendant()]
    const [own, colleague] = [await ana.listen(), await rui.listen()]

    await ana.post('/announcements/read', { announcementIds: [announcement.id] })

    await eventually(() => expect(own.of('announcementsRead')).toMatchObject([{ payload: { ids: [announcement.id] } }]))
    await world.app.deps.publisher.idle()
    expect(colleague.of('announcementsRead')).toEqual([])
  })

  test('are kept of nothing that the user is not shown', async () => {
    const [hidden, inactive] = [await made({ planIds: [plan] }), await made({ status: false })]
    const outsider = await other.attendant()

    expect(
      await outsider.post('/announcements/read', { announcementIds: [hidden.id, inactive.id, 987_654_321] }),
    ).toMatchObject({ status: 200 })

    expect(await world.sql('select * from announcement_reads where user_id = $1', [outsider.id])).toEqual([])
  })

  test('go with the announcement', async () => {
    const announcement = await made()
    const ana = await company.attendant()
    await ana.post('/announcements/read', { announcementIds: [announcement.id] })

    await operator.delete(`/announcements/${announcement.id}`)

    expect(await world.sql('select * from announcement_reads where user_id = $1', [ana.id])).toEqual([])
  })
})

describe('the companies', () => {
  test('are told at once of a new announcement, of its changes and of its end, each in its own room', async () => {
    const [here, there] = [await (await company.attendant()).listen(), await (await other.admin()).listen()]
    const areTold = (events: object[]) =>
      eventually(() => {
        for (const listener of [here, there]) expect(told(listener)).toMatchObject(events)
      })

    const { id } = await made({ priority: 1 })
    const created = { action: 'create', record: { id, priority: 1, text: 'Leia isto.' } }
    await areTold([created])
    await operator.put(`/announcements/${id}`, { text: 'Corrigido' })
    const changed = { action: 'update', record: { id, text: 'Corrigido' } }
    await areTold([created, changed])
    await operator.delete(`/announcements/${id}`)
    await areTold([created, changed, { action: 'delete', id }])

    // The name that existing clients know, and nothing that only the operator sees.
    const payloads: unknown[] = []
    here.socket.on('company-announcement', (payload) => payloads.push(payload))
    await allToldTo(here)
    expect(payloads).toHaveLength(1)
    expect(JSON.stringify(payloads)).not.toMatch(/planIds|validFrom/)
  })

  test('with a plan that was not chosen hear nothing', async () => {
    const [chosen, outside] = [await (await company.attendant()).listen(), await (await other.admin()).listen()]
    const isTold = (event: object) => eventually(() => expect(told(chosen).at(-1)).toMatchObject(event))

    const { id, title } = await made({ planIds: [plan] })
    await isTold({ action: 'create', record: { id, title } })
    await operator.put(`/announcements/${id}`, { text: 'Corrigido' })
    await isTold({ action: 'update', record: { text: 'Corrigido' } })
    await operator.put(`/announcements/${id}`, { status: false })
    await isTold({ action: 'delete', id })
    await operator.delete(`/announcements/${id}`)
    await allToldTo(chosen, outside)

    expect(told(outside)).toHaveLength(1)
    expect(JSON.stringify(outside.events)).not.toContain(title)
  })

  test('hear of the end when they are not shown it any more, and of the begin when they are', async () => {
    const [first, second] = [await (await company.attendant()).listen(), await (await other.admin()).listen()]
    const areTold = async (listener: Listener, events: object[]) =>
      eventually(() => expect(told(listener)).toMatchObject(events))
    const { id } = await made({ planIds: [plan] })
    const begin = { action: 'create', record: { id } }
    const end = { action: 'delete', id }
    await areTold(first, [begin])

    await operator.put(`/announcements/${id}`, { planIds: [await planOf(other)] })
    await areTold(first, [begin, end])
    await areTold(second, [begin])
    await operator.put(`/announcements/${id}`, { status: false })
    await areTold(second, [begin, end])
    await operator.put(`/announcements/${id}`, { status: true })
    await areTold(second, [begin, end, begin])
    expect(told(first)).toHaveLength(2)
  })

  test('hear of inactive ones and of those to come nothing', async () => {
    const listener = await (await company.attendant()).listen()

    const { id } = await made({ status: false })
    await operator.put(`/announcements/${id}`, { text: 'Ainda não' })
    await made({ validFrom: '2031-03-10T10:00' })
    await allToldTo(listener)

    expect(told(listener)).toHaveLength(1)
  })

  test('are told when its time begins and when it ends, without a change', async () => {
    const listener = await (await company.attendant()).listen()
    const { id } = await made({ validFrom: '2031-03-10T10:00', validUntil: '2031-03-11T10:00' })
    const turn = async (times: string) => {
      await world.sql(`update announcements set ${times} where id = $1`, [id])
      const moved = await world.sql(
        `update pgboss.job set start_after = now() where id =
           (select id from pgboss.job where name = 'announcement.turn' and data ->> 'announcementId' = $1 and state = 'created' order by start_after limit 1)
         returning id`,
        [String(id)],
      )
      expect(moved).toHaveLength(1)
    }

    await turn(`valid_from = now() - interval '1 second'`)
    await eventually(() => expect(told(listener)).toMatchObject([{ record: { id } }]))
    await turn(`valid_until = now()`)
    await eventually(() => expect(told(listener).at(-1)).toEqual({ action: 'delete', id }))
  })

  test('cost one fact together', async () => {
    const { id } = await made()

    expect(
      await world.sql(
        `select company_id from events where kind = 'announcement.changed' and ids ->> 'announcementId' = $1`,
        [String(id)],
      ),
    ).toEqual([{ company_id: 1 }])
  })
})

describe("the operator's list", () => {
  test('is told to be stale after each change, also of what nobody is shown', async () => {
    const listener = await operator.listen()
    const outside = await (await company.admin()).listen()

    const { id } = await made({ status: false })
    await operator.put(`/announcements/${id}`, { text: 'Depois' })

    await eventually(() => expect(listener.of('announcementList')).toHaveLength(2))
    expect(outside.of('announcementList')).toEqual([])
  })
})

describe('the picture of an announcement', () => {
  const upload = async (id: number, name: string, data: Buffer | string, type = 'image/png') =>
    operator.uploadParts(`/announcements/${id}/media-upload`, [
      { name: 'typeArch', value: 'announcements' },
      { field: 'file', name, type, data },
    ])
  const open = (address: string, cookies: Record<string, string> = {}) =>
    world.app.http.inject({ url: address.replace('http://guiche.test', ''), cookies })
  const filesOf = () => world.sql('select id from files where company_id = 1')

  test.each([
    ['PNG', 'férias.png', () => samples.png(), 'image/png'],
    ['JPEG', 'férias.jpg', () => samples.jpeg(), 'image/jpeg'],
  ])('is a %s file, which everybody who is shown it opens at its signed address', async (_kind, name, data, type) => {
    const { id } = await made()
    const bytes = await data()

    const { status, body } = await upload(id, name, bytes, type)

    expect([status, body.mensagem]).toEqual([200, 'Arquivo Anexado'])
    expect(body.record).toMatchObject({ id, mediaName: name })
    const { body: seen } = await (await other.attendant()).get(`/announcements/${id}`)
    expect(seen.mediaPath).toMatch(/^http:\/\/guiche\.test\/public\/company1\/announcements\/[a-f0-9]{40}\.\w+\?/)
    const answer = await open(seen.mediaPath)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type])
    expect(answer.rawPayload.equals(bytes)).toBe(true)
  })

  test('is replaced and taken away, and the companies are told', async () => {
    const { id } = await made()
    const listener = await (await company.attendant()).listen()
    await upload(id, 'um.png', await samples.png())
    await upload(id, 'dois.png', await samples.png(4, 4))
    await eventually(() => expect(told(listener).at(-1)).toMatchObject({ record: { id, mediaName: 'dois.png' } }))

    const { status, body } = await operator.delete(`/announcements/${id}/media-upload`)

    expect([status, body.mensagem]).toEqual([200, 'Arquivo Excluído'])
    expect(body.record).toMatchObject({ mediaPath: null, mediaName: null })
    await eventually(() => expect(told(listener).at(-1)).toMatchObject({ record: { id, mediaPath: null } }))
  })

  test.each([
    ['a program', 'foto.png', () => samples.exe],
    ['HTML named like a picture', 'foto.png', () => '<html><script>alert(1)</script></html>'],
    ['SVG', 'foto.svg', () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a PDF', 'foto.png', () => samples.pdf],
    ['WebP', 'foto.png', () => samples.webp(8, 8)],
    ['a picture that is cut off', 'foto.png', async () => (await samples.png()).subarray(0, 40)],
  ])('is refused if it is %s, and nothing is kept', async (_what, name, data) => {
    const { id } = await made()
    const before = await filesOf()

    expect(await upload(id, name, await data())).toMatchObject({ status: 415, body: { error: 'ERR_FILE_TYPE' } })

    expect(await filesOf()).toEqual(before)
    expect((await operator.get(`/announcements/${id}`)).body.mediaName).toBeNull()
  })

  test('needs a file, a form, and an announcement', async () => {
    const { id } = await made()

    expect(await operator.upload(`/announcements/${id}/media-upload`, { typeArch: 'announcements' }, [])).toMatchObject(
      {
        status: 400,
      },
    )
    expect(await operator.post(`/announcements/${id}/media-upload`, { typeArch: 'announcements' })).toMatchObject({
      status: 415,
    })
    expect(await upload(987_654_321, 'a.png', await samples.png())).toMatchObject({ status: 404 })
  })

  test("is not opened with another file's signature, in another folder, or with a session alone", async () => {
    const addressOf = async (id: number) => (await upload(id, 'a.png', await samples.png())).body.record.mediaPath
    const [hidden, shown] = [await made({ planIds: [plan] }), await made()]
    const [hiddenPath, shownPath]: [string, string] = [await addressOf(hidden.id), await addressOf(shown.id)]
    const [bare = '', query = ''] = hiddenPath.split('?')
    const attempts = [
      bare,
      `${bare}?${shownPath.split('?')[1]}`,
      `${bare}?${query.replace(/expires=\d+/, 'expires=9999999999')}`,
      hiddenPath.replace('/company1/', `/company${other.id}/`),
      hiddenPath.replace('/announcements/', '/'),
      hiddenPath.replace('/announcements/', '/user/'),
      hiddenPath.replace('/announcements/', '/fileList/'),
    ]
    const sessions = [operator, await company.admin(), await other.admin()].map(
      ({ refreshCookie: { name, value } }) => ({
        [name]: value,
      }),
    )

    for (const attempt of attempts)
      for (const cookies of [{}, ...sessions])
        expect({ attempt, status: (await open(attempt, cookies)).statusCode }).toEqual({ attempt, status: 404 })
    expect((await open(hiddenPath)).statusCode).toBe(200)
  })

  test('that was of a message does not open in the folder of announcements', async () => {
    const queue = await company.queue()
    const ana = await company.attendant({ queues: [queue] })
    const { id } = await company.ticket({ queues: [queue] })
    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    const file = { field: 'medias', name: 'a.png', type: 'image/png', data: await samples.png() }
    const { body } = await ana.upload(`/messages/${id}`, { body: '' }, [file])

    const moved = body.mediaUrl.replace(`company${company.id}/`, `company${company.id}/announcements/`)

    expect((await open(moved)).statusCode).toBe(404)
  })
})
