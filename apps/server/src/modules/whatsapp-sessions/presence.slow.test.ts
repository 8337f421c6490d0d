import { describe, expect, test } from 'vitest'
import { whatsAppOfFile } from '#test/whatsapp'
import { type Listener, eventually } from '#test/world'

const whatsApp = whatsAppOfFile()

const presencesOf = (listener: Listener) => listener.of('presence').map(({ payload }) => payload.presence)

async function conversation() {
  const queue = await whatsApp.company.queue()
  const connection = await whatsApp.paired({ queueIds: [queue.id] })
  const rita = whatsApp.customer()
  const chat = rita.chat(connection.phone)
  await chat.text('Oi')
  const { id } = await whatsApp.ticketOf(connection)
  const ana = await whatsApp.company.attendant({ queues: [queue] })
  return { queue, connection, rita, chat, id, ana }
}

describe('the presence of a customer', () => {
  test('is shown in list and conversation, only to users who may see the ticket', async () => {
    const { chat, id, ana } = await conversation()
    const bia = await whatsApp.company.attendant({ queues: [await whatsApp.company.queue()] })
    const stranger = await (await whatsApp.world.company()).admin()
    const inList = await ana.listen({ lists: ['pending'] })
    const others = [await bia.listen({ lists: ['pending', 'open'] }), await stranger.listen({ lists: ['pending'] })]

    await chat.state('composing')
    await eventually(() =>
      expect(inList.of('presence')).toMatchObject([
        { payload: { action: 'update-presence', ticketId: id, presence: 'composing' } },
      ]),
    )
    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    const inTicket = await ana.listen({ tickets: [id] })
    await chat.state('recording')
    await eventually(() => expect(presencesOf(inTicket)).toEqual(['recording']))
    await chat.state('paused')
    await eventually(() => expect(presencesOf(inTicket)).toEqual(['recording', 'available']))
    expect(others.flatMap(presencesOf)).toEqual([])
  })

  test('ends in its last state after quick changes', async () => {
    const { chat, id, ana } = await conversation()
    const inTicket = await ana.listen({ tickets: [id] })
    for (const state of ['composing', 'recording', 'composing', 'paused'] as const) await chat.state(state)
    await eventually(() => expect(presencesOf(inTicket).at(-1)).toBe('available'))
  })

  test('is requested only for contacts whose conversation is open', async () => {
    const { connection, rita, id, ana } = await conversation()
    expect(connection.phone.linkedDevice.watched.size).toBe(0)
    await ana.listen({ tickets: [id] })
    await eventually(() => expect([...connection.phone.linkedDevice.watched]).toEqual([rita.number]))
  })
})

describe('the presence of an attendant', () => {
  test('is shown on the customer’s phone: typing, recording, paused', async () => {
    const { rita, id, ana } = await conversation()
    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    const { socket } = await ana.listen({ tickets: [id] })
    const seen: string[] = []
    rita.events.on('typing', ({ state }) => seen.push(state))

    socket.emit('typing', { ticketId: id, typing: true })
    await eventually(() => expect(seen).toEqual(['composing']))
    socket.emit('typing', { ticketId: id, typing: true, recording: true })
    await eventually(() => expect(seen).toEqual(['composing', 'recording']))
    socket.emit('typing', { ticketId: id, typing: false })
    await eventually(() => expect(seen).toEqual(['composing', 'recording', 'paused']))
  })

  test('is not sent for a ticket of another queue or company', async () => {
    const { rita, id, ana } = await conversation()
    const stranger = await (await whatsApp.world.company()).admin()
    const { socket } = await stranger.listen()
    const seen: string[] = []
    rita.events.on('typing', ({ state }) => seen.push(state))
    socket.emit('joinChatBox', String(id))
    socket.emit('typing', { ticketId: id, typing: true })

    await ana.put(`/tickets/${id}`, { status: 'open', userId: ana.id })
    const mine = await ana.listen({ tickets: [id] })
    mine.socket.emit('typing', { ticketId: id, typing: true, recording: true })
    await eventually(() => expect(seen).toEqual(['recording']))
  })
})
