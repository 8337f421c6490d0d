import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockTable } from '#test/lock-table'
import { type Company, type Listener, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
let ana: Person
let bia: Person
let ticketId: number
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  ana = await company.attendant({ queues: [queue], name: 'Ana Prado' })
  bia = await company.attendant({ queues: [queue], name: 'Bia Costa' })
  ticketId = (await company.ticket({ queues: [queue] })).id
})
afterAll(() => world.close())

const lastOf = ({ of }: Listener) => of('viewers').at(-1)?.payload
const namesOf = (payload: { viewers: { name: string }[] } | undefined) =>
  payload?.viewers.map(({ name }) => name).toSorted()
const idOf = (person: Person) => ({ id: person.id, name: person.name })

test('people who have a ticket open are told who else has it open, who is typing, and who leaves', async () => {
  const [anas, bias] = [await ana.listen({ tickets: [ticketId] }), await bia.listen({ tickets: [ticketId] })]
  await eventually(() => expect(namesOf(lastOf(anas))).toEqual(['Ana Prado', 'Bia Costa']))
  expect((await ana.get(`/tickets/${ticketId}/viewers`)).body).toEqual([idOf(bia)])

  bias.socket.emit('typing', { ticketId, typing: true })
  await eventually(() => expect(lastOf(anas)).toMatchObject({ ticketId, typing: [bia.id] }))
  bias.socket.emit('typing', { ticketId, typing: false })
  await eventually(() => expect(lastOf(anas)).toMatchObject({ typing: [] }))

  bias.socket.emit('leaveChatBox', String(ticketId))
  await eventually(() => expect(namesOf(lastOf(anas))).toEqual(['Ana Prado']))
  bias.socket.emit('joinChatBox', String(ticketId))
  await eventually(() => expect(namesOf(lastOf(anas))).toEqual(['Ana Prado', 'Bia Costa']))
  bias.close()
  await eventually(() => expect(namesOf(lastOf(anas))).toEqual(['Ana Prado']))
  expect((await ana.get(`/tickets/${ticketId}/viewers`)).body).toEqual([])
  anas.close()
})

test('people who do not see the ticket are neither shown nor told, and cannot say that they are typing', async () => {
  const stranger = await company.attendant({ queues: [await company.queue()] })
  const outsider = await (await world.company()).admin()
  const anas = await ana.listen({ tickets: [ticketId] })
  const others = [await stranger.listen(), await outsider.listen()]
  for (const { socket } of others) {
    socket.emit('joinChatBox', String(ticketId))
    socket.emit('typing', { ticketId, typing: true })
  }

  const bias = await bia.listen({ tickets: [ticketId] })
  await eventually(() => expect(namesOf(lastOf(anas))).toEqual(['Ana Prado', 'Bia Costa']))

  expect(anas.of('viewers').every(({ payload }) => payload.typing.length === 0)).toBe(true)
  for (const listener of others) expect(listener.of('viewers')).toEqual([])
  for (const person of [stranger, outsider]) expect((await person.get(`/tickets/${ticketId}/viewers`)).status).toBe(404)
  for (const listener of [anas, bias, ...others]) listener.close()
})

test('a ticket that is left before its check is done is not joined', async () => {
  const [anas, bias] = [await ana.listen({ tickets: [ticketId] }), await bia.listen()]
  const roomsOfBia = () => [
    ...(world.app.deps.live.io.of('/').adapter.sids.get(bias.socket.id ?? '') ?? new Set<string>()),
  ]
  const door = await lockTable(world.databases.admin, 'tickets')
  bias.socket.emit('joinChatBox', String(ticketId))
  bias.socket.emit('leaveChatBox', String(ticketId))
  // Both have arrived when the next event has.
  bias.socket.emit('joinTickets', 'pending')
  await eventually(() => expect(roomsOfBia().some((room) => room.includes(':pending:'))).toBe(true))
  await door.release()

  const another = (await company.ticket({ queues: [queue] })).id
  bias.socket.emit('joinChatBox', String(another))
  await eventually(() => expect(roomsOfBia()).toContain(`c${company.id}:ticket:${another}`))
  expect(roomsOfBia()).not.toContain(`c${company.id}:ticket:${ticketId}`)
  expect((await ana.get(`/tickets/${ticketId}/viewers`)).body).toEqual([])
  for (const listener of [anas, bias]) listener.close()
})
