import { standInNumber } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let other: Company
let admin: Person
let ana: Person
beforeAll(async () => {
  world = await createWorld()
  ;[company, other] = [await world.company(), await world.company()]
  admin = await company.admin()
  ana = await company.attendant()
})
afterAll(() => world.close())

interface Listed {
  id: number
  name: string
  number: string
}
const contact = async (name: string, number = someNumber(), more: object = {}, of = admin) =>
  (await of.post('/contacts', { name, number, email: '', ...more })).body
const find = async (person: Person, search: string, more = '') =>
  (await person.get(`/contacts?searchParam=${encodeURIComponent(search)}${more}`)).body.contacts.map(
    ({ name }: Listed) => name,
  )

describe('a contact', () => {
  test('is created with number, e-mail and extra information', async () => {
    const { status, body } = await ana.post('/contacts', {
      name: 'Mariana Souza',
      number: '+55 (11) 98877-6655',
      email: 'mariana@cliente.example',
      extraInfo: [
        { name: 'CPF', value: '123' },
        { name: '', value: '' },
        { name: 'Plano', value: 'Ouro' },
      ],
      disableBot: true,
      lgpdAcceptedAt: '',
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Mariana Souza',
      number: '5511988776655',
      email: 'mariana@cliente.example',
      channel: 'whatsapp',
      active: true,
      disableBot: true,
      acceptAudioMessage: true,
      isGroup: false,
      lgpdAcceptedAt: null,
      companyId: company.id,
      tags: [],
      contactTags: [],
      extraInfo: [
        { name: 'CPF', value: '123', contactId: body.id },
        { name: 'Plano', value: 'Ouro', contactId: body.id },
      ],
    })
    expect((await ana.get(`/contacts/${body.id}`)).body).toEqual(body)
  })

  test('keeps the fields that a change does not name; extra information is kept by id, and missing entries are removed', async () => {
    const made = await contact('Pedro', someNumber(), {
      email: 'pedro@cliente.example',
      extraInfo: [
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ],
    })
    const [a] = made.extraInfo

    expect((await ana.put(`/contacts/${made.id}`, { name: 'Pedro Lima' })).body).toMatchObject({
      ...made,
      name: 'Pedro Lima',
      updatedAt: expect.any(String),
    })

    const { body } = await ana.put(`/contacts/${made.id}`, {
      extraInfo: [
        { ...a, value: 'um' },
        { name: 'c', value: '3' },
      ],
    })
    expect(body.extraInfo).toEqual([
      { id: a.id, name: 'a', value: 'um', contactId: made.id },
      { id: expect.any(Number), name: 'c', value: '3', contactId: made.id },
    ])
    expect((await ana.put(`/contacts/${made.id}`, body)).body).toEqual({ ...body, updatedAt: expect.any(String) })
  })

  test('is the same with and without the ninth digit', async () => {
    await contact('Com nove', '5511987651234')

    for (const number of ['5511987651234', '551187651234', '+55 11 98765-1234']) {
      expect(await ana.post('/contacts', { name: 'De novo', number })).toMatchObject({
        status: 400,
        body: { error: 'ERR_DUPLICATED_CONTACT' },
      })
    }
    expect(
      (await (await other.admin()).post('/contacts', { name: 'Noutra empresa', number: '5511987651234' })).status,
    ).toBe(200)
    const landLine = await ana.post('/contacts', { name: 'Fixo', number: '551132651234' })
    expect(landLine.status).toBe(200)
  })

  test('is created once by parallel calls with the same number', async () => {
    const number = someNumber()

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ana.post('/contacts', { name: 'Corrida', number })),
    )

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
  })

  test('can get another number, unless another contact has it', async () => {
    const [one, two] = [await contact('Primeira'), await contact('Segunda')]
    const number = someNumber()

    expect((await ana.put(`/contacts/${one.id}`, { number })).body.number).toBe(number)
    expect((await ana.get(`/contacts/profile/${number}`)).body.contactId).toBe(one.id)
    expect((await ana.get(`/contacts/profile/${one.number}`)).body.contactId).toBe(0)
    expect(await ana.put(`/contacts/${one.id}`, { number: two.number })).toMatchObject({
      status: 400,
      body: { error: 'ERR_DUPLICATED_CONTACT' },
    })
    expect((await ana.put(`/contacts/${one.id}`, { number: '' })).body.number).toBe(number)
  })

  test('gets messages at the new number after a change of the number', async () => {
    const connection = await company.connection({ queues: [await company.queue()] })
    const [before, after] = [someNumber(), someNumber()]
    await connection.receive(said(before, 'Bom dia'))
    const [ticket] = await company.sql(
      'select t.id, v.contact_id from tickets t join conversations v on v.company_id = t.company_id and v.id = t.conversation_id where t.company_id = $1 and t.connection_id = $2',
      [company.id, connection.id],
    )
    await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id })

    await admin.put(`/contacts/${ticket.contact_id}`, { number: after })
    expect((await admin.post(`/messages/${ticket.id}`, { body: 'Número novo?' })).status).toBe(200)

    const sent = await eventually(() => {
      const message = world.network.arrived.find(({ body }) => body.includes('Número novo?'))
      if (!message) throw new Error('not sent yet')
      return message
    })
    expect(sent.address).toBe(after)
  })

  test('of a group keeps the address of the group, whatever number a client sends', async () => {
    const connection = await company.connection({ allowsGroups: true })
    const group = { kind: 'group', value: '120363025246125486@g.us' } as const
    await connection.receive(said(group, 'Bom dia', { isGroup: true }))
    const of = () =>
      company.sql('select contact_id, address from conversations where company_id = $1 and connection_id = $2', [
        company.id,
        connection.id,
      ])
    const [{ contact_id: id }] = await of()
    await admin.put(`/contacts/${id}`, { name: 'Grupo', number: someNumber() })
    expect(await of()).toMatchObject([{ address: group.value }])
  })

  test('has switches, and is blocked and unblocked', async () => {
    const { id } = await contact('Interruptores')

    expect((await ana.put(`/contacts/toggleDisableBot/${id}`)).body.disableBot).toBe(true)
    expect((await ana.put(`/contacts/toggleDisableBot/${id}`)).body.disableBot).toBe(false)
    expect((await ana.put(`/contacts/toggleAcceptAudio/${id}`)).body.acceptAudioMessage).toBe(false)
    expect((await ana.put(`/contacts/block/${id}`, { active: false })).body.active).toBe(false)
    expect((await ana.put(`/contacts/block/${id}`, { active: true })).body.active).toBe(true)
  })

  test('is announced to every browser of the company and to no other', async () => {
    const [near, far] = [await ana.listen(), await (await other.admin()).listen()]

    const { id, number } = await contact('Ouvido')
    await admin.delete(`/contacts/${id}`)

    await eventually(() =>
      expect(near.of('contact').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ action: 'delete', contactId: String(id) }),
      ),
    )
    for (const { payload } of near.of('contact').filter((event) => event.payload.contact?.id === id))
      expect(payload.contact.number).toBe(number)
    expect(far.of('contact')).toEqual([])
  })

  test('of a web chat has a stand-in number, and can be edited with it or without a number', async () => {
    const { id: ticketId } = await company.ticket()
    const { contact: theirs } = (await admin.get(`/tickets/${ticketId}`)).body
    const read = (await admin.get(`/contacts/${theirs.id}`)).body
    expect(read).toMatchObject({ number: standInNumber(theirs.id), channel: 'webchat' })

    const answer = await admin.put(`/contacts/${theirs.id}`, { ...read, name: 'Visitante com nome' })

    expect(answer).toMatchObject({ status: 200, body: { name: 'Visitante com nome', number: read.number } })
    expect((await admin.put(`/contacts/${theirs.id}`, { number: '' })).body.number).toBe(read.number)
  })
})

describe('removing a contact', () => {
  test('is for admins, and only without tickets', async () => {
    const connection = await company.connection()
    const number = someNumber()
    await connection.receive(said(number, 'Olá'))
    const { contactId } = (await admin.get(`/contacts/profile/${number}`)).body
    const { id } = await contact('Passageiro')

    expect((await ana.delete(`/contacts/${id}`)).status).toBe(403)
    expect((await admin.delete(`/contacts/${id}`)).status).toBe(200)
    expect(await admin.get(`/contacts/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } })
    expect(await admin.delete(`/contacts/${contactId}`)).toMatchObject({
      status: 400,
      body: { error: 'ERR_CONTACT_HAS_TICKETS' },
    })
    expect((await admin.get(`/contacts/${contactId}`)).status).toBe(200)
  })
})

describe('the list', () => {
  test('is sorted by name, in pages of 100, each contact once', async () => {
    const crowd = await world.company()
    const boss = await crowd.admin()
    await world.sql(
      `insert into contacts (company_id, name, phone) select $1, case when n % 2 = 0 then 'Álvaro ' else 'alvaro ' end || lpad(n::text, 3, '0'), '55119' || (70000000 + n) from generate_series(1, 230) n`,
      [crowd.id],
    )

    const pages = [
      (await boss.get('/contacts')).body,
      (await boss.get('/contacts?pageNumber=2')).body,
      (await boss.get('/contacts?pageNumber=3')).body,
    ]

    expect(pages.map(({ contacts, count, hasMore }) => [contacts.length, count, hasMore])).toEqual([
      [100, 230, true],
      [100, 230, true],
      [30, 230, false],
    ])
    const numbers = pages.flatMap(({ contacts }) => contacts.map(({ name }: Listed) => Number(name.slice(-3))))
    expect(numbers).toEqual(Array.from({ length: 230 }, (_, nth) => nth + 1))
    expect((await boss.get('/contacts?pageNumber=4')).body).toMatchObject({ contacts: [], hasMore: false })
  })

  test('shows tags, and the newest ticket to those who may see it', async () => {
    const connection = await company.connection({ queues: [await company.queue()] })
    const number = someNumber()
    await connection.receive(said(number, 'Olá', { name: 'Zuleica Listada' }))
    const [{ id: ticketId }] = await world.sql('select id from tickets where company_id = $1 and connection_id = $2', [
      company.id,
      connection.id,
    ])
    const { contactId } = (await admin.get(`/contacts/profile/${number}`)).body
    const tag = (await admin.post('/tags', { name: 'Listada' })).body
    await admin.post('/tags/sync', { contactId, tags: [tag] })

    const [shown] = (await admin.get('/contacts?searchParam=zuleica')).body.contacts
    const [hidden] = (await ana.get('/contacts?searchParam=zuleica')).body.contacts

    expect(shown).toMatchObject({
      id: contactId,
      tags: [{ id: tag.id, name: 'Listada', kanban: 0 }],
      contactTags: [{ contactId, tagId: tag.id }],
      tickets: [{ id: Number(ticketId), status: 'pending' }],
    })
    expect(hidden.tickets).toEqual([])
  })

  test('is filtered by tag, group and channel', async () => {
    const fresh = await world.company()
    const boss = await fresh.admin()
    const [one, two] = [
      await contact('Com etiqueta', someNumber(), {}, boss),
      await contact('Sem etiqueta', someNumber(), {}, boss),
    ]
    const tag = (await boss.post('/tags', { name: 'Filtro' })).body
    await boss.post('/tags/sync', { contactId: one.id, tags: [tag] })
    await world.sql(`insert into contacts (company_id, name, is_group) values ($1, 'Grupo da família', true)`, [
      fresh.id,
    ])

    expect(await find(boss, '', `&contactTag=${JSON.stringify([tag.id])}`)).toEqual(['Com etiqueta'])
    expect(await find(boss, 'etiqueta', `&contactTag=${JSON.stringify([tag.id])}`)).toEqual(['Com etiqueta'])
    expect(await find(boss, '', '&isGroup=true')).toEqual(['Grupo da família'])
    expect(await find(boss, '', '&isGroup=false&channel=')).toEqual(['Com etiqueta', 'Sem etiqueta'])
    expect(await find(boss, '', '&channel=whatsapp')).toEqual(['Com etiqueta', 'Sem etiqueta'])
    expect(await find(boss, '', '&channel=webchat')).toEqual([])
    expect(two.id).toBeGreaterThan(one.id)
  })

  test('is filtered by blocked and active, also within a search', async () => {
    const fresh = await world.company()
    const boss = await fresh.admin()
    const blocked = await contact('Ana bloqueada', someNumber(), {}, boss)
    await contact('Ana ativa', someNumber(), {}, boss)
    await boss.put(`/contacts/block/${blocked.id}`, { active: false })

    expect(await find(boss, '', '&active=false')).toEqual(['Ana bloqueada'])
    expect(await find(boss, '', '&active=true')).toEqual(['Ana ativa'])
    expect(await find(boss, 'ana', '&active=false&channel=whatsapp')).toEqual(['Ana bloqueada'])
    expect((await boss.get('/contacts?active=talvez')).status).toBe(400)
  })

  test('hears of a new contact as a new one, and of its changes as changes', async () => {
    const screen = await admin.listen()
    const made = await contact('Recém-chegada')
    await admin.put(`/contacts/${made.id}`, { name: 'Recém-chegada Lima' })

    const heard = () =>
      screen
        .of('contact')
        .filter(({ payload }) => payload.contact?.id === made.id)
        .map(({ payload }) => payload.action)
    await eventually(() => expect(heard()).toEqual(['create', 'update']))
  })
})

describe('the search', () => {
  let boss: Person
  beforeAll(async () => {
    boss = await (await world.company()).admin()
    await contact('Conceição Araújo', '5511991234567', { email: 'ceica@padaria.example' }, boss)
    await contact('João 100%', '5521988887777', {}, boss)
    await contact('Jo', '905321234567', {}, boss)
    await contact('under_score\\', '551133334444', {}, boss)
  })

  test.each([
    ['conceicao', ['Conceição Araújo']],
    ['AÚJ', ['Conceição Araújo']],
    ['padaria', ['Conceição Araújo']],
    ['jo', ['Jo', 'João 100%']],
    ['J', ['Jo', 'João 100%']],
    ['ra', []],
    ['991234', ['Conceição Araújo']],
    ['1191234', ['Conceição Araújo']],
    ['11 99123-45', ['Conceição Araújo']],
    ['+55 (11) 9 9123', ['Conceição Araújo']],
    ['5321', ['Jo']],
    ['100%', ['João 100%']],
    ['%%%', []],
    ['___', []],
    ['_', []],
    ['%', []],
    ['r_s', ['under_score\\']],
    ['re\\', ['under_score\\']],
    ["' or 1=1 --", []],
    ['x'.repeat(200), []],
  ])('for %s finds %j', async (search, names) => {
    expect(await find(boss, search)).toEqual(names)
    expect(
      (await boss.get(`/contacts/list?name=${encodeURIComponent(search)}`)).body.map(({ name }: Listed) => name),
    ).toEqual(names)
  })

  test('finds no contacts of another company', async () => {
    expect(await find(await other.admin(), 'conceicao')).toEqual([])
  })

  test('finds a contact with a tag among very many matches', async () => {
    const crowd = await world.company()
    await world.sql(
      `insert into contacts (company_id, name) select $1, 'Ana Silva ' || n from generate_series(1, 900) n`,
      [crowd.id],
    )
    const person = await crowd.admin()
    const { id } = await contact('Zilda Silva', someNumber(), {}, person)
    const tag = (await person.post('/tags', { name: 'Agulha' })).body
    await person.post('/tags/sync', { contactId: id, tags: [tag] })

    expect(await find(person, 'silva', `&contactTag=[${tag.id}]`)).toEqual(['Zilda Silva'])
    expect(await find(person, 'zilda')).toEqual(['Zilda Silva'])
  })

  test('counts the hits and returns them in pages', async () => {
    const crowd = await world.company()
    await world.sql(
      `insert into contacts (company_id, name) select $1, 'Silva ' || lpad(n::text, 3, '0') from generate_series(1, 120) n`,
      [crowd.id],
    )
    const person = await crowd.admin()

    const [first, second] = [
      (await person.get('/contacts?searchParam=silva')).body,
      (await person.get('/contacts?searchParam=silva&pageNumber=2')).body,
    ]

    expect([first.contacts.length, first.count, first.hasMore]).toEqual([100, 120, true])
    expect([second.contacts.length, second.count, second.hasMore]).toEqual([20, 120, false])
    expect(second.contacts[0].name).toBe('Silva 101')
  })
})

describe('with masked numbers (S67)', () => {
  let hiding: Company
  let boss: Person
  let agent: Person
  const number = '5511976543210'
  const shown = '*****76543210'
  beforeAll(async () => {
    hiding = await world.company()
    boss = await hiding.admin()
    await hiding.setting('lgpdHideNumber', 'enabled')
    agent = await hiding.attendant({ allTicket: 'enable' })
  })

  test('an attendant never gets the full number in answers, lists or events', async () => {
    const listener = await agent.listen()
    const made = await contact('Número escondido', number, {}, boss)
    const answers = [
      await agent.get(`/contacts/${made.id}`),
      await agent.get('/contacts'),
      await agent.get('/contacts/list'),
      await agent.get(`/contacts?searchParam=${number}`),
      await agent.get(`/contacts/profile/${number}`),
      await agent.put(`/contacts/${made.id}`, { name: 'Número ainda escondido', number: shown }),
      await agent.put(`/contacts/toggleDisableBot/${made.id}`),
      await agent.put(`/contacts/toggleAcceptAudio/${made.id}`),
      await agent.put(`/contacts/block/${made.id}`, { active: false }),
      await agent.post('/contacts', { name: '5511965432109', number: '5511965432109' }),
    ]
    await eventually(() => expect(listener.of('contact').length).toBeGreaterThanOrEqual(6))

    const seen = JSON.stringify([answers.map(({ body }) => body), listener.events])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(seen).not.toContain(number)
    expect(seen).not.toContain('5511965432109')
    expect(seen).toContain(shown)
    expect((await boss.get(`/contacts/${made.id}`)).body).toMatchObject({ number, name: 'Número ainda escondido' })
  })

  test('admins and supervisors see it', async () => {
    const visible = await contact('Visível', '5511944443333', {}, boss)
    const supervisor = await hiding.supervisor()

    expect((await supervisor.get(`/contacts/${visible.id}`)).body.number).toBe('5511944443333')
  })

  test('the search does not reveal numbers: parts find nothing, the whole number does', async () => {
    const own = await world.company()
    const admin2 = await own.admin()
    await own.setting('lgpdHideNumber', 'enabled')
    const agent2 = await own.attendant()
    await contact('Beatriz', '5511931112222', { email: 'bia@cliente.example' }, admin2)
    await contact('Loja 3111', '5511955556666', {}, admin2)

    for (const part of ['3111222', '93111', '551193111222', '11931112222', 'iz 5511', 'beatriz 55', '2222 bia']) {
      expect(await find(agent2, part)).toEqual([])
    }
    expect(await find(agent2, '3111')).toEqual(['Loja 3111'])
    for (const whole of ['5511931112222', '+55 (11) 93111-2222', '551131112222']) {
      expect(await find(agent2, whole)).toEqual(whole === '551131112222' ? [] : ['Beatriz'])
    }
    expect(await find(agent2, 'beat')).toEqual(['Beatriz'])
    expect(await find(agent2, 'bia@cli')).toEqual(['Beatriz'])
    expect(await find(admin2, '93111')).toEqual(['Beatriz'])
  })
})

describe('an attacker', () => {
  test('from another company finds no contact and changes nothing', async () => {
    const theirs = await contact(
      'Alheio',
      someNumber(),
      { extraInfo: [{ name: 'a', value: '1' }] },
      await other.admin(),
    )
    const before = await world.sql('select * from contacts where company_id = $1 order by id', [other.id])
    const fields = await world.sql('select * from contact_fields where company_id = $1 order by id', [other.id])

    for (const id of [theirs.id, 999_999_999]) {
      const answers = [
        await admin.get(`/contacts/${id}`),
        await admin.put(`/contacts/${id}`, { name: 'Nosso' }),
        await admin.delete(`/contacts/${id}`),
        await admin.put(`/contacts/toggleDisableBot/${id}`),
        await admin.put(`/contacts/toggleAcceptAudio/${id}`),
        await admin.put(`/contacts/block/${id}`, { active: false }),
        await admin.get(`/contactTags/${id}`),
      ]
      expect(answers.map(({ status, body }) => [status, body])).toEqual(
        answers.map(() => [404, { error: 'ERR_NO_CONTACT_FOUND' }]),
      )
    }
    expect((await admin.get(`/contacts/profile/${theirs.number}`)).body.contactId).toBe(0)
    expect((await admin.get(`/contacts/list?companyId=${other.id}`)).status).toBe(403)
    const own = await contact('Próprio')
    const { body } = await admin.put(`/contacts/${own.id}`, {
      extraInfo: [{ id: theirs.extraInfo[0].id, name: 'tomado', value: 'x' }],
    })
    expect(body.extraInfo[0].id).not.toBe(theirs.extraInfo[0].id)
    expect(await world.sql('select * from contacts where company_id = $1 order by id', [other.id])).toEqual(before)
    expect(await world.sql('select * from contact_fields where company_id = $1 order by id', [other.id])).toEqual(
      fields,
    )
  })

  test('cannot set fields that clients must not set', async () => {
    const { body } = await ana.post('/contacts', {
      name: 'Campos',
      number: someNumber(),
      id: 1,
      companyId: other.id,
      isGroup: true,
      active: false,
      lgpdAcceptedAt: '2020-01-01T00:00:00Z',
      profilePicUrl: 'https://x.example/x.png',
      createdAt: '2001-01-01T00:00:00Z',
    })

    expect(body).toMatchObject({
      companyId: company.id,
      isGroup: false,
      active: true,
      lgpdAcceptedAt: null,
      urlPicture: null,
    })
    expect(body.createdAt).not.toContain('2001')
  })

  test.each([
    ['no name', { name: undefined }],
    ['a name of one letter', { name: 'a' }],
    ['a short number', { number: '1234567' }],
    ['a number that is an object', { number: { $ne: '' } }],
    ['a wrong e-mail', { email: 'mariana' }],
    ['a name of a megabyte', { name: 'x'.repeat(1_000_000) }],
    ['51 fields', { extraInfo: Array.from({ length: 51 }, () => ({ name: 'a', value: 'b' })) }],
  ])('with %s is refused', async (_, wrong) => {
    expect(await ana.post('/contacts', { name: 'Bom nome', number: someNumber(), ...wrong })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  test.each([['5511abc987654'], ['0'.repeat(16)], ["55119876543'; --"], ['+-.() +-.()']])(
    'with the number %s is refused',
    async (number) => {
      expect(await ana.post('/contacts', { name: 'Bom nome', number })).toMatchObject({
        status: 400,
        body: { error: 'ERR_WAPP_INVALID_CONTACT' },
      })
    },
  )

  test.each([
    ['pageNumber=0'],
    ['pageNumber=-1'],
    ['pageNumber=1e9'],
    ['contactTag=[1) OR (1=1]'],
    ['contactTag={}'],
    ['isGroup=maybe'],
    ['channel=x'],
    ['searchParam=a&searchParam=b'],
  ])('with ?%s is refused', async (query) => {
    expect((await ana.get(`/contacts?${query}`)).status).toBe(400)
  })

  test('with odd names gets them back as text, without invisible characters', async () => {
    const { body } = await ana.post('/contacts', {
      name: '  <b>Ana</b>\u202e gpj.exe\u0000\n{{number}} ',
      number: someNumber(),
    })

    expect(body.name).toBe('<b>Ana</b> gpj.exe {{number}}')
  })

  test('without a session gets nothing', async () => {
    expect((await world.anonymous.get('/contacts')).status).toBe(401)
  })
})
