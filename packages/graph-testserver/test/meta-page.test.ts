import { once } from 'node:events'
import type { Server } from 'node:http'
import { type GraphServer, type Shop, createGraphServer, createMetaPage, openShop } from '@guiche/graph-testserver'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Receiver } from './receiver.ts'

let server: GraphServer
let shop: Shop
let page: Server
let receiver: Receiver
let base = ''
let passed = 0

beforeEach(async () => {
  receiver = await new Receiver().start()
  server = await createGraphServer()
  shop = openShop(server)
  passed = 0
  const sample = { bytes: Buffer.from('OggS'), mimeType: 'audio/ogg', name: 'voz.ogg' }
  page = createMetaPage(server, shop, {
    productUrl: 'http://127.0.0.1:1',
    letPass: async (hours) => void (passed += hours),
    samples: { picture: { ...sample, mimeType: 'image/jpeg' }, voice: sample },
  })
  await once(page.listen(0, '127.0.0.1'), 'listening')
  const address = page.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  await server.subscribeToAll(shop.app, receiver.url, receiver.verifyToken)
})

afterEach(async () => {
  page.close()
  page.closeAllConnections()
  await server.stop()
  receiver.stop()
})

async function act(path: string, body: object = {}) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, body: JSON.parse(await answer.text()) as unknown }
}

interface State {
  number: { token: string }
  phones: { name: string; messages: { id: string; at: string; text: string; note: string }[] }[]
}

async function state(): Promise<State> {
  return JSON.parse(await (await fetch(`${base}/state`)).text())
}

async function messagesOf(name: string) {
  return (await state()).phones.find((one) => one.name === name)?.messages ?? []
}

test('the page is served, and says in Portuguese that nothing is real', async () => {
  expect(await (await fetch(base)).text()).toContain('nada sai desta máquina')
})

test('a customer writes, mends and takes back, and sends a recording and a place', async () => {
  await act('/write/Rita%20Moura', { text: 'Oi' })
  const id = (await messagesOf('Rita Moura'))[0]?.id
  await act('/edit/Rita%20Moura', { id, text: 'Olá' })
  await act('/sample/Rita%20Moura', { sample: 'voice' })
  await act('/place/Rita%20Moura')
  const messages = await messagesOf('Rita Moura')
  expect(messages).toMatchObject([
    { text: 'Olá', note: 'editada' },
    { mimetype: 'audio/ogg' },
    { text: '📍 Praça da Sé' },
  ])
  const file = await fetch(`${base}/file/Rita%20Moura/${encodeURIComponent(messages[1]?.id ?? '')}`)
  expect(await file.text()).toBe('OggS')
  await act('/revoke/Rita%20Moura', { id })
  expect((await messagesOf('Rita Moura'))[0]).toMatchObject({ text: '', note: 'apagada' })
})

test('what a network does not have is refused in a sentence', async () => {
  expect(await act('/place/Lia%20Torres')).toMatchObject({ status: 400, body: { error: 'there is no place on page' } })
  expect(await act('/write/Nobody', { text: 'Oi' })).toMatchObject({
    status: 400,
    body: { error: 'nobody here is called Nobody' },
  })
})

test('time passes here and for the product, and the customer has to write again', async () => {
  await act('/write/Caio%20Prado', { text: 'Oi' })
  const person = [...shop.number.threads.keys()].find(({ name }) => name === 'Caio Prado')
  if (!person) throw new Error('nobody has written')
  expect(shop.number.hasWindow(person)).toBe(true)
  await act('/pass', { hours: 25 })
  expect(passed).toBe(25)
  expect(shop.number.hasWindow(person)).toBe(false)
  const at = (await messagesOf('Caio Prado'))[0]?.at ?? ''
  expect(Date.parse(at)).toBeLessThan(server.clock.now().getTime() - 24 * 3_600_000)
  await act('/write/Caio%20Prado', { text: 'E aí?' })
  expect(shop.number.hasWindow(person)).toBe(true)
})

test('a token that ends is replaced by one that opens the number', async () => {
  const tokenOf = async () => (await state()).number.token
  const [old] = [await tokenOf(), await act('/token')]
  const ask = async (token: string) =>
    (await fetch(`${server.url}/v25.0/${shop.number.id}`, { headers: { authorization: `Bearer ${token}` } })).status
  expect([await ask(old), await ask(await tokenOf())]).toEqual([401, 200])
})
