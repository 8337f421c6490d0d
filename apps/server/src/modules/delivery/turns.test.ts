import { beforeAll, expect, test } from 'vitest'
import type { Desk } from '#test/desk'
import { turnsOfFile } from '#test/scenes/turns'
import { type World, eventually } from '#test/world'

let desk: Desk
let world: World
const turns = turnsOfFile()
const { hangOn, letThrough, openTickets, answer, sendToAll } = turns
beforeAll(() => {
  ;({ desk } = turns)
  ;({ world } = desk)
})

test('automatic messages in flight do not use up the capacity for messages of people', async () => {
  world.network.setPace({ atOnce: 3, perSecond: 10_000, automatic: { atOnce: 2, perSecond: 10_000 } })
  const connection = await desk.connection()
  const [customer = 0, ...others] = await openTickets(connection, 6)
  hangOn('aviso')
  await sendToAll(others, (index) => `aviso ${index}`)
  await eventually(() => expect(desk.tried()).toEqual(['aviso 0', 'aviso 1']))

  await answer(customer, 'resposta')
  await eventually(() => expect(desk.arrived()).toEqual(['resposta']))
  expect(desk.tried()).toEqual(['aviso 0', 'aviso 1', 'resposta'])
  await letThrough(6)
})

test('an answer gives its priority to the earlier entries of its conversation, and they are sent in order', async () => {
  const connection = await desk.connection()
  const tickets = await openTickets(connection, 20)
  const last = tickets.at(-1) ?? 0
  hangOn('aviso')
  await sendToAll(tickets, (index) => `aviso ${index}`)
  await eventually(() => expect(desk.tried()).toEqual(['aviso 0']))

  await answer(last, 'resposta')
  await letThrough(21)
  expect(desk.tried().slice(0, 4)).toEqual(['aviso 0', 'aviso 19', 'resposta', 'aviso 1'])
})

test('a number sends no faster than its network allows, people before automatic messages', async () => {
  world.network.setPace({ atOnce: 100, perSecond: 100, automatic: { atOnce: 100, perSecond: 2 } })
  world.network.answer(() => ({ status: 'sent' }))
  const connection = await desk.connection()
  const [customer = 0, ...others] = await openTickets(connection, 9)
  await sendToAll(others, (index) => `aviso ${index}`)
  await eventually(() => expect(desk.tried()).toEqual(['aviso 0', 'aviso 1']))
  await answer(customer, 'resposta')

  await eventually(() => expect(desk.tried()).toHaveLength(9))
  expect(desk.tried().indexOf('resposta')).toBeLessThan(desk.tried().indexOf('aviso 7'))
  expect(desk.tried().filter((body) => body.startsWith('aviso'))).toEqual(others.map((_, index) => `aviso ${index}`))
})

test('connections of one company take turns, and other companies do not wait for them', async () => {
  const connections = await Promise.all([1, 2].map(() => desk.connection()))
  const tickets: number[][] = []
  for (const connection of connections) tickets.push(await openTickets(connection, 3))
  hangOn('aviso')
  for (const [index, own] of tickets.entries()) await sendToAll(own, (turn) => `aviso ${index}.${turn}`)
  await eventually(() => expect(desk.tried().toSorted()).toEqual(['aviso 0.0', 'aviso 1.0']))

  const other = await world.company()
  const otherQueue = await other.queue()
  const person = await other.attendant({ queues: [otherQueue] })
  const [ticket = 0] = await openTickets(await other.connection({ queues: [otherQueue] }), 1, {
    company: other,
    attendant: person,
  })
  await answer(ticket, 'de outra empresa', person)
  await eventually(() => expect(desk.arrived()).toEqual(['de outra empresa']))
  await letThrough(7)
})
