import { expect, test } from 'vitest'
import { WhatsAppAPI } from 'whatsapp-api-js'
import { ActionButtons, Body, Button, Image, Interactive, Text } from 'whatsapp-api-js/messages'
import { testWorld } from './world.ts'

const world = testWorld()
const phone = '5511987654321'

/** A public client, unmodified: only its fetch goes to this machine. */
function client(): WhatsAppAPI {
  const here = (url: unknown, init?: RequestInit) =>
    fetch(String(url).replace('https://graph.facebook.com', world.server.url), init)
  const { token, app } = world.shop
  return new WhatsAppAPI({
    token,
    appSecret: app.secret,
    webhookVerifyToken: world.receiver.verifyToken,
    v: 'v25.0',
    ponyfill: { fetch: here },
  })
}

test('a public client sends, uploads, fetches, marks and blocks', async () => {
  const api = client()
  const { number } = world.shop
  const ana = world.server.person(phone, 'Ana')
  const to = { phone, bsuid: ana.userIdAt(world.shop.business) }
  const { id } = await ana.chat(number).text('Oi')
  const sent = await api.sendMessage(number.id, to, new Text('Olá'), id, 'msg:1')
  await world.settled()
  expect(sent).toMatchObject({ messages: [{ id: ana.inbox.last.id }] })
  expect(ana.inbox.last).toMatchObject({ text: 'Olá', quotes: id })

  const form = new FormData()
  form.set('file', new Blob(['a picture'], { type: 'image/jpeg' }), 'a.jpg')
  const uploaded = await api.uploadMedia(number.id, form)
  const mediaId = 'id' in uploaded ? uploaded.id : ''
  await api.sendMessage(number.id, to, new Image(mediaId, true, 'foto'))
  await world.settled()
  expect(ana.inbox.last).toMatchObject({ type: 'image', text: 'foto', file: { mimeType: 'image/jpeg' } })
  const shown = await api.retrieveMedia(mediaId)
  const file = await api.fetchMedia('url' in shown ? shown.url : '')
  expect(await file.text()).toBe('a picture')

  const question = new Interactive(
    new ActionButtons(new Button('sim', 'Sim'), new Button('nao', 'Não')),
    new Body('Confirma?'),
  )
  await api.sendMessage(number.id, to, question)
  await world.settled()
  expect(ana.inbox.last.text).toBe('Confirma?')
  expect(await api.markAsRead(number.id, id, 'text')).toEqual({ success: true })
  expect(await api.blockUser(number.id, phone)).toMatchObject({
    block_users: { added_users: [{ wa_id: phone }] },
  })
  expect(await api.deleteMedia(mediaId)).toEqual({ success: true })
})

test('a public client reads the errors, and trusts the webhooks', async () => {
  const api = client()
  const { number } = world.shop
  const ana = world.server.person(phone, 'Ana')
  const to = { phone, bsuid: ana.userIdAt(world.shop.business) }
  world.server.limits.number = { burst: 0, perSecond: 0 }
  expect(await api.sendMessage(number.id, to, new Text('Olá'))).toMatchObject({ error: { code: 130429 } })

  const heard: unknown[] = []
  api.on.message = ({ from, message }) => void heard.push([from, message])
  await ana.chat(number).text('Olá, é / 😀')
  const [webhook] = world.receiver.received
  if (!webhook) throw new Error('no webhook came')
  const signature = String(webhook.headers['x-hub-signature-256'])
  await api.post(JSON.parse(webhook.raw.toString()), webhook.raw.toString(), signature)
  expect(heard).toMatchObject([[phone, { type: 'text', text: { body: 'Olá, é / 😀' } }]])
})
