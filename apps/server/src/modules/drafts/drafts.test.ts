import { afterAll, beforeAll, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld } from '#test/world'

let world: World
let company: Company
let ana: Person
let bia: Person
let stranger: Person
let ticketId: number
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  const [queue, anotherQueue] = [await company.queue(), await company.queue()]
  ana = await company.attendant({ queues: [queue] })
  bia = await company.attendant({ queues: [queue] })
  stranger = await company.attendant({ queues: [anotherQueue] })
  const connection = await company.connection({ queues: [queue] })
  await connection.receive(said(someNumber(), 'Olá'))
  const [row] = await world.sql('select id from tickets where company_id = $1', [company.id])
  ticketId = Number(row.id)
})
afterAll(() => world.close())

test('a draft is stored, replaced, and removed when it is empty', async () => {
  expect(await ana.put(`/drafts/${ticketId}`, { body: 'Bom di' })).toMatchObject({
    status: 200,
    body: { ticketId, body: 'Bom di', isPrivate: false },
  })
  await ana.put(`/drafts/${ticketId}`, { body: ' Bom dia,\n' })

  expect((await ana.get('/drafts')).body).toEqual([{ ticketId, body: ' Bom dia,\n', isPrivate: false }])

  await ana.put(`/drafts/${ticketId}`, { body: '' })
  expect((await ana.get('/drafts')).body).toEqual([])
})

test('the draft of a private note stays one, until it is written as a message', async () => {
  const note = { ticketId, body: 'Cliente antiga', isPrivate: true }
  expect((await ana.put(`/drafts/${ticketId}`, note)).body).toEqual(note)
  expect((await ana.get('/drafts')).body).toEqual([note])

  await ana.put(`/drafts/${ticketId}`, { body: 'Bom dia', isPrivate: false })
  expect((await ana.get('/drafts')).body).toEqual([{ ticketId, body: 'Bom dia', isPrivate: false }])
})

test('a draft is private to its author', async () => {
  await ana.put(`/drafts/${ticketId}`, { body: 'Só meu' })

  expect((await bia.get('/drafts')).body).toEqual([])
  await bia.put(`/drafts/${ticketId}`, { body: '' })
  expect((await ana.get('/drafts')).body).toMatchObject([{ ticketId, body: 'Só meu' }])
})

test('a ticket of another queue or company has no drafts', async () => {
  const outsider = await (await world.company()).admin()

  for (const person of [stranger, outsider]) {
    expect(await person.put(`/drafts/${ticketId}`, { body: 'x' })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_FOUND' },
    })
  }
  expect((await ana.put('/drafts/999999999', { body: 'x' })).status).toBe(404)
  expect(await world.sql('select from drafts where user_id in ($1, $2)', [stranger.id, outsider.id])).toEqual([])
})

test('an invalid draft is refused', async () => {
  for (const body of [
    {},
    { body: null },
    { body: ['x'] },
    { body: 'x'.repeat(65_537) },
    { body: 'x', isPrivate: 'yes' },
  ]) {
    expect(await ana.put(`/drafts/${ticketId}`, body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
  }
  expect((await ana.put(`/drafts/${ticketId}`, { body: 'x'.repeat(1_200_000) })).status).toBe(413)
  expect((await ana.put('/drafts/-1', { body: 'x' })).status).toBe(400)
  expect((await world.anonymous.get('/drafts')).status).toBe(401)
})
