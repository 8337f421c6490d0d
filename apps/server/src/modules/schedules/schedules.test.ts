import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { phone, said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let other: Company
let connection: TestConnection
let admin: Person
let ana: Person
let bia: Person
let contactId: number
beforeAll(async () => {
  world = await createWorld()
  ;[company, other] = [await world.company(), await world.company()]
  admin = await company.admin()
  const queue = await company.queue()
  ana = await company.attendant({ queues: [queue], name: 'Ana' })
  bia = await company.attendant({ queues: [queue], name: 'Bia' })
  connection = await company.connection({ queues: [queue], allowsGroups: true })
  await connection.receive(said(someNumber(), 'Olá', { name: 'Mariana' }))
  contactId = await contactOf(company)
})
afterAll(() => world.close())

async function contactOf({ id, sql }: Company): Promise<number> {
  const [row] = await sql('select max(id)::int as id from contacts where company_id = $1', [id])
  return row.id
}

/** A local time of São Paulo, the zone of new companies. */
const nine = '2031-03-10T09:00'

const schedule = async (person: Person, change: object = {}) =>
  person.post('/schedules', { body: 'Até amanhã!', contactId, sendAt: nine, ...change })

async function scheduled(person: Person, change: object = {}): Promise<{ id: number }> {
  const { status, body } = await schedule(person, change)
  if (status !== 200) throw new Error(`not scheduled: ${status} ${JSON.stringify(body)}`)
  return body
}

describe('a scheduled message', () => {
  test('is kept with its contact and author, at a time in the zone of the company', async () => {
    expect(await schedule(ana)).toMatchObject({
      status: 200,
      body: {
        body: 'Até amanhã!',
        sendAt: '2031-03-10T12:00:00.000Z',
        sentAt: null,
        status: 'PENDENTE',
        isLate: false,
        contactId,
        contact: { id: contactId, name: 'Mariana' },
        userId: ana.id,
        user: { id: ana.id, name: 'Ana' },
        whatsappId: null,
        recurrence: 'none',
        mediaUrl: null,
      },
    })
  })

  test('may be given as a moment with its zone', async () => {
    const { body } = await schedule(ana, { sendAt: '2031-03-10T09:00:00+02:00' })

    expect(body.sendAt).toBe('2031-03-10T07:00:00.000Z')
  })

  test('is what existing clients send, in the author’s own name', async () => {
    const { body } = await schedule(ana, { sentAt: '', userId: bia.id })

    expect(body).toMatchObject({ userId: ana.id, sentAt: null, status: 'PENDENTE' })
  })

  test('is changed, and fields that are not sent stay as they are', async () => {
    const { id } = await scheduled(ana, { recurrence: 'weekly', recursUntil: '2031-12-31', whatsappId: connection.id })

    expect(await ana.put(`/schedules/${id}`, { body: 'Até logo!' })).toMatchObject({
      status: 200,
      body: {
        body: 'Até logo!',
        sendAt: '2031-03-10T12:00:00.000Z',
        recurrence: 'weekly',
        recursUntil: '2031-12-31',
        whatsappId: connection.id,
      },
    })
    expect(await ana.put(`/schedules/${id}`, { sendAt: '2031-03-11T10:30', whatsappId: null })).toMatchObject({
      body: { body: 'Até logo!', sendAt: '2031-03-11T13:30:00.000Z', whatsappId: null },
    })
  })

  test('is removed, and then missing', async () => {
    const { id } = await scheduled(ana)

    expect((await ana.delete(`/schedules/${id}`)).status).toBe(200)
    for (const answer of [
      await ana.get(`/schedules/${id}`),
      await ana.put(`/schedules/${id}`, {}),
      await ana.delete(`/schedules/${id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_SCHEDULE_FOUND' } })
  })

  test('can have a file, which is replaced and removed', async () => {
    const file = { field: 'medias', name: 'mapa.png', type: 'image/png', data: await samples.png() }
    const fields = { body: 'Segue o mapa', contactId: String(contactId), sendAt: nine }

    const made = await ana.upload('/schedules', fields, [file])
    expect(made).toMatchObject({ status: 200, body: { mediaName: 'mapa.png', mediaType: 'image', whatsappId: null } })
    const { pathname, search } = new URL(made.body.mediaUrl)
    expect((await world.anonymous.get(pathname + search)).status).toBe(200)

    expect((await ana.put(`/schedules/${made.body.id}`, { body: 'Sem o mapa', removeMedia: true })).body).toMatchObject(
      {
        body: 'Sem o mapa',
        mediaUrl: null,
        mediaName: null,
      },
    )
    expect(
      await ana.upload(`/schedules/${made.body.id}`, { body: 'Com outro' }, [{ ...file, name: 'novo.png' }], {
        method: 'PUT',
      }),
    ).toMatchObject({ status: 200, body: { body: 'Com outro', mediaName: 'novo.png' } })
    expect((await ana.upload('/schedules', fields, [file, file])).status).toBe(400)
  })

  test.each([
    ['an attendant', () => ana],
    ['an admin', () => admin],
  ])('that %s saves or removes is told at once to who sees it', async (_who, author) => {
    const [near, beside] = [await author().listen(), await bia.listen()]

    const { id } = await scheduled(author(), { body: 'Aviso ao vivo' })
    await eventually(() =>
      expect(near.of('schedule').at(-1)?.payload).toMatchObject({
        action: 'update',
        schedule: { id, body: 'Aviso ao vivo' },
      }),
    )
    await author().delete(`/schedules/${id}`)
    await eventually(() =>
      expect(near.of('schedule').at(-1)?.payload).toMatchObject({ action: 'delete', scheduleId: String(id) }),
    )
    await eventually(() => expect(beside.of('schedule')).toHaveLength(2))
    expect(JSON.stringify(beside.events)).not.toContain('Aviso ao vivo')
  })

  test('goes with its contact when two contacts turn out to be one person', async () => {
    const number = someNumber()
    const lid = { kind: 'lid', value: `77${number}` } as const
    await connection.receive(said(number, 'Oi', { name: 'Rita' }))
    const older = await contactOf(company)
    await connection.receive(said(lid, 'Sou eu', { name: 'Rita' }))
    const { id } = await scheduled(ana, { contactId: await contactOf(company) })

    await connection.receive(said(lid, 'De novo', { name: 'Rita', aliases: [phone(number)] }))

    expect((await ana.get(`/schedules/${id}`)).body.contactId).toBe(older)
  })
})

describe('the list', () => {
  test('has those that wait first, by time, then the others, newest first', async () => {
    const shop = await world.company()
    const boss = await shop.admin()
    const line = await shop.connection()
    await line.receive(said(someNumber(), 'Olá', { name: 'Paulo' }))
    const customer = await contactOf(shop)
    const at = async (sendAt: string) => (await scheduled(boss, { contactId: customer, sendAt })).id
    const [late, early, old, older] = [
      await at('2031-05-02T09:00'),
      await at('2031-05-01T09:00'),
      await at(nine),
      await at(nine),
    ]
    await shop.sql(
      "update schedules set status = 'ENVIADA', sent_at = now(), send_at = now() - interval '1 day' where id = $1",
      [old],
    )
    await shop.sql(
      "update schedules set status = 'ERRO', failure = 'ERR_CONTACT_BLOCKED', send_at = now() - interval '2 days' where id = $1",
      [older],
    )

    const { body } = await boss.get('/schedules?searchParam=&pageNumber=1')
    const ids = (answer: { body: { schedules: { id: number }[] } }) => answer.body.schedules.map(({ id }) => id)
    expect(body).toMatchObject({ count: 4, hasMore: false })
    expect(ids({ body })).toEqual([early, late, old, older])
    expect(ids(await boss.get('/schedules?status=ERRO'))).toEqual([older])
    expect(ids(await boss.get('/schedules?status=PENDENTE'))).toEqual([early, late])
    // The times are local ones, and the end is not part of it.
    expect(ids(await boss.get('/schedules?from=2031-05-01T00:00&until=2031-05-02T00:00'))).toEqual([early])
    expect(ids(await boss.get('/schedules?from=2031-05-01T00:00'))).toEqual([early, late])
  })

  test('is searched by words and by the name of the contact, accents ignored', async () => {
    const { id } = await scheduled(ana, { body: 'Sua revisão é às nove' })

    const found = async (query: string) =>
      (await ana.get(`/schedules?${query}`)).body.schedules.map((row: { id: number }) => row.id)
    expect(await found('searchParam=REVISAO')).toEqual([id])
    expect(await found('searchParam=mariâna')).toContain(id)
    expect(await found(`contactId=${contactId}&userId=${ana.id}`)).toContain(id)
    expect(await found(`userId=${bia.id}`)).not.toContain(id)
  })

  test('has pages of twenty', async () => {
    const shop = await world.company()
    const boss = await shop.admin()
    const { id } = (await boss.post('/contacts', { name: 'Paulo', number: someNumber() })).body
    for (let nth = 0; nth < 21; nth++) await scheduled(boss, { contactId: id })

    const [one, two] = [await boss.get('/schedules?pageNumber=1'), await boss.get('/schedules?pageNumber=2')]
    expect([one.body.schedules.length, one.body.hasMore, one.body.count]).toEqual([20, true, 21])
    expect([two.body.schedules.length, two.body.hasMore]).toEqual([1, false])
  })
})

describe('who sees and changes it', () => {
  test('its author, admins and supervisors; other attendants do not know that it exists', async () => {
    const { id } = await scheduled(ana, { body: 'Da Ana para Mariana' })
    const supervisor = await company.supervisor()

    for (const person of [admin, supervisor]) {
      expect((await person.get(`/schedules/${id}`)).body.userId).toBe(ana.id)
      expect((await person.put(`/schedules/${id}`, { body: 'Corrigida por quem pode' })).status).toBe(200)
    }
    for (const answer of [
      await bia.get(`/schedules/${id}`),
      await bia.put(`/schedules/${id}`, { body: 'Da Bia, então' }),
      await bia.delete(`/schedules/${id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NO_SCHEDULE_FOUND' } })
    expect(JSON.stringify((await bia.get('/schedules')).body)).not.toContain('Corrigida')
  })

  test('an attendant who sees all tickets sees all, and changes only their own', async () => {
    const caio = await company.attendant({ allTicket: 'enable' })
    const { id } = await scheduled(ana)

    expect((await caio.get(`/schedules/${id}`)).status).toBe(200)
    for (const answer of [
      await caio.put(`/schedules/${id}`, { body: 'Do Caio' }),
      await caio.delete(`/schedules/${id}`),
    ])
      expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
  })

  test('one for a group is for people who see groups', async () => {
    await connection.receive(said({ kind: 'group', value: '1600000000@g.us' }, 'Oi', { isGroup: true, name: 'Grupo' }))
    const groupId = await contactOf(company)
    const { id } = await scheduled(admin, { contactId: groupId })

    expect(await schedule(ana, { contactId: groupId })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_FOUND' },
    })
    const caio = await company.attendant({ allTicket: 'enable' })
    expect((await caio.get(`/schedules/${id}`)).status).toBe(404)
    expect((await admin.get(`/schedules/${id}`)).status).toBe(200)
  })

  test('a number that is the name of a contact is masked for who must not see it', async () => {
    const shop = await world.company()
    await shop.setting('lgpdHideNumber', 'enabled')
    const line = await shop.connection()
    const number = someNumber()
    await line.receive(said(number, 'Olá', { name: number }))
    const person = await shop.attendant()
    const heard = await person.listen()

    const { body } = await schedule(person, { contactId: await contactOf(shop) })

    expect(body.contact.name).not.toContain(number)
    await eventually(() => expect(heard.of('schedule')).toHaveLength(1))
    expect(JSON.stringify(heard.events)).not.toContain(number)
    expect(JSON.stringify((await person.get('/schedules')).body)).not.toContain(number)
  })

  test('another company finds neither it nor its contact and connection', async () => {
    const stranger = await other.admin()
    const { id } = await scheduled(ana)

    expect((await stranger.get(`/schedules/${id}`)).status).toBe(404)
    expect((await stranger.put(`/schedules/${id}`, { body: 'De fora' })).status).toBe(404)
    expect((await stranger.delete(`/schedules/${id}`)).status).toBe(404)
    expect(await schedule(stranger)).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } })
    const own = (await stranger.post('/contacts', { name: 'Paulo', number: someNumber() })).body
    expect(await schedule(stranger, { contactId: own.id, whatsappId: connection.id })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    })
  })
})

describe('what is refused', () => {
  test.each([
    ['a text of four letters', { body: 'Oi !' }],
    ['a text of blanks', { body: '        ' }],
    ['a text of four emoji', { body: '😀😀😀😀' }],
    ['no text', { body: undefined }],
    ['no contact', { contactId: undefined }],
    ['no time', { sendAt: undefined }],
    ['an empty time', { sendAt: '' }],
    ['a word as time', { sendAt: 'amanhã' }],
    ['a day that does not exist', { sendAt: '2031-02-30T10:00' }],
    ['a year that clocks do not have', { sendAt: '9999-12-31T23:59' }],
    ['an unknown rhythm', { recurrence: 'hourly' }],
    ['a last day that does not exist', { recursUntil: '2031-02-30' }],
  ])('%s', async (_what, change) => {
    expect(await schedule(ana, change)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test('a time that has passed, also when it is changed', async () => {
    const past = { status: 400, body: { error: 'ERR_SCHEDULE_IN_PAST' } }
    const { id } = await scheduled(ana)

    expect(await schedule(ana, { sendAt: '2020-01-01T10:00' })).toMatchObject(past)
    expect(await ana.put(`/schedules/${id}`, { sendAt: '2020-01-01T10:00' })).toMatchObject(past)
  })

  test('a change of one that could not be sent, unless it gets a new time', async () => {
    const { id } = await scheduled(ana)
    await company.sql(
      "update schedules set status = 'ERRO', failure = 'ERR_CONTACT_BLOCKED', send_at = now() - interval '1 day' where id = $1",
      [id],
    )

    expect(await ana.get(`/schedules/${id}`)).toMatchObject({
      body: { status: 'ERRO', failure: 'ERR_CONTACT_BLOCKED' },
    })
    expect(await ana.put(`/schedules/${id}`, { body: 'Outro texto' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_SCHEDULE_IN_PAST' },
    })
    expect(await ana.put(`/schedules/${id}`, { sendAt: nine })).toMatchObject({
      status: 200,
      body: { status: 'PENDENTE', failure: null },
    })
  })

  test('a change or removal of one that was sent: it is only shown', async () => {
    const { id } = await scheduled(ana)
    await company.sql("update schedules set status = 'ENVIADA', sent_at = now() where id = $1", [id])

    for (const answer of [await admin.put(`/schedules/${id}`, { sendAt: nine }), await ana.delete(`/schedules/${id}`)])
      expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_SCHEDULE_SENT' } })
    expect((await ana.get(`/schedules/${id}`)).body.status).toBe('ENVIADA')
  })
})
