import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { metadataOf, samples } from '#test/files'
import { phone, said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
let ana: Person
let number: string
let ticket: number
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  ana = await company.attendant({ queues: [queue] })
})
afterAll(() => world.close())

beforeEach(async () => {
  number = someNumber()
  const connection = await company.connection({ queues: [queue] })
  await connection.receive(said(number, 'Oi'))
  const [{ id }] = await company.sql('select id from tickets where company_id = $1 and connection_id = $2', [
    company.id,
    connection.id,
  ])
  ticket = Number(id)
  await ana.put(`/tickets/${ticket}`, { status: 'open', userId: ana.id })
})

const send = (body: object, by = ana) => by.post(`/messages/${ticket}`, { body: null, ...body })
const arrived = () => world.network.arrived.filter(({ address, action }) => address === number && action === 'send')

async function contact(name: string, of = company) {
  const known = (await (await of.admin()).post('/contacts', { name, number: someNumber(), email: '' })).body
  return { ...known, id: known.id as number, number: known.number as string }
}

describe('a contact card', () => {
  test('has the stored name and number of the contact, whatever the client sends', async () => {
    const bia = await contact('Bia, a {{name}}')

    const { status, body } = await send({ vCard: { ...bia, name: 'Outra', number: '551100000000' } })

    expect(status).toBe(200)
    expect(body).toMatchObject({ mediaType: 'contactMessage', fromMe: true, user: { id: ana.id } })
    expect(body.body.split('\n')).toEqual(
      expect.arrayContaining([
        String.raw`FN:Bia\, a {{name}}`,
        `TEL;type=CELL;type=VOICE;waid=${bia.number}:+${bia.number}`,
      ]),
    )
    await eventually(() => expect(arrived()).toMatchObject([{ kind: 'contacts', body: body.body }]))
    expect((await ana.get(`/tickets/${ticket}`)).body).toMatchObject({ lastMessage: 'contactMessage', fromMe: true })
  })

  test('shares a message with others, each once and in the given order', async () => {
    const [bia, caio] = [await contact('Bia'), await contact('Caio')]

    const { body } = await send({ vCard: [caio, bia, caio].map(({ id }) => ({ id })) })

    expect(body.body.match(/^FN:.*$/gm)).toEqual(['FN:Caio', 'FN:Bia'])
  })

  test('is sent once for repeated calls with one client id, even if the contact was deleted', async () => {
    const bia = await contact('Bia')
    const card = { vCard: { id: bia.id }, clientId: randomUUID() }

    const [one, other] = await Promise.all([send(card), send(card)])
    await (await company.admin()).delete(`/contacts/${bia.id}`)

    expect([one.status, other.status, (await send(card)).status]).toEqual([200, 200, 200])
    expect(other.body.id).toBe(one.body.id)
    await eventually(() => expect(arrived()).toHaveLength(1))
  })

  test('is refused for contacts of other companies, missing contacts, groups and contacts without a number', async () => {
    const stranger = await contact('Estranho', await world.company())
    const connection = await company.connection({ queues: [queue], allowsGroups: true })
    const group = { kind: 'group', value: '120363000000004711' } as const
    await connection.receive(
      said(group, 'Oi', { isGroup: true, author: { identity: phone(someNumber()), name: 'Caio', address: 'x' } }),
      said({ kind: 'lid', value: '990000000001' }, 'Oi', { name: 'Só LID' }),
    )
    const idOf = async (column: string) =>
      Number((await company.sql(`select id from contacts where company_id = $1 and ${column}`, [company.id]))[0].id)

    for (const id of [stranger.id, 2 ** 40, await idOf('is_group')])
      expect(await send({ vCard: { id } })).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } })
    expect(await send({ vCard: { id: await idOf("name = 'Só LID'") } })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_INVALID_CONTACT' },
    })
    expect(await company.sql('select id from messages where ticket_id = $1 and from_me', [ticket])).toEqual([])
  })

  test('can be sent by users with masked numbers only as a private note', async () => {
    const { bia, caio, id, visitor } = await hidingCompany()

    expect(await caio.post(`/messages/${id}`, { body: '', vCard: { id: bia.id } })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    const note = await caio.post(`/messages/${id}`, { body: '', isPrivate: true, vCard: [{ id: bia.id }] })

    expect(note.status).toBe(200)
    expect(JSON.stringify(note.body)).not.toContain(bia.number)
    expect(JSON.stringify((await visitor.messages()).body)).not.toContain(bia.number)
  })

  test('is masked for users with masked numbers, who cannot forward it, and complete for the customer', async () => {
    const { hiding, bia, caio, id, visitor } = await hidingCompany()
    const own = await hiding.ticket({ queues: [await hiding.queue()] })
    const [{ contact_id: self }] = await hiding.sql('select contact_id::int from tickets where id = $1', [own.id])
    const listener = await caio.listen({ tickets: [id] })
    const boss = await hiding.admin()
    const posted = await boss.post(`/messages/${id}`, { body: '', vCard: { id: bia.id } })
    await caio.post(`/messages/${id}`, { body: 'Fale com ela', quotedMsgId: posted.body.id })
    await eventually(() => expect(listener.of('message').length).toBeGreaterThan(1))

    const forwards = [
      await caio.post('/message/forward', { messageId: posted.body.id, contactId: self }),
      await caio.post('/forwardmessage', { message: { id: posted.body.id }, currentContacts: [{ id: self }] }),
    ]

    for (const answer of forwards) expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    const seen = [(await caio.get(`/messages/${id}`)).body, (await caio.get(`/tickets/${id}`)).body]
    expect(JSON.stringify([...seen, listener.of('message'), listener.of('ticket')])).not.toContain(bia.number)
    expect((await own.visitor.messages()).body.messages).toEqual([expect.objectContaining({ body: 'Bom dia' })])
    expect((await visitor.messages()).body.messages).toContainEqual(
      expect.objectContaining({ body: '', cards: [{ name: 'Bia', number: bia.number }] }),
    )
  })
})

/** A company that masks numbers, and an attendant who serves a visitor of its web chat. */
async function hidingCompany() {
  const hiding = await world.company()
  await hiding.setting('lgpdHideNumber', 'enabled')
  const own = await hiding.queue()
  const [bia, caio] = [await contact('Bia', hiding), await hiding.attendant({ queues: [own] })]
  const { id, visitor } = await hiding.ticket({ queues: [own] })
  await caio.put(`/tickets/${id}`, { status: 'open', userId: caio.id })
  return { hiding, bia, caio, id, visitor }
}

describe('a location', () => {
  test('is a link to a map with name and address, in the format of existing clients', async () => {
    const location = { latitude: -23.5505, longitude: -46.6333, name: 'Loja | Sé', address: 'Rua Um, 2' }

    const { body } = await send({ location })

    expect(body).toMatchObject({
      mediaType: 'locationMessage',
      body: '|https://maps.google.com/maps?q=-23.5505%2C-46.6333&z=17&hl=pt-BR|Loja   Sé\nRua Um, 2',
    })
    await eventually(() => expect(arrived()).toMatchObject([{ kind: 'location', body: body.body }]))
  })

  test('is shown as a location to a visitor of the web chat', async () => {
    const { id, visitor } = await company.ticket({ queues: [queue] })
    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    const location = { latitude: 1, longitude: -2, name: '', address: '' }

    await ana.post(`/messages/${id}`, { body: null, location })

    expect((await visitor.messages()).body.messages).toContainEqual(
      expect.objectContaining({ body: '', place: location, isForwarded: false }),
    )
  })

  test.for([
    { latitude: 90.1, longitude: 0 },
    { latitude: 0, longitude: -180.5 },
    { latitude: '0', longitude: 0 },
    { latitude: null, longitude: 0 },
    { longitude: 0 },
    { latitude: 0, longitude: 0, name: 'a'.repeat(201) },
    { latitude: 0, longitude: 0, address: 'a'.repeat(501) },
    'Rua Um, 2',
  ])('with invalid fields is refused: %j', async (location) => {
    expect(await send({ location })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test('with a name of one megabyte is refused', async () => {
    const answer = await send({ location: { latitude: 0, longitude: 0, name: 'a'.repeat(1_000_000) } })
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })
})

describe('cards and locations', () => {
  test('are sent only in open tickets that the user sees', async () => {
    const elsewhere = await company.attendant({ queues: [await company.queue()] })
    const bia = await contact('Bia')
    const contents = [{ vCard: { id: bia.id } }, { location: { latitude: 0, longitude: 0 } }]
    const boss = await (await world.company()).admin()

    for (const content of contents)
      for (const person of [elsewhere, boss])
        expect(await send(content, person)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
    await ana.put(`/tickets/${ticket}`, { status: 'closed' })
    for (const content of contents)
      expect(await send(content)).toMatchObject({ status: 400, body: { error: 'ERR_TICKET_NOT_OPEN' } })
  })

  test('cannot be combined in one message, and the number of cards is limited', async () => {
    const vCard = { id: (await contact('Bia')).id }
    const location = { latitude: 0, longitude: 0 }
    const invalid = [
      { vCard, location },
      { vCard, body: 'Oi' },
      { location, body: 'Oi' },
      { vCard: [] },
      { vCard: Array.from({ length: 11 }, () => vCard) },
      { vCard: 'BEGIN:VCARD' },
      { body: null },
    ]
    for (const one of invalid) expect(await send(one)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  })

  test('keep their kind when they are forwarded, and cannot be edited', async () => {
    const bia = await contact('Bia')
    const { body } = await send({ vCard: { id: (await contact('Caio')).id } })

    const { ticketId } = (await ana.post('/message/forward', { messageId: body.id, contactId: bia.id })).body
    const { messages } = (await ana.get(`/messages/${ticketId}`)).body
    expect(messages).toMatchObject([{ mediaType: 'contactMessage', body: body.body, isForwarded: true }])
    expect(await ana.post(`/messages/edit/${body.id}`, { body: 'Nada disso' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_EDITING_WAPP_MSG' },
    })
  })
})

describe('a sticker', () => {
  const upload = (name: string, bytes: Buffer) =>
    ana.upload(`/messages/${ticket}`, { fromMe: 'true', body: 'Sem legenda', isSticker: 'true' }, [
      { field: 'medias', name, type: 'image/png', data: bytes },
    ])

  test('is made from any picture as WebP of 512 by 512, without a caption', async () => {
    const { status, body } = await upload('gato.png', await samples.png(300, 100))

    expect(status).toBe(200)
    expect(body).toMatchObject({ mediaType: 'sticker', body: '', mediaName: 'gato.webp' })
    expect((await ana.get(`/tickets/${ticket}`)).body).toMatchObject({ lastMessage: 'sticker' })
    await eventually(() =>
      expect(arrived()).toMatchObject([{ kind: 'media', shownAs: 'sticker', media: { mime: 'image/webp' } }]),
    )
    const kept = world.app.deps.storage.pathOf(company.id, arrived()[0]?.media?.storageKey ?? '')
    const { format, width, height } = await metadataOf(await readFile(kept))
    expect({ format, width, height }).toEqual({ format: 'webp', width: 512, height: 512 })
  })

  test('is refused if the file is no picture', async () => {
    for (const bytes of [samples.pdf, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')])
      expect(await upload('gato.webp', bytes)).toMatchObject({ status: 415, body: { error: 'ERR_FILE_TYPE' } })
    expect(await company.sql('select id from messages where ticket_id = $1 and from_me', [ticket])).toEqual([])
  })
})
