import { expect, test } from 'vitest'
import { turnsOfFile } from '#test/scenes/turns'
import { eventually } from '#test/world'

const turns = turnsOfFile()
const { hangOn, letThrough, openTickets, answer, sendToAll } = turns

test('while a thousand automatic messages wait on a connection, the answer of an attendant is sent next, other connections are not delayed, and the order is kept', async () => {
  const { desk } = turns
  const [customer = 0, ...others] = await openTickets(await desk.connection(), 1001)
  hangOn('aviso')
  await sendToAll(others, (index) => `aviso ${index}`)
  await eventually(() => expect(desk.tried()).toEqual(['aviso 0']))

  await answer(customer, 'resposta')
  const [elsewhere = 0] = await openTickets(await desk.connection(), 1)
  await answer(elsewhere, 'em outra conexão')
  await eventually(() => expect(desk.arrived()).toEqual(['em outra conexão']))
  expect(desk.tried()).toEqual(['aviso 0', 'em outra conexão'])

  await letThrough(10)
  expect(desk.tried().slice(0, 5)).toEqual(['aviso 0', 'em outra conexão', 'resposta', 'aviso 1', 'aviso 2'])
  expect(
    desk
      .tried()
      .filter((body) => body.startsWith('aviso'))
      .slice(0, 8),
  ).toEqual(others.slice(0, 8).map((_, index) => `aviso ${index}`))
})
