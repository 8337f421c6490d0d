import { expect, test } from 'vitest'
import { whatsAppOfFile } from '#test/whatsapp'
import { eventually } from '#test/world'

const whatsApp = whatsAppOfFile()
const inAnHour = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)

test('a number that may not start new chats shows the limit until WhatsApp lifts it, and still answers customers', async () => {
  const { company } = whatsApp
  const queue = await company.queue()
  const connection = await whatsApp.paired({ queueIds: [queue.id] })
  const ana = await company.attendant({ queues: [queue] })
  const rita = whatsApp.customer()
  await rita.chat(connection.phone).text('Oi')
  const known = await whatsApp.ticketOf(connection)
  await ana.put(`/tickets/${known.id}`, { status: 'open', userId: ana.id })
  const limit = async () => (await ana.get(`/whatsapp/${connection.id}`)).body.sendingLimit

  await connection.phone.restrictNewChats(inAnHour)
  await eventually(async () => expect(await limit()).toEqual({ scope: 'new_chats', until: inAnHour.toISOString() }))
  await ana.post(`/messages/${known.id}`, { body: 'Bom dia, Rita' })
  await rita.waitForMessage(({ text }) => text?.includes('Bom dia, Rita') === true)

  const bia = whatsApp.customer('Bia')
  await company.sql('update conversations set address = $2, last_inbound_at = null where connection_id = $1', [
    connection.id,
    bia.number,
  ])
  const { body } = await ana.post(`/messages/${known.id}`, { body: 'Bom dia, Bia' })
  await connection.phone.liftRestriction()
  await bia.waitForMessage(({ text }) => text?.includes('Bom dia, Bia') === true)
  expect(await limit()).toBeNull()
  expect(body).toMatchObject({ ack: 0, failure: null })
  expect(
    await company.sql(
      "select kind, detail ->> 'scope' as scope from connection_events where connection_id = $1 and kind in ('limited', 'resumed') order by id",
      [connection.id],
    ),
  ).toEqual([
    { kind: 'limited', scope: 'new_chats' },
    { kind: 'resumed', scope: 'new_chats' },
  ])
})

test('messages written while the phone is unlinked are sent once it is linked again', async () => {
  const { company, admin } = whatsApp
  const queue = await company.queue()
  const connection = await whatsApp.paired({ queueIds: [queue.id] })
  const ana = await company.attendant({ queues: [queue] })
  const rita = whatsApp.customer()
  await rita.chat(connection.phone).text('Oi')
  const { id } = await whatsApp.ticketOf(connection)
  await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
  const shown = async () => (await admin.get(`/whatsapp/${connection.id}`)).body

  await connection.phone.linkedDevice.unlink()
  await eventually(async () => expect((await shown()).status).toBe('DISCONNECTED'))
  await ana.post(`/messages/${id}`, { body: 'Já respondo' })
  await admin.post(`/whatsappsession/${connection.id}`)
  await eventually(async () => expect((await shown()).qrcode).not.toBe(''))
  expect((await ana.get(`/messages/${id}`)).body.messages.at(-1)).toMatchObject({ ack: 0, failure: null })

  await connection.phone.scan((await shown()).qrcode)
  await rita.waitForMessage(({ text }) => text?.includes('Já respondo') === true)
})
