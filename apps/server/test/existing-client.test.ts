import { type Endpoint, api, isAnonymous } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from './inbound.ts'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

/** What unmodified existing clients need, and fail without. */

let world: World
let company: Company
let admin: Person

beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

describe('a company whose subscription has no end', () => {
  const never = '2999-12-31'

  test('has a due date in the far future and its plan at login and with every new token, because null counts as expired', async () => {
    expect(admin.user.company.dueDate).toBe(never)
    const { name, value } = admin.refreshCookie
    const renewed = await world.anonymous.post('/auth/refresh_token', undefined, { cookies: { [name]: value } })
    expect(renewed.body.user.company.dueDate).toBe(never)
    expect((await admin.get(`/companies/listPlan/${company.id}`)).body.dueDate).toBe(never)
  })

  test('keeps its due date if it has one', async () => {
    const paid = await world.company({ dueDate: '2031-05-06' })

    expect((await paid.admin()).user.company.dueDate).toBe('2031-05-06')
  })
})

describe('the lists of areas that do not exist yet, which every page asks for', () => {
  test.each([
    ['/queueIntegration', { queueIntegrations: [], integrations: [], count: 0, hasMore: false }],
    ['/prompt', { prompts: [], count: 0, hasMore: false, needsKey: true }],
  ])('%s is empty, in the shape that they read', async (path, body) => {
    expect(await admin.get(path)).toMatchObject({ status: 200, body })
    expect((await world.anonymous.get(path)).status).toBe(401)
  })
})

describe('internal chats, which every page asks for', () => {
  test('have the fields that they read', async () => {
    const path = '/chats/?searchParam=&pageNumber=1'
    expect(await admin.get(path)).toMatchObject({ status: 200, body: { records: [], count: 0, hasMore: false } })
    // They send the whole user, and themselves among the members.
    const { id, name } = admin
    const made = await admin.post('/chats', { title: 'Grupo', users: [{ id, name }] })
    const sent = await admin.post(`/chats/${made.body.id}/messages`, { message: 'Bom dia' })

    expect(sent.body).toMatchObject({
      chatId: made.body.id,
      senderId: id,
      message: 'Bom dia',
      mediaPath: null,
      mediaType: 'text',
      mediaName: null,
      sender: { id, name },
    })
    expect((await admin.get(path)).body.records).toEqual([
      expect.objectContaining({
        title: 'Grupo',
        uuid: expect.any(String),
        ownerId: id,
        owner: { id, name },
        lastMessage: `${name}: Bom dia`,
        users: [
          expect.objectContaining({
            id: expect.any(Number),
            chatId: made.body.id,
            userId: id,
            unreads: 0,
            user: { id, name },
          }),
        ],
      }),
    ])
    expect((await admin.get(`/chats/${made.body.id}/messages?pageNumber=1`)).body).toEqual({
      records: [sent.body],
      count: 1,
      hasMore: false,
    })
    expect((await admin.post(`/chats/${made.body.id}/read`, { userId: id })).body.id).toBe(made.body.id)
    await admin.delete(`/chats/${made.body.id}`)
  })
})

describe('what the operator shows to all companies, which every page asks for', () => {
  test('is empty at first, in the shape that they read', async () => {
    expect(await admin.get('/helps/list')).toMatchObject({ status: 200, body: [] })
    expect(await admin.get('/announcements/?searchParam=&pageNumber=1')).toMatchObject({
      status: 200,
      body: { records: [], count: 0, hasMore: false },
    })
  })

  test('has the fields that they read', async () => {
    const operator = await world.operator()
    const help = await operator.post('/helps', { title: 'Primeiros passos', description: '', video: 'dQw4w9WgXcQ' })
    const announcement = await operator.post('/announcements', {
      title: 'Novidade',
      text: 'Veja',
      priority: 3,
      status: true,
    })

    expect((await admin.get('/helps/list')).body).toEqual([
      expect.objectContaining({
        id: help.body.id,
        title: 'Primeiros passos',
        description: '',
        video: 'dQw4w9WgXcQ',
        link: expect.any(String),
      }),
    ])
    expect((await admin.get('/announcements/?searchParam=&pageNumber=1')).body.records).toEqual([
      expect.objectContaining({
        id: announcement.body.id,
        title: 'Novidade',
        text: 'Veja',
        priority: 3,
        status: true,
        mediaPath: null,
        mediaName: null,
        companyId: 1,
      }),
    ])
  })
})

describe('the ticket that comes with a message', () => {
  test('has the tags of its contact, the name of its connection and a picture', async () => {
    const { id, visitor, connection } = await company.ticket()
    const { body: ticket } = await admin.get(`/tickets/${id}`)
    const { body: tag } = await admin.post('/tags', { name: 'Cliente antigo', color: '#123456' })
    await admin.post('/tags/sync', { contactId: ticket.contactId, ticketId: id, tags: [tag] })
    const heard = await admin.listen({ lists: ['pending'] })

    await visitor.write('Mais uma coisa')

    const { payload } = await eventually(() => {
      const [event] = heard.of('message').filter(({ payload: { action } }) => action === 'create')
      if (!event) throw new Error('not heard yet')
      return event
    })
    expect(payload.ticket).toMatchObject({
      id,
      whatsapp: { id: connection.id, name: ticket.whatsapp.name },
      contact: { tags: [{ id: tag.id, name: 'Cliente antigo', color: '#123456', kanban: 0 }] },
    })
    expect(payload.ticket.contact.profilePicUrl).toBe(ticket.contact.profilePicUrl)
    heard.close()
  })

  test('has the picture of its contact', async () => {
    const { id, visitor } = await company.ticket()
    await company.sql(
      'update contacts set picture_url = $1 where company_id = $2 and id = (select v.contact_id from tickets t join conversations v on v.company_id = t.company_id and v.id = t.conversation_id where t.id = $3)',
      [`/public/company${company.id}/contact/a.jpg`, company.id, id],
    )
    const heard = await admin.listen({ lists: ['pending'] })

    await visitor.write('Sou eu')

    const whole = `http://guiche.test/public/company${company.id}/contact/a.jpg`
    await eventually(() =>
      expect(heard.of('message').at(-1)?.payload.ticket.contact).toMatchObject({
        urlPicture: whole,
        profilePicUrl: whole,
      }),
    )
    heard.close()
  })
})

describe('a ticket that is closed with a farewell', () => {
  test("is announced to its owner's list of closed tickets and not to that of open ones", async () => {
    const queues = [await company.queue()]
    const connection = await company.webChat({ queues, settings: { complationMessage: 'Até logo!' } })
    const visitor = await company.visitor(connection.token)
    await visitor.write('Bom dia')
    const id = await eventually(async () => {
      const [row] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])
      return Number(row.id)
    })
    expect((await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id })).status).toBe(200)
    const [open, closed] = [await admin.listen({ lists: ['open'] }), await admin.listen({ lists: ['closed'] })]

    await admin.put(`/tickets/${id}`, { status: 'closed', userId: admin.id })

    const ticks = (heard: typeof open) =>
      heard.of('message').filter(({ payload }) => payload.action === 'update' && payload.ticket?.id === id)
    await eventually(() => expect(ticks(closed).at(-1)?.payload).toMatchObject({ ticket: { status: 'closed' } }))
    expect(ticks(open).map(({ payload }) => payload.ticket.status)).not.toContain('closed')
    for (const heard of [open, closed]) heard.close()
  })
})

describe('a contact without a phone number', () => {
  test('has its own digits as a number in every view', async () => {
    const heard = await admin.listen({ lists: ['pending'] })
    const shown = []
    for (const { id } of [await company.ticket(), await company.ticket()]) {
      const { contact } = (await admin.get(`/tickets/${id}`)).body
      const { number } = (await admin.get(`/contacts/${contact.id}`)).body
      expect(contact.number).toBe(number)
      await eventually(() =>
        expect(
          heard.of('message').find(({ payload }) => payload.ticket?.id === id)?.payload.ticket.contact.number,
        ).toBe(number),
      )
      shown.push(number)
    }

    expect(shown[0]).toMatch(/^\d{10,}$/)
    expect(new Set(shown).size).toBe(2)
    heard.close()
  })

  test('can be saved as it was read without the digits becoming a phone number', async () => {
    const { id } = await company.ticket()
    const { contact } = (await admin.get(`/tickets/${id}`)).body

    const saved = await admin.put(`/contacts/${contact.id}`, { ...contact, name: 'Rita' })

    expect(saved).toMatchObject({ status: 200, body: { name: 'Rita', number: contact.number } })
    expect(await company.sql('select phone from contacts where id = $1', [contact.id])).toEqual([{ phone: null }])
    expect((await admin.post('/contacts', { name: 'Outra', number: contact.number })).status).toBe(400)
  })

  test('can open a ticket of its own and is not confused with another', async () => {
    const { id } = await company.ticket()
    const { contact, whatsappId } = (await admin.get(`/tickets/${id}`)).body
    await admin.put(`/tickets/${id}`, { status: 'closed', userId: admin.id, sendFarewellMessage: false })

    const made = await admin.post('/tickets', { contactId: contact.id, whatsappId, userId: admin.id, status: 'open' })

    expect(made).toMatchObject({ status: 200, body: { contactId: contact.id } })
  })
})

describe('a contact without a picture', () => {
  test('has the address of a default picture that any page may show', async () => {
    const connection = await company.connection()
    const number = someNumber()
    await connection.receive(said(number, 'Oi'))
    const { contacts } = (await admin.get(`/contacts?searchParam=${number}`)).body
    const { urlPicture, profilePicUrl } = contacts[0]
    expect(urlPicture).toBeNull()
    expect(profilePicUrl).toMatch(/^http:\/\/guiche\.test\//)
    expect((await admin.get(`/contacts/profile/${number}`)).body).toMatchObject({ profilePicUrl, urlPicture: null })

    const { pathname } = new URL(profilePicUrl)
    for (const host of ['guiche.test', 'localhost:8080', '192.168.0.7'])
      expect(await world.anonymous.get(pathname, { headers: { host, 'sec-fetch-site': 'cross-site' } })).toMatchObject({
        status: 200,
        headers: { 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' },
      })
  })
})

describe('an address of a feature that does not exist', () => {
  const swallowing = Object.entries<Endpoint>(api).filter(
    ([, { path, access }]) => /\/:(id|uuid)$/.test(path) && !isAnonymous(access),
  )

  test.each(swallowing)(
    'answers 404 although the last word could match the id of %s',
    async (_name, { method, path, form, body }) => {
      const boss = await world.operator()
      const url = path.replace(/:(id|uuid)$/, 'nada')
      const answer =
        method === 'GET'
          ? await boss.get(url)
          : method === 'DELETE'
            ? await boss.delete(url)
            : method === 'POST'
              ? await (form && !body ? boss.upload(url, {}, []) : boss.post(url, {}))
              : await boss.put(url, {})

      expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NOT_FOUND' } })
    },
  )

  test('differs from an invalid id', async () => {
    for (const id of ['-1', '0', '1.5', '9'.repeat(30)]) expect((await admin.get(`/tags/${id}`)).status).toBe(400)
  })
})

describe('the list of scheduled messages, which every page asks for', () => {
  test('is answered with schedules, their contacts and authors, and a status that is a text', async () => {
    expect(await admin.get('/schedules/?searchParam=&pageNumber=1')).toMatchObject({
      status: 200,
      body: { schedules: [], count: 0, hasMore: false },
    })
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number: someNumber() })
    const sent = {
      body: 'Até amanhã!',
      contactId: contact.id,
      sendAt: '2031-03-10T09:00',
      sentAt: '',
      userId: admin.id,
    }

    const { body: made } = await admin.post('/schedules', sent)

    expect((await admin.get('/schedules/?searchParam=&pageNumber=1')).body.schedules).toMatchObject([
      {
        id: made.id,
        body: 'Até amanhã!',
        status: 'PENDENTE',
        sentAt: null,
        contact: { id: contact.id, name: 'Rita' },
        user: { id: admin.id, name: admin.name },
      },
    ])
    // The dialog sends back everything that it was given.
    expect((await admin.put(`/schedules/${made.id}`, { ...made, ...sent, body: 'Até logo!' })).body.body).toBe(
      'Até logo!',
    )
  })

  test('changes by events under the name without a dash', async () => {
    const heard = await admin.listen()
    const names: string[] = []
    heard.socket.onAny((name: string) => names.push(name))
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number: someNumber() })

    await admin.post('/schedules', { body: 'Até amanhã!', contactId: contact.id, sendAt: '2031-03-10T09:00' })

    await eventually(() => expect(names).toContain(`company${company.id}-schedule`))
  })
})
