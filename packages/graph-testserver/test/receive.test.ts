import { describe, expect, test } from 'vitest'
import { buttons, list } from './printed/sends.ts'
import { testWorld } from './world.ts'

const world = testWorld()

const ana = () => world.server.person('5511987654321', 'Ana Lima').chat(world.shop.number)

/** The messages that arrived since the last call. */
const messages = () =>
  world.changes().flatMap(({ value }) => (Array.isArray(value['messages']) ? value['messages'] : []))

describe('a person sends', () => {
  test('files, which name their type and digest', async () => {
    const chat = ana()
    const file = Buffer.from('file')
    await chat.image(file, { caption: 'foto' })
    await chat.video(file)
    await chat.audio(file)
    await chat.voice(file)
    await chat.document(file, { fileName: 'nota.pdf' })
    await chat.sticker(file, { animated: true })
    const sha256 = '6y5cHexbu8WexwQwMnF2sMeR3z5tc+xW9pMyhDRvXRg='
    expect(messages()).toMatchObject([
      { type: 'image', image: { id: expect.any(String), mime_type: 'image/jpeg', caption: 'foto' } },
      { type: 'video', video: { mime_type: 'video/mp4' } },
      { type: 'audio', audio: { voice: false } },
      { type: 'audio', audio: { mime_type: 'audio/ogg; codecs=opus', voice: true } },
      { type: 'document', document: { filename: 'nota.pdf', mime_type: 'application/pdf' } },
      { type: 'sticker', sticker: { mime_type: 'image/webp', animated: true } },
    ])
    expect(Buffer.from(sha256, 'base64')).toHaveLength(32)
  })

  test('locations, contacts, orders, flows, and what cannot be carried', async () => {
    const chat = ana()
    await chat.location(-23.5, -46.6, { name: 'Loja' })
    await chat.contacts([{ name: { formatted_name: 'Rui' }, origin: 'contact_request' }])
    await chat.order([{ product_retailer_id: 'p1', quantity: 1, item_price: 10, currency: 'BRL' }])
    await chat.answerFlow('wamid.X', { a: 1 })
    await chat.unsupported('poll')
    await chat.tooLarge()
    expect(messages()).toMatchObject([
      { type: 'location', location: { latitude: -23.5, name: 'Loja' } },
      { type: 'contacts', contacts: [{ origin: 'contact_request' }] },
      { type: 'order', order: { product_items: [{ product_retailer_id: 'p1' }] } },
      { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { response_json: '{"a":1}' } } },
      { type: 'unsupported', unsupported: { type: 'poll' }, errors: [{ code: 131051 }] },
      { type: 'unsupported', errors: [{ code: 131052 }] },
    ])
  })

  test('an answer, something forwarded, an edit and a revoke', async () => {
    const chat = ana()
    const { id } = await chat.text('Oi')
    await chat.text('sim', { replyTo: id })
    await chat.text('x', { forwarded: 'once' })
    await chat.text('y', { forwarded: 'often' })
    await chat.edit(id, 'Olá')
    await chat.revoke(id)
    expect(messages().slice(1)).toMatchObject([
      { context: { from: '5511987654321', id } },
      { context: { forwarded: true } },
      { context: { frequently_forwarded: true } },
      { type: 'edit', edit: { original_message_id: id, message: { type: 'text', text: { body: 'Olá' } } } },
      { type: 'revoke', revoke: { original_message_id: id } },
    ])
  })

  test('the choice of a row or button, by its id or title', async () => {
    const chat = ana()
    await chat.text('Oi')
    const sent = async (interactive: object) => {
      const { body } = await world.send({ to: '5511987654321', type: 'interactive', interactive })
      const [message] = Array.isArray(body['messages']) ? body['messages'] : []
      return String(message?.id)
    }
    const [menu, question] = [await sent(list), await sent(buttons)]
    messages()
    await chat.choose(menu, 'opt:1')
    await chat.choose(question, 'Não')
    expect(messages()).toMatchObject([
      {
        context: { from: '551133334444', id: menu },
        interactive: { type: 'list_reply', list_reply: { id: 'opt:1', title: 'Vendas', description: 'Orçamentos' } },
      },
      { context: { id: question }, interactive: { type: 'button_reply', button_reply: { id: 'nao', title: 'Não' } } },
    ])
    expect(() => chat.choose(question, 'Talvez')).toThrow('there is no Talvez')
  })

  test('the contact that the business has asked for, and then the number is known', async () => {
    const chat = world.server
      .person('5511987654321', 'Ana', { username: 'ana', hidesNumber: true })
      .chat(world.shop.number)
    await chat.text('Oi')
    expect(JSON.stringify(world.receiver.take())).not.toContain('5511987654321')
    await chat.shareContact('wamid.asked')
    await chat.text('Oi')
    expect(messages()).toMatchObject([
      {
        type: 'contacts',
        context: { id: 'wamid.asked' },
        contacts: [{ origin: 'contact_request', vcard: expect.stringContaining('waid=5511987654321') }],
      },
      { from: '5511987654321' },
    ])
  })

  test('another id within the portfolio', async () => {
    const chat = ana()
    await chat.text('Oi')
    const [before] = messages()
    await chat.changeUserId()
    await chat.text('Oi')
    const [system, after] = messages()
    expect(system).toMatchObject({
      type: 'system',
      system: { type: 'user_changed_user_id', previous_user_id: before.from_user_id },
    })
    expect(after.from_user_id).toBe(system.system.user_id)
    expect(after.from_user_id).not.toBe(before.from_user_id)
  })

  test('nothing while the number blocks them, and gets nothing', async () => {
    const chat = ana()
    await chat.text('Oi')
    const users = { messaging_product: 'whatsapp', block_users: [{ user: '5511987654321' }] }
    await world.call('POST', `/${world.shop.number.id}/block_users`, { body: users })
    messages()
    await chat.text('Oi?')
    expect(messages()).toEqual([])
    await world.send({ to: '5511987654321', text: { body: 'a' } })
    expect(world.statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 131026 }] }])
  })
})

describe('a phone that uses the number too', () => {
  const shared = () => world.shop.account.number('551133335555', 'Exemplo', { isOnPhoneApp: true })
  const ask = (id: string, sync_type: string) =>
    world.call('POST', `/${id}/smb_app_data`, { body: { messaging_product: 'whatsapp', sync_type } })

  test('tells its contacts when they are asked for, once', async () => {
    const number = shared()
    number.phoneApp?.contacts.push({ name: 'Rui Reis', number: '5511911111111' })
    expect((await ask(number.id, 'smb_app_state_sync')).status).toBe(200)
    await world.settled()
    const contact = { full_name: 'Rui Reis', first_name: 'Rui', phone_number: '5511911111111' }
    expect(world.changes()).toMatchObject([
      { field: 'smb_app_state_sync', value: { state_sync: [{ type: 'contact', action: 'add', contact }] } },
    ])
    expect((await ask(number.id, 'smb_app_state_sync')).body).toMatchObject({ error: { code: 2593107 } })
  })

  test('tells nothing a day later', async () => {
    const number = shared()
    await world.server.clock.turn({ hours: 25 })
    expect((await ask(number.id, 'history')).body).toMatchObject({ error: { code: 2593108 } })
  })

  test('tells that its history is not shared', async () => {
    const number = shared()
    if (number.phoneApp) number.phoneApp.sharesHistory = false
    await ask(number.id, 'history')
    await world.settled()
    expect(world.changes()).toMatchObject([{ field: 'history', value: { history: [{ errors: [{ code: 2593109 }] }] } }])
  })
})
