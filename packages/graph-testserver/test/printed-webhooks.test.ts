import type { Person } from '@guiche/graph-testserver'
import { expect, test } from 'vitest'
import * as printed from './printed/webhooks.ts'
import { newTemplate, reply } from './printed/sends.ts'
import { shopNumber, testWorld } from './world.ts'

const at = (seconds: number) => new Date(seconds * 1000)
const world = testWorld(at(1763680010))
const userId = 'BR.1349120865530274'

/** Ana, by the id that the documentation prints. */
function ana(options: Parameters<typeof world.server.person>[2] & { number?: string | undefined } = {}): Person {
  const { number = '5511987654321', ...others } = options
  const person = world.server.person('number' in options ? options.number : number, 'Ana', others)
  world.shop.business.renameUser(person, userId)
  return person
}

test('a text', async () => {
  await ana({ username: 'ana.lima' })
    .chat(world.shop.number)
    .text('Bom dia', { id: 'wamid.A', at: at(1763680000) })
  expect(world.receiver.take()).toEqual([printed.envelope])
})

test('a text of somebody with a username only', async () => {
  const person = ana({ number: undefined, username: 'ana.lima' })
  await person.chat(world.shop.number).text('Oi', { id: 'wamid.A1', at: at(1763680000) })
  expect(world.receiver.take()).toEqual([printed.usernameOnly])
})

test('a voice note that comes from an advertisement and answers a message', async () => {
  const person = ana({ number: '5531987654321', waId: '553187654321' })
  await person.chat(world.shop.number).voice(Buffer.from('OggS'), {
    id: 'wamid.A2',
    at: at(1763680001),
    mediaId: '9001',
    sha256: 'c2hhMjU2',
    replyTo: 'wamid.OUT1',
    referral: printed.advertisement,
  })
  expect(world.receiver.take()).toEqual([printed.voiceNote])
})

test('a choice, a reaction that is taken back, an edit and a revoke in one', async () => {
  world.server.settings.tellsUserIds = false
  await ana()
    .chat(world.shop.number)
    .several(
      {
        type: 'interactive',
        content: { type: 'list_reply', list_reply: { id: 'opt:1', title: 'Vendas', description: 'Orçamentos' } },
        options: { id: 'wamid.A3', at: at(1763680002), replyTo: 'wamid.MENU' },
      },
      { type: 'reaction', content: { message_id: 'wamid.OUT1' }, options: { id: 'wamid.A4', at: at(1763680003) } },
      {
        type: 'edit',
        content: {
          original_message_id: 'wamid.A1',
          message: { context: { id: 'M0' }, type: 'text', text: { body: 'Oi, tudo bem?' } },
        },
        options: { id: 'wamid.A5', at: at(1763680004) },
      },
      { type: 'revoke', content: { original_message_id: 'wamid.A3' }, options: { id: 'wamid.A6', at: at(1763680005) } },
    )
  expect(world.receiver.take()).toEqual([printed.batch])
})

test('a delivery with its price', async () => {
  world.server.settings.tellsUserIds = false
  world.shop.account.approvesAtOnce = true
  ana()
  const components = [{ type: 'BODY', text: 'Seu pedido saiu.' }]
  await world.call('POST', '/102290129340398/message_templates', { body: { ...newTemplate, components } })
  const template = { name: 'pedido_enviado', language: { code: 'pt_BR' } }
  const message = { to: '5511987654321', type: 'template', template, biz_opaque_callback_data: 'msg:8f14' }
  const { body } = await world.send(message)
  expect(world.receiver.take().at(-1)).toEqual(printed.delivered(idIn(body)))
})

test('a failure outside of the window', async () => {
  ana()
  const { body } = await world.send(reply)
  expect(world.statuses()).toEqual([printed.failed(idIn(body))])
})

test('a message that was written on the phone', async () => {
  world.server.settings.tellsUserIds = false
  const { account, number } = world.shop
  const shared = account.number('551133335555', 'Exemplo', { isOnPhoneApp: true })
  await shared.phoneApp?.text(ana(), 'Respondi pelo celular', { id: 'wamid.E1', at: at(1763680020) })
  const ofThisNumber = JSON.parse(
    JSON.stringify(printed.phoneEcho).replaceAll(shopNumber, shared.display).replaceAll(number.id, shared.id),
  )
  expect(world.receiver.take()).toEqual([ofThisNumber])
})

test('a template that is rejected', async () => {
  await world.server.clock.turn({ seconds: 20 })
  const { body } = await world.call('POST', '/102290129340398/message_templates', { body: newTemplate })
  await world.shop.account.template('pedido_enviado').reject('INVALID_FORMAT')
  expect(world.receiver.take()).toEqual([printed.templateRejected(String(body['id']))])
})

test('a number that changes', async () => {
  const person = ana()
  const options = { id: 'wamid.S1', at: at(1763680040), userId: 'BR.2222' }
  await person.chat(world.shop.number).changeNumber('5521987650000', options)
  expect(world.receiver.take()).toEqual([printed.numberChange])
  expect(person.number).toBe('5521987650000')
})

test('somebody who wants no more marketing', async () => {
  world.server.settings.tellsUserIds = false
  await ana()
    .chat(world.shop.number)
    .changeMarketing('stop', { at: at(1763680050) })
  expect(world.receiver.take()).toEqual([printed.optOut])
})

test('a part of the history', async () => {
  const shared = world.shop.account.number('551133335555', 'Exemplo', { isOnPhoneApp: true })
  const messages = [
    {
      isFromBusiness: true,
      type: 'text',
      content: { body: 'Olá' },
      at: at(1763600000),
      status: 'READ',
      id: 'wamid.H1',
    },
    { isFromBusiness: false, type: 'media_placeholder', at: at(1763600010), status: 'DELIVERED', id: 'wamid.H2' },
  ]
  shared.phoneApp?.past.push({ phase: 0, order: 1, progress: 55, threads: [{ person: ana(), messages }] })
  const body = { messaging_product: 'whatsapp', sync_type: 'history' }
  expect((await world.call('POST', `/${shared.id}/smb_app_data`, { body })).status).toBe(200)
  await world.settled()
  const ofThisNumber = JSON.parse(
    JSON.stringify(printed.historyChunk)
      .replaceAll(shopNumber, shared.display)
      .replaceAll('106540352242922', shared.id),
  )
  expect(world.receiver.take()).toEqual([ofThisNumber])
})

function idIn(body: Record<string, unknown>): string {
  const [message] = Array.isArray(body['messages']) ? body['messages'] : []
  return String(message?.id)
}
