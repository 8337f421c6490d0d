import { afterAll, beforeAll, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type World, createWorld } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const rotating = {
  ativarRoteador: true,
  tempoRoteador: 5,
  greetingMessage: 'Bem-vindo',
  chatbots: [{ name: 'Preços' }, { name: 'Prazos' }],
}
const timersOf = (company: Company, connection: { id: number }) =>
  company.sql(
    `select m.kind from ticket_timers m join tickets t on t.company_id = m.company_id and t.id = m.ticket_id where t.connection_id = $1`,
    [connection.id],
  )

test('a customer who has chosen a queue and does not answer its menu is assigned after 5 minutes', async () => {
  const company = await world.company()
  const [sales, support] = [await company.queue('Comercial'), await company.queue('Suporte')]
  await (await company.admin()).put(`/queue/${sales.id}`, rotating)
  const connection = await company.connection({ queues: [sales, support], settings: { greetingMessage: 'Olá' } })
  const number = someNumber()

  for (const text of ['Oi', '1']) await connection.receive(said(number, text))

  expect(await timersOf(company, connection)).toEqual([{ kind: 'rotation' }])
})

test('a customer who has consented and does not answer the menu of the only queue is assigned after 5 minutes', async () => {
  const company = await world.company()
  const queue = await company.queue()
  await (await company.admin()).put(`/queue/${queue.id}`, rotating)
  await company.setting('enableLGPD', 'enabled')
  await company.setting('lgpdMessage', 'Guardamos os seus dados.')
  const connection = await company.connection({ queues: [queue], settings: { greetingMessage: 'Olá' } })
  const number = someNumber()

  for (const text of ['Oi', '1']) await connection.receive(said(number, text))

  expect(await timersOf(company, connection)).toEqual([{ kind: 'rotation' }])
})
