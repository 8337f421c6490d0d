import { hiddenBody } from '@guiche/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone, said, someNumber } from '#test/inbound'
import { type World, createWorld } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** What the attendant sees of a message that the customer has deleted, and of the answer to it. */
async function deletedWith(setting: 'enabled' | 'disabled') {
  const company = await world.company()
  await company.setting('lgpdDeleteMessage', setting)
  const queue = await company.queue()
  const ana = await company.attendant({ queues: [queue] })
  const connection = await company.connection({ queues: [queue] })
  const number = someNumber()
  const wrong = said(number, 'A senha é 4711')
  await connection.receive(wrong)
  const [row] = await company.sql('select id from tickets where company_id = $1', [company.id])
  const ticket = Number(row.id)
  await ana.put(`/tickets/${ticket}`, { status: 'open', userId: ana.id })
  const [{ id }] = (await ana.get(`/messages/${ticket}`)).body.messages
  await ana.post(`/messages/${ticket}`, { body: 'Apague isso', quotedMsg: { id } })
  await connection.receive({ kind: 'delete', externalId: wrong.externalId, from: phone(number) })
  return (await ana.get(`/messages/${ticket}`)).body.messages
}

test('the text of a message that the customer deleted stays readable, marked as deleted', async () => {
  const [gone, answer] = await deletedWith('disabled')

  expect(gone).toMatchObject({ body: 'A senha é 4711', isDeleted: true })
  expect(answer.quotedMsg).toMatchObject({ isDeleted: true })
})

test('it is hidden, in the quote too, where the company hides deleted messages', async () => {
  const [gone, answer] = await deletedWith('enabled')

  expect(gone).toMatchObject({ body: hiddenBody, isDeleted: true, mediaUrl: null })
  expect(answer).toMatchObject({ quotedMsg: { body: hiddenBody, isDeleted: true } })
  expect(JSON.stringify([gone, answer])).not.toContain('4711')
})
