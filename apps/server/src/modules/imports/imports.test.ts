import { expect, test } from 'vitest'
import { daysAgo, importsOfFile, since, wanted } from '#test/scenes/imports'
import { eventually } from '#test/world'

const { office, newPhone, newCustomer, paired, shown, imported, ticketsOf, messagesOf } = importsOfFile()

test('an import of old messages stores them with their own time and without events, and its progress can be read', async () => {
  const { company, admin } = office
  const queue = await company.queue()
  const rita = newCustomer('Rita Moura')
  const phone = newPhone(
    { with: rita, text: 'Há dois anos', at: daysAgo(700) },
    { with: rita, text: 'Tem azul?', at: daysAgo(3) },
    { with: rita, text: 'Tem sim', at: daysAgo(3) },
    { with: rita, text: 'Então quero', at: daysAgo(2) },
  )
  phone.remember({ with: rita, by: phone, text: 'Fica em 30 reais', at: daysAgo(1) })
  const ana = await company.attendant({ queues: [queue] })
  const [toAdmin, toAna] = [
    await admin.listen({ notification: true, lists: ['pending'] }),
    await ana.listen({ notification: true, lists: ['pending'] }),
  ]
  const id = await paired(phone, { ...wanted, queueIds: [queue.id], greetingMessage: 'Olá!' })
  await eventually(async () => expect((await shown(id)).statusImportMessages).toMatch(/^\d{13}$/))
  expect(await shown(id)).toMatchObject({
    importOldMessages: since,
    importProgress: { this: -1, all: -1, date: '', sent: null },
  })
  await imported(id)

  expect(await shown(id)).toMatchObject({ importOldMessages: null, importRecentMessages: null, importProgress: null })
  expect((await messagesOf(id)).map(({ body, from_me, ack, origin }) => [body, from_me, ack, origin])).toEqual([
    ['Tem azul?', false, 3, 'import'],
    ['Tem sim', false, 3, 'import'],
    ['Então quero', false, 3, 'import'],
    ['Fica em 30 reais', true, 3, 'import'],
  ])
  const [ticket, ...others] = await ticketsOf(id)
  expect(others).toEqual([])
  expect(ticket).toMatchObject({
    status: 'pending',
    unread_count: 0,
    waiting_since: null,
    last_message: 'Fica em 30 reais',
    last_from_me: true,
    last_message_at: daysAgo(1),
    imported_at: expect.any(Date),
  })
  const { body } = await ana.get(`/messages/${ticket.id}?markRead=true`)
  expect(body.messages.map((message: { body: string }) => message.body)).toHaveLength(4)
  expect(body.ticket).toMatchObject({ contact: { name: 'Rita Moura', number: rita.number }, unreadMessages: 0 })
  expect(rita.sent.size).toBe(0)
  expect([...toAdmin.of('message'), ...toAna.of('message')]).toEqual([])
  expect(toAna.of('importMessages')).toEqual([])
  const told = toAdmin.of('importMessages').filter(({ payload }) => payload.whatsappId === id)
  expect(told.map(({ payload }) => payload.status?.this ?? payload.action)).toEqual(
    expect.arrayContaining([-1, 'refresh']),
  )
  await eventually(() =>
    expect(toAna.of('ticket').at(-1)?.payload.ticket).toMatchObject({
      id: Number(ticket.id),
      lastMessage: 'Fica em 30 reais',
    }),
  )
})
