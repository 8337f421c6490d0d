import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Desk, createDesk } from '#test/desk'
import { type Company, type Person, type World, eventually } from '#test/world'

let world: World
let company: Company
let attendant: Person
let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
  ;({ world, company, attendant } = desk)
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

interface Shown {
  id: number
  wid: string
  body: string
  ack: number
  failure: string | null
}

async function openTicket(): Promise<{ ticket: number; theirs: Shown }> {
  const ticket = await desk.openTicket(await desk.connection())
  const [theirs] = (await attendant.get(`/messages/${ticket}`)).body.messages
  return { ticket, theirs }
}

async function send(ticket: number, body: string): Promise<Shown> {
  const { body: message } = await attendant.post(`/messages/${ticket}`, { body })
  await eventually(async () => expect(await shown(ticket, message)).toMatchObject({ ack: 1 }))
  return message
}

const shown = async (ticket: number, { id }: Pick<Shown, 'id'>): Promise<Shown> =>
  (await attendant.get(`/messages/${ticket}`)).body.messages.find((message: Shown) => message.id === id)
const logged = async (ticket: number) =>
  (await attendant.get(`/tickets-log/${ticket}`)).body.map(({ type }: { type: string }) => type)
const triesOf = ({ wid }: Shown) =>
  world.network.tries.filter(({ externalId }) => externalId === wid).map(({ action }) => action)
const allIsDone = () =>
  eventually(async () => {
    world.app.delivery.wake(company.id)
    expect(await company.sql('select action from outbox')).toEqual([])
  })

const refuse = (refused: string) =>
  world.network.answer(({ action }) =>
    action === refused ? { status: 'rejected', reason: 'ERR_SENDING_WAPP_MSG' } : { status: 'sent' },
  )

const react = (ticket: number, { wid }: Shown) =>
  attendant.post('/react/messages', { text: '👍', id: wid, ticketId: ticket })

describe('a change that the network refuses', () => {
  test.for([
    ['edit', (_: number, { id }: Shown) => attendant.post(`/messages/edit/${id}`, { body: 'certo' })],
    ['delete', (_: number, { id }: Shown) => attendant.delete(`/messages/${id}`)],
    ['react', react],
  ] as const)('is reported in the ticket at once (%s), without marking it as failed', async ([action, change]) => {
    const { ticket } = await openTicket()
    const message = await send(ticket, 'errado')
    const screen = await attendant.listen({ tickets: [ticket] })
    const updates = () => screen.of('ticket').filter(({ payload }) => payload.action === 'update')
    refuse(action)

    expect((await change(ticket, message)).status).toBe(200)
    await allIsDone()
    expect(await logged(ticket)).toContain(`${action}Failed`)
    await eventually(() => expect(updates()).not.toEqual([]))
    expect(await shown(ticket, message)).toMatchObject({ ack: 1, failure: null })

    await attendant.post(`/messages/${message.id}/retry`)
    await allIsDone()
    expect(triesOf(message)).toEqual(['send', action])
    screen.close()
  })

  test('never sends a customer their own message, when a reaction to it failed', async () => {
    const { ticket, theirs } = await openTicket()
    refuse('react')

    await react(ticket, theirs)
    await allIsDone()
    expect(await shown(ticket, theirs)).toMatchObject({ failure: null })
    await attendant.post(`/messages/${theirs.id}/retry`)
    await allIsDone()

    expect(world.network.tries.map(({ body, action }) => [body, action])).not.toContainEqual([theirs.body, 'send'])
  })
})

test.for([
  ["a customer's", async (ticket: number, theirs: Shown) => theirs],
  [
    'a deleted',
    async (ticket: number) => {
      const message = await send(ticket, 'apagada')
      await attendant.delete(`/messages/${message.id}`)
      return message
    },
  ],
] as const)('%s message is not sent again, though it was marked as not sent before', async ([, of]) => {
  const { ticket, theirs } = await openTicket()
  const message = await of(ticket, theirs)
  await allIsDone()
  const before = triesOf(message)
  await world.sql(`update messages set failure = 'ERR_SENDING_WAPP_MSG' where company_id = $1 and id = $2`, [
    company.id,
    message.id,
  ])

  expect((await attendant.post(`/messages/${message.id}/retry`)).status).toBe(200)
  await allIsDone()

  expect(triesOf(message)).toEqual(before)
})

test('a failed message stays failed when an edit of it succeeds', async () => {
  const { ticket } = await openTicket()
  refuse('send')
  const { body: message } = await attendant.post(`/messages/${ticket}`, { body: 'não foi' })
  await eventually(async () => expect(await shown(ticket, message)).toMatchObject({ failure: 'ERR_SENDING_WAPP_MSG' }))

  await attendant.post(`/messages/edit/${message.id}`, { body: 'não foi mesmo' })
  await allIsDone()

  expect(await shown(ticket, message)).toMatchObject({ ack: 0, failure: 'ERR_SENDING_WAPP_MSG' })
})
