import type { WhatsAppChat } from '@guiche/graph-testserver'
import { expect, test } from 'vitest'
import { MessagesWebhook } from '../src/description/webhooks.ts'
import { advertisement } from './printed/webhooks.ts'
import { buttons, contact, filledIn, list, newTemplate, reply } from './printed/sends.ts'
import { testWorld } from './world.ts'

const world = testWorld()
const to = '5511987654321'
const bytes = Buffer.from('a file')

const ana = () => world.server.person(to, 'Ana Lima', { username: 'ana.lima' })

/** Sends a message; the answer is its id. */
async function send(message: object): Promise<string> {
  const { body } = await world.send({ to, ...message })
  const [sent] = Array.isArray(body['messages']) ? body['messages'] : []
  return String(sent?.id)
}

const interactive = (content: object) => send({ type: 'interactive', interactive: content })

async function template(): Promise<string> {
  await world.call('POST', '/102290129340398/message_templates', { body: newTemplate })
  const { name, language: code } = newTemplate
  await world.shop.account.template(name).approve()
  return send({ type: 'template', template: { name, language: { code }, components: filledIn } })
}

const kinds: Record<string, (chat: WhatsAppChat, firstId: string) => Promise<unknown>> = {
  'a text': (chat) => chat.text('Oi'),
  'an answer': (chat, replyTo) => chat.text('Oi', { replyTo }),
  'a text after an advertisement': (chat) => chat.text('Oi', { referral: advertisement }),
  'a picture': (chat) => chat.image(bytes, { caption: 'foto' }),
  'a video': (chat) => chat.video(bytes),
  'an audio': (chat) => chat.audio(bytes),
  'a voice note': (chat) => chat.voice(bytes),
  'a document': (chat) => chat.document(bytes),
  'a sticker': (chat) => chat.sticker(bytes),
  'a location': (chat) => chat.location(-23.5, -46.6, { name: 'Loja', address: 'Rua A, 10' }),
  contacts: (chat) => chat.contacts([contact]),
  'a contact of their own': (chat, firstId) => chat.shareContact(firstId),
  'a reaction': (chat, firstId) => chat.react(firstId, '👍'),
  'a reaction that is taken back': (chat, firstId) => chat.react(firstId, undefined),
  'a row of a list': async (chat) => chat.choose(await interactive(list), 'Vendas'),
  'a button': async (chat) => chat.choose(await interactive(buttons), 'Sim'),
  'a button of a template': async (chat) => chat.choose(await template(), 'Falar com atendente'),
  'the answer to a flow': (chat, firstId) => chat.answerFlow(firstId, { day: 'Monday' }),
  'an order': (chat) => chat.order([{ product_retailer_id: 'a', quantity: 2, item_price: 30.5, currency: 'BRL' }]),
  'something unsupported': (chat) => chat.unsupported(),
  'a file that is too large': (chat) => chat.tooLarge(),
  'another number': (chat) => chat.changeNumber('5511922222222'),
  'another id': (chat) => chat.changeUserId(),
}

const differences = (body: unknown) => MessagesWebhook.safeParse(body).error?.issues ?? []

test.each(Object.entries(kinds))("a webhook with %s is as Meta's description has it", async (_name, write) => {
  const chat = ana().chat(world.shop.number)
  const { id } = await chat.text('Oi')
  await write(chat, id)
  await world.settled()
  const about = world.receiver.take().filter((body) => JSON.stringify(body).includes('"field":"messages"'))
  expect(about.length).toBeGreaterThan(1)
  expect(about.flatMap(differences)).toEqual([])
})

test("webhooks with statuses are as Meta's description has them", async () => {
  const person = ana()
  const chat = person.chat(world.shop.number)
  await chat.text('Oi')
  await world.send(reply)
  await chat.read()
  await chat.play(String([...world.shop.number.messages.keys()].at(-1)))
  person.failsWith = 130472
  await world.send(reply)
  const told = world.receiver.take()
  expect(JSON.stringify(told).match(/"status":"\w+"/g)).toEqual(
    ['sent', 'delivered', 'read', 'played', 'failed'].map((status) => `"status":"${status}"`),
  )
  expect(told.flatMap(differences)).toEqual([])
})

test('a webhook that differs from the description is seen', async () => {
  await ana().chat(world.shop.number).raw('audio', { id: '1', mime_type: 'audio/ogg', sha256: 'c2hh' })
  await ana().chat(world.shop.number).raw('poll', {})
  expect(world.receiver.take().map((body) => differences(body).length > 0)).toEqual([true, true])
})
