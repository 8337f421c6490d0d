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
    samples: {
      picture: { ...sample, mimeType: 'image/jpeg', name: 'sofá.jpg' },
      voice: sample,
      video: { ...sample, mimeType: 'video/mp4', name: 'sala.mp4' },
      sticker: { ...sample, mimeType: 'image/webp', name: 'sofá.webp' },
      paper: { ...sample, mimeType: 'application/pdf', name: 'Tabela nº 7.pdf' },
    },
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

interface Shown {
  id: string
  at: string
  text: string
  note: string
  mimetype: string | null
  reaction: string | null
}

interface State {
  troubles: { token: string }
  phone: { id: string; chats: number; days: number; contacts: number; messages: number; isAsked: boolean }
  phones: { name: string; kinds: { kind: string }[]; messages: Shown[] }[]
}

async function state(): Promise<State> {
  return JSON.parse(await (await fetch(`${base}/state`)).text())
}

/** Each webhook since the last time, as text. */
const told = () => receiver.take().map((body) => JSON.stringify(body))

function linkPages(): void {
  const fields = [
    'messages',
    'message_echoes',
    'message_edits',
    'messaging_postbacks',
    'messaging_referrals',
    'standby',
  ]
  shop.page.subscribedApps.set(shop.app, new Set(fields))
  for (const account of shop.business.accounts) account.link(shop.app)
}

/** So that the customer of a number has something to answer. */
async function writeTo(name: string): Promise<void> {
  await act(`/write/${encodeURIComponent(name)}`, { text: 'Oi' })
  for (const number of shop.business.accounts.flatMap(({ numbers }) => numbers))
    for (const person of number.threads.keys())
      if (person.name === name)
        person.inbox.add({ id: 'wamid.x', from: number.id, type: 'text', text: 'Oi', content: {}, at: new Date() })
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

test('what the product did not take is told again while somebody looks at the page', async () => {
  server.settings.webhookPauses = [0]
  receiver.status = 503
  await act('/write/Caio%20Prado', { text: 'Oi' })
  await server.webhooks.idle()
  expect(server.webhooks.waiting).toBe(1)
  receiver.status = 200
  await state()
  await server.webhooks.idle()
  expect([receiver.received.length, server.webhooks.waiting]).toEqual([2, 0])
})

test('a customer quotes a message, and takes a reaction off again', async () => {
  await act('/write/Rita%20Moura', { text: 'Chega quando?' })
  const [first] = await messagesOf('Rita Moura')
  await act('/write/Rita%20Moura', { text: 'O sofá', replyTo: first?.id })
  receiver.take()
  for (const _time of ['on', 'off']) await act('/react/Rita%20Moura', { id: first?.id, emoji: '❤️' })
  await act('/react/Lia%20Torres', { id: 'm_1', emoji: '👍' })
  await server.webhooks.idle()
  const [on, off] = told()
  expect(on).toContain('"emoji"')
  expect(off).not.toContain('"emoji"')
  expect(await messagesOf('Rita Moura')).toMatchObject([
    { text: 'Chega quando?' },
    { text: 'O sofá', note: 'resposta' },
  ])
})

test('customers send every kind that their network has, and the product is told of each', async () => {
  linkPages()
  for (const name of ['Rita Moura', 'Caio Prado', 'Bento Lima']) await writeTo(name)
  const { phones } = await state()
  for (const { name, kinds } of phones)
    for (const { kind } of kinds) {
      receiver.take()
      expect(await act(`/kind/${encodeURIComponent(name)}`, { kind }), `${name}: ${kind}`).toMatchObject({
        status: 200,
      })
      await server.webhooks.idle()
      expect(told(), `${name}: ${kind}`).not.toEqual([])
    }
  expect(phones.map(({ kinds }) => kinds.length)).toEqual([14, 14, 14, 9, 9])
  expect(server.problems).toEqual([])
})

test('a document from Messenger has its name in its address', async () => {
  linkPages()
  await act('/kind/Lia%20Torres', { kind: 'paper' })
  await server.webhooks.idle()
  expect(told().join()).toMatch(/\/Tabela%20n%C2%BA%207\.pdf"/)
})

test.each([
  ['Bento Lima', 'phone', 'No celular da loja', 'smb_message_echoes'],
  ['Lia Torres', 'inbox', 'Na caixa de entrada da página', 'is_echo'],
  ['Lia Torres', 'app', 'Em outro programa', '"app_id":4020770011'],
  ['Davi Reis', 'inbox', 'No aplicativo do Instagram', 'is_echo'],
  ['Davi Reis', 'app', 'Em outro programa', '"app_id":4020770011'],
])('the shop answers %s without the product (%s), and the product hears it', async (name, place, label, sign) => {
  linkPages()
  const at = encodeURIComponent(name)
  await act(`/write/${at}`, { text: 'Oi' })
  await server.webhooks.idle()
  receiver.take()
  await act(`/answer/${at}`, { place, text: 'Bom dia!' })
  await act(`/answer-picture/${at}`, { place })
  await server.webhooks.idle()
  expect(told()).toEqual([expect.stringContaining(sign), expect.stringContaining(sign)])
  const answer = (await messagesOf(name)).find(({ text }) => text === 'Bom dia!')
  expect(answer?.note).toBe(label.toLowerCase())
  expect((await messagesOf(name)).at(-1)).toMatchObject({ mimetype: 'image/jpeg' })
  await act(`/answer-edit/${at}`, { id: answer?.id, text: 'Boa tarde!' })
  const { status } = await act(`/answer-revoke/${at}`, { id: answer?.id })
  await server.webhooks.idle()
  // Nobody takes back what a page has written on Messenger.
  expect([status, told().length]).toEqual(name === 'Lia Torres' ? [400, 1] : [200, 2])
})

test('the phone that has the number too says what it remembers, and tells it when it is asked', async () => {
  linkPages()
  const { phone } = await state()
  expect(phone).toMatchObject({ chats: 12, contacts: 12, messages: expect.any(Number), isAsked: false })
  expect(phone.days).toBeGreaterThan(60)
  const headers = { authorization: `Bearer ${(await state()).troubles.token}`, 'content-type': 'application/json' }
  for (const sync_type of ['smb_app_state_sync', 'history']) {
    const body = JSON.stringify({ messaging_product: 'whatsapp', sync_type })
    expect(
      (await fetch(`${server.url}/v25.0/${phone.id}/smb_app_data`, { method: 'POST', headers, body })).status,
    ).toBe(200)
  }
  await server.webhooks.idle()
  expect(told().join()).toMatch(/smb_app_state_sync.*Nina Duarte.*chunk_order/)
  expect((await state()).phone.isAsked).toBe(true)
  await act('/contact', { isSaved: true })
  expect(told().join()).toContain('"action":"add"')
})

test('trouble: the number and its account', async () => {
  const text = { to: '5531987654321', type: 'text', text: { body: 'a' } }
  const send = async (what: object = text) => {
    const { token } = (await state()).troubles
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ messaging_product: 'whatsapp', ...what })
    const path = `${server.url}/v25.0/${shop.number.id}/messages`
    return (await fetch(path, { method: 'POST', headers, body })).status
  }
  receiver.take()
  await act('/tier', { tier: 'TIER_10K' })
  await act('/name', { isRefused: true })
  await act('/warn')
  expect(told().join()).toMatch(/"current_limit":"TIER_10K".*"REJECTED".*"ACCOUNT_VIOLATION"/)
  await act('/next', { of: 'number', what: 'busy' })
  await act('/next', { of: 'number', what: 'lost' })
  expect(await send({ status: 'read', message_id: 'wamid.none' })).toBe(400)
  expect(await send()).toBe(500)
  await expect(send()).rejects.toThrow('fetch failed')
  expect(await send()).toBe(200)
  await act('/restrict')
  expect(await send()).toBe(403)
  server.clock.stop()
  await server.clock.turn({ seconds: 61 })
  expect(await send()).toBe(200)
  for (const [path, isOn] of [
    ['/ban', true],
    ['/ban', false],
    ['/unpaid', true],
  ] as const)
    await act(path, { isOn })
  expect([await send(), shop.account.canPay]).toEqual([200, false])
  const before = (await state()).troubles.token
  await act('/narrow')
  await act('/uninstall')
  expect((await state()).troubles.token).not.toBe(before)
})

test('trouble: Meta is down, and is back', async () => {
  await act('/down', { isOn: true })
  await expect(fetch(server.url)).rejects.toThrow('fetch failed')
  await act('/down', { isOn: false })
  expect((await fetch(server.url)).status).toBeGreaterThanOrEqual(400)
})

test('a token that ends is replaced by one that opens the number', async () => {
  const tokenOf = async () => (await state()).troubles.token
  const [old] = [await tokenOf(), await act('/token')]
  const ask = async (token: string) =>
    (await fetch(`${server.url}/v25.0/${shop.number.id}`, { headers: { authorization: `Bearer ${token}` } })).status
  expect([await ask(old), await ask(await tokenOf())]).toEqual([401, 200])
})
