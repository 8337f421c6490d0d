import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld } from '#test/world'

let world: World
let company: Company
let other: Company
let admin: Person
let ana: Person
let bia: Person
let stranger: Person
let ticketId: number
let contactId: number
beforeAll(async () => {
  world = await createWorld()
  ;[company, other] = [await world.company(), await world.company()]
  const [queue, anotherQueue] = [await company.queue(), await company.queue()]
  admin = await company.admin()
  ana = await company.attendant({ queues: [queue], name: 'Ana' })
  bia = await company.attendant({ queues: [queue], name: 'Bia' })
  stranger = await company.attendant({ queues: [anotherQueue] })
  const connection = await company.connection({ queues: [queue] })
  await connection.receive(said(someNumber(), 'Olá', { name: 'Mariana' }))
  const [row] = await world.sql('select id, contact_id from tickets where company_id = $1', [company.id])
  ;[ticketId, contactId] = [Number(row.id), Number(row.contact_id)]
})
afterAll(() => world.close())

const write = (person: Person, note: string) => person.post('/ticket-notes', { note, ticketId, contactId })

describe('notes', () => {
  test('are written and read by everybody who may see the ticket, newest first', async () => {
    const first = await write(ana, 'Prefere falar à tarde')
    const second = await write(bia, '<b>Ligar</b>\namanhã')

    expect(first).toMatchObject({
      status: 200,
      body: {
        note: 'Prefere falar à tarde',
        ticketId,
        contactId,
        userId: ana.id,
        user: { id: ana.id, name: 'Ana' },
        contact: { id: contactId, name: 'Mariana' },
        ticket: { id: ticketId, status: 'pending' },
      },
    })
    const { body } = await bia.get(`/ticket-notes/list?ticketId=${ticketId}&contactId=${contactId}`)
    expect(body.slice(0, 2)).toEqual([second.body, first.body])
  })

  test('are removed by their author and by admins only', async () => {
    const [one, two] = [(await write(ana, 'Uma')).body, (await write(ana, 'Duas')).body]

    expect(await bia.delete(`/ticket-notes/${one.id}`)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect((await ana.delete(`/ticket-notes/${one.id}`)).status).toBe(200)
    expect((await admin.delete(`/ticket-notes/${two.id}`)).status).toBe(200)
    expect(await ana.delete(`/ticket-notes/${one.id}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_NOTE_FOUND' },
    })
  })
})

describe('an attacker', () => {
  test('from another queue or company finds neither ticket nor note', async () => {
    const { id } = (await write(ana, 'Interna')).body

    for (const person of [stranger, await other.admin()]) {
      expect(await person.get(`/ticket-notes/list?ticketId=${ticketId}`)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_TICKET_FOUND' },
      })
      expect(await write(person, 'Escrita de fora')).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_TICKET_FOUND' },
      })
      expect(await person.delete(`/ticket-notes/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_NOTE_FOUND' },
      })
    }
    expect((await ana.get(`/ticket-notes/list?ticketId=${ticketId}`)).body[0].id).toBe(id)
  })

  test("with another contact than the ticket's finds no notes", async () => {
    const { id } = (await admin.post('/contacts', { name: 'Outra', number: someNumber() })).body

    expect((await ana.get(`/ticket-notes/list?ticketId=${ticketId}&contactId=${id}`)).status).toBe(404)
    expect((await ana.post('/ticket-notes', { note: 'Nota', ticketId, contactId: id })).status).toBe(404)
  })

  test("cannot write in somebody else's name", async () => {
    const { body } = await ana.post('/ticket-notes', {
      note: 'De quem?',
      ticketId,
      contactId,
      userId: bia.id,
      companyId: other.id,
    })

    expect(body.userId).toBe(ana.id)
  })

  test.each([['a'], [' a '], ['😀'], [''], ['x'.repeat(5001)], ['x'.repeat(1_000_000)], [null], [['ab']]])(
    'with the note %j is refused',
    async (note) => {
      expect(await ana.post('/ticket-notes', { note, ticketId })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      })
    },
  )

  test('without a session sees nothing', async () => {
    expect((await world.anonymous.get(`/ticket-notes/list?ticketId=${ticketId}`)).status).toBe(401)
  })
})
