import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type World, createWorld, eventually } from '#test/world'

vi.mock('@guiche/whatsapp-web', () => {
  throw new Error('the library cannot be loaded here')
})

let world: World
beforeAll(async () => {
  // With an address, the product's own channel is installed instead of the fake one.
  world = await createWorld({ whatsAppUrl: 'ws://127.0.0.1:9/ws/chat' })
})
afterAll(() => world.close())

test('without the WhatsApp library the server starts and serves the web chat', async () => {
  await expect(import('@guiche/whatsapp-web')).rejects.toThrow(/mock/)
  const company = await world.company()
  const admin = await company.admin()
  const queue = await company.queue()
  const whatsApp = await admin.post('/whatsapp', { name: 'Loja', channel: 'whatsapp' })
  expect(whatsApp.status).toBe(200)
  expect((await admin.post(`/whatsappsession/${whatsApp.body.id}`)).status).toBeLessThan(500)

  const { id, visitor } = await company.ticket({ queues: [queue], body: 'Vocês entregam hoje?' })
  await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id, queueId: queue.id })
  expect(await admin.post(`/messages/${id}`, { body: 'Entregamos' })).toMatchObject({ status: 200 })

  await eventually(async () =>
    expect((await visitor.messages()).body.messages).toContainEqual(
      expect.objectContaining({ body: expect.stringContaining('Entregamos'), fromMe: false }),
    ),
  )
  expect((await admin.get(`/whatsapp/${whatsApp.body.id}`)).body.status).not.toBe('CONNECTED')
})
