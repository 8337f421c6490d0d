import { once } from 'node:events'
import type { Server } from 'node:http'
import { type GraphServer, createGraphServer, openShop, serveControl } from '@guiche/graph-testserver'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Receiver } from './receiver.ts'

let server: GraphServer
let control: Server
let receiver: Receiver
let base = ''

beforeEach(async () => {
  receiver = await new Receiver().start()
  server = await createGraphServer()
  control = await serveControl(server, openShop(server), 0)
  const address = control.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})

afterEach(async () => {
  control.close()
  control.closeAllConnections()
  await once(control, 'close')
  await server.stop()
  receiver.stop()
})

async function act(name: string, body?: object) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${base}/${name}`, body ? post : {})
  return { status: response.status, body: await response.json() }
}

test('a shell writes, reads, turns the clock and reviews', async () => {
  const { url, verifyToken } = receiver
  await act('subscribe', { object: 'whatsapp_business_account', url, verifyToken, fields: ['messages'] })
  await act('person', { name: 'Ana', number: '5511987654321' })
  expect((await act('text', { name: 'Ana', text: 'Oi' })).body).toEqual({ id: expect.stringMatching(/^wamid/) })
  expect(receiver.take()).toHaveLength(1)
  expect((await act('turn', { hours: 25 })).status).toBe(200)
  expect((await act('inbox', { name: 'Ana' })).body).toEqual([])
  expect((await act('state')).body).toMatchObject({ people: [{ name: 'Ana' }], waitingWebhooks: 0, problems: [] })
})

test('a wrong action is answered with the right ones', async () => {
  expect(await act('fly', {})).toMatchObject({ status: 400, body: { error: expect.stringContaining('POST text') } })
  expect(await act('text', { name: 'Rui', text: 'Oi' })).toMatchObject({
    status: 400,
    body: { error: 'there is nobody called Rui' },
  })
  const form = await fetch(`${base}/text`, { method: 'POST', body: 'name=Ana' })
  expect(form.status).toBe(400)
})
