import { describe, expect, test } from 'vitest'
import { buttons, contact, link, list, locationRequest, reply } from './printed/sends.ts'
import { errorOf, shopNumber, testWorld } from './world.ts'

const world = testWorld()
const to = '5511987654321'

/** Ana, who has just written. */
async function ana(options: Parameters<typeof world.server.person>[2] = {}) {
  const person = world.server.person(to, 'Ana Lima', options)
  const { id } = await person.chat(world.shop.number).text('Oi')
  world.receiver.take()
  return { person, chat: person.chat(world.shop.number), id }
}

describe('a message', () => {
  test('is accepted as it is documented, and arrives', async () => {
    const { person } = await ana()
    const { status, body } = await world.send(reply)
    expect(status).toBe(200)
    expect(body).toEqual({
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to, user_id: expect.stringMatching(/^BR\.\d+$/) }],
      messages: [{ id: expect.stringMatching(/^wamid\./) }],
    })
    expect(person.inbox.last).toMatchObject({ type: 'text', text: 'Olá', from: world.shop.number.id })
    expect(world.statuses()).toMatchObject([
      {
        status: 'sent',
        biz_opaque_callback_data: 'msg:8f14',
        pricing: { billable: false, type: 'free_customer_service', category: 'service' },
      },
      { status: 'delivered', biz_opaque_callback_data: 'msg:8f14' },
    ])
  })

  test.each([
    ['a list', 'interactive', list],
    ['buttons', 'interactive', buttons],
    ['a link', 'interactive', link],
    ['a request for a location', 'interactive', locationRequest],
    ['contacts', 'contacts', [contact]],
    ['a location', 'location', { latitude: -23.5, longitude: -46.6, name: 'Loja', address: 'Rua A, 10' }],
  ])('can be %s', async (_name, type, content) => {
    const { person } = await ana()
    expect((await world.send({ to, type, [type]: content })).status).toBe(200)
    expect(person.inbox.last).toMatchObject({ type, content: Array.isArray(content) ? { contacts: content } : content })
  })

  test('shows what it answers, unless that is unknown', async () => {
    const { person, id } = await ana()
    await world.send({ to, type: 'text', text: { body: 'a' }, context: { message_id: id } })
    expect(person.inbox.last.quotes).toBe(id)
    await world.send(reply)
    expect(person.inbox.last.quotes).toBeUndefined()
  })

  test('to a mobile in Brazil finds the account without the ninth digit', async () => {
    const person = world.server.person('5531987654321', 'Ana', { waId: '553187654321' })
    await person.chat(world.shop.number).text('Oi')
    for (const input of ['5531987654321', '553187654321', '+55 31 98765-4321', '31987654321']) {
      const { body } = await world.send({ to: input, type: 'text', text: { body: 'a' } })
      expect(body).toMatchObject({ contacts: [{ input, wa_id: '553187654321' }] })
    }
    expect(person.inbox.messages).toHaveLength(4)
  })

  test('goes to somebody who is only known by the id within the portfolio', async () => {
    const person = world.server.person(undefined, 'Ana', { username: 'ana.lima' })
    await person.chat(world.shop.number).text('Oi')
    const recipient = person.userIdAt(world.shop.business)
    world.receiver.take()
    const { body } = await world.send({ recipient, type: 'text', text: { body: 'a' } })
    expect(body).toMatchObject({ contacts: [{ input: recipient, user_id: recipient }] })
    const statuses = world.statuses()
    expect(statuses).toMatchObject([{ recipient_user_id: recipient }, {}])
    expect(statuses[0]).not.toHaveProperty('recipient_id')
    expect(person.inbox.last.text).toBe('a')
  })

  test('names people by the id within linked portfolios too', async () => {
    world.server.settings.tellsParentIds = true
    const { person, chat } = await ana()
    await chat.text('Oi')
    const parent = world.shop.business.parentIdOf(person)
    expect(parent).toMatch(/^BR\.ENT\.\d+$/)
    expect(world.changes()).toMatchObject([
      { value: { contacts: [{ parent_user_id: parent }], messages: [{ from_parent_user_id: parent }] } },
    ])
    expect((await world.send({ recipient: parent, text: { body: 'a' } })).status).toBe(200)
    expect(world.statuses()).toMatchObject([{ recipient_parent_user_id: parent }, {}])
  })

  test('to a number makes that number known for a while', async () => {
    const person = world.server.person(to, 'Ana', { username: 'ana.lima', hidesNumber: true })
    const chat = person.chat(world.shop.number)
    const knows = async () => {
      await chat.text('Oi')
      return JSON.stringify(world.receiver.take()).includes(to)
    }
    expect(await knows()).toBe(false)
    await world.send({ to, type: 'text', text: { body: 'a' } })
    world.receiver.take()
    expect(await knows()).toBe(true)
    await world.server.clock.turn({ days: 31 })
    expect(await knows()).toBe(false)
  })

  test('waits for somebody who is offline', async () => {
    const { person } = await ana()
    person.goOffline()
    await world.send(reply)
    expect(world.statuses()).toMatchObject([{ status: 'sent' }])
    await person.goOnline()
    expect(world.statuses()).toMatchObject([{ status: 'delivered' }])
  })

  test('arrives although nobody has taken the webhook that tells of it', async () => {
    const { person } = await ana()
    const had: number[] = []
    world.receiver.onPost = () => had.push(person.inbox.messages.length)
    await world.send(reply)
    expect(had).toEqual([1, 1])
  })

  test('is read, and played', async () => {
    const { chat } = await ana()
    const { body } = await world.send(reply)
    world.receiver.take()
    await chat.read()
    await chat.play(String(firstId(body)))
    expect(world.statuses()).toMatchObject([{ status: 'read' }, { status: 'played' }])
  })

  test('is read without being delivered', async () => {
    const { person, chat } = await ana()
    person.confirmsDelivery = false
    await world.send(reply)
    await chat.read()
    expect(world.statuses()).toMatchObject([{ status: 'sent' }, { status: 'read', pricing: { category: 'service' } }])
  })

  test('gets its statuses before it is answered', async () => {
    await ana()
    world.server.tellStatusesFirst()
    const answer = world.call('POST', `/${world.shop.number.id}/messages`, { body: reply })
    let isAnswered = false
    world.receiver.onPost = () => expect(isAnswered).toBe(false)
    await answer.then(() => (isAnswered = true))
    expect(world.statuses()).toHaveLength(2)
  })

  test.each([
    [131026, { to: '5511900000000' }],
    [131047, { to: '5511922222222' }],
  ])('fails later with %i', async (code, change) => {
    world.server.person('5511922222222', 'Rui')
    expect((await world.send({ ...reply, ...change })).status).toBe(200)
    expect(world.statuses()).toMatchObject([
      { status: 'failed', errors: [{ code, error_data: { details: expect.any(String) } }] },
    ])
  })

  test('fails with any code that the test chooses', async () => {
    const { person } = await ana()
    person.failsWith = 130472
    await world.send(reply)
    expect(world.statuses()).toMatchObject([{ status: 'failed', errors: [{ code: 130472 }] }])
  })

  test('outside of the window is refused at once if that is chosen', async () => {
    world.server.person(to, 'Ana')
    world.server.settings.closedWindow = 'byAnswer'
    expect(errorOf(await world.send(reply))).toMatchObject({ code: 131047 })
  })

  test('is free after an advertisement for three days', async () => {
    const { chat } = await ana()
    await chat.text('Vi o anúncio', { referral: { source_url: 'https://fb.me/x', source_type: 'ad' } })
    await world.server.clock.turn({ hours: 71 })
    world.receiver.take()
    await world.send(reply)
    expect(world.statuses()).toMatchObject([{ pricing: { billable: false, type: 'free_entry_point' } }, {}])
    await world.server.clock.turn({ hours: 2 })
    await world.send(reply)
    expect(world.statuses()).toMatchObject([{ status: 'failed' }])
  })

  const row = (id: number) => ({ id: `r${id}`, title: `Opção ${id}` })
  const rows = (count: number) => Array.from({ length: count }, (_one, at) => row(at))
  const listWith = (sections: unknown, others: object = {}) => ({
    ...list,
    action: { button: 'Ver', sections, ...others },
  })
  const buttonsWith = (...titles: string[]) => ({
    ...buttons,
    action: { buttons: titles.map((title, at) => ({ type: 'reply', reply: { id: `b${at}`, title } })) },
  })

  test.each([
    ['text', { body: '' }],
    ['text', { body: 'x'.repeat(4097) }],
    ['image', { id: '1', link: 'https://example.com/a.jpg' }],
    ['image', {}],
    ['image', { link: 'ftp://example.com/a.jpg' }],
    ['image', { id: '1', caption: 'x'.repeat(1025) }],
    ['audio', { id: '1', caption: 'x' }],
    ['location', { latitude: 91, longitude: 0 }],
    ['contacts', []],
    ['contacts', [{ name: { formatted_name: 'Ana' } }]],
    ['contacts', Array.from({ length: 258 }, () => contact)],
    ['interactive', listWith([{ title: 'a', rows: rows(11) }])],
    ['interactive', listWith([{ rows: rows(1) }, { rows: [row(2)] }])],
    ['interactive', listWith([{ title: 'a', rows: [row(1), row(1)] }])],
    ['interactive', listWith([{ title: 'a', rows: [{ id: 'a', title: 'x'.repeat(25) }] }])],
    ['interactive', listWith([{ title: 'a', rows: [{ id: 'a', title: 'a', description: 'x'.repeat(73) }] }])],
    ['interactive', listWith([{ title: 'a', rows: rows(1) }], { button: 'x'.repeat(21) })],
    ['interactive', listWith([])],
    ['interactive', { ...list, body: { text: 'x'.repeat(4097) } }],
    ['interactive', { ...list, footer: { text: 'x'.repeat(61) } }],
    ['interactive', { ...list, header: { type: 'text', text: 'x'.repeat(61) } }],
    ['interactive', buttonsWith('a', 'b', 'c', 'd')],
    ['interactive', buttonsWith('a', 'a')],
    ['interactive', buttonsWith('x'.repeat(21))],
    ['interactive', { ...buttons, body: { text: 'x'.repeat(1025) } }],
    ['reaction', { message_id: 'wamid.unknown', emoji: '👍' }],
  ])('of the type %s is refused as %j', async (type, content) => {
    await ana()
    const answer = await world.send({ to, type, [type]: content })
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toEqual({
      message: '(#131009) Parameter value is not valid',
      type: 'OAuthException',
      code: 131009,
      error_data: { messaging_product: 'whatsapp', details: expect.stringContaining(type) },
      fbtrace_id: expect.any(String),
    })
  })

  test.each([
    ['without the product', { messaging_product: undefined, to, text: { body: 'a' } }, 100],
    ['without a body', { to, type: 'text', text: {} }, 131008],
    ['without its content', { to, type: 'text' }, 131008],
    ['without a recipient', { type: 'text', text: { body: 'a' } }, 131008],
    ['to no number', { to: 'ana', type: 'text', text: { body: 'a' } }, 131009],
    ['of an unknown type', { to, type: 'poll', poll: {} }, 131051],
    ['to the number itself', { to: shopNumber, type: 'text', text: { body: 'a' } }, 131021],
    ['with too long data', { to, text: { body: 'a' }, biz_opaque_callback_data: 'x'.repeat(513) }, 131009],
  ])('%s is refused', async (_name, message, code) => {
    const answer = await world.send(message)
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code })
  })

  test('can be a reaction, and its end', async () => {
    const { person, id } = await ana()
    for (const emoji of ['👍🏽', ''])
      expect((await world.send({ to, type: 'reaction', reaction: { message_id: id, emoji } })).status).toBe(200)
    expect(person.inbox.messages.map(({ text }) => text)).toEqual(['👍🏽', ''])
    expect(
      errorOf(await world.send({ to, type: 'reaction', reaction: { message_id: id, emoji: 'ok' } })),
    ).toMatchObject({ code: 131009 })
  })
})

describe('a message that came', () => {
  test('is marked as read, with those before it, and shows typing', async () => {
    const { id, person } = await ana()
    const mark = { messaging_product: 'whatsapp', status: 'read', message_id: id, typing_indicator: { type: 'text' } }
    expect((await world.send(mark)).body).toEqual({ success: true })
    expect(world.shop.number.messages.get(id)?.statuses).toEqual(['read'])
    const { number } = world.shop
    expect(number.isTypingTo(person)).toBe(true)
    await world.send(reply)
    expect(number.isTypingTo(person)).toBe(false)
    await world.send(mark)
    await world.server.clock.turn({ seconds: 25 })
    expect(number.isTypingTo(person)).toBe(false)
  })

  test('is not marked if it is unknown or old', async () => {
    const { id } = await ana()
    expect(errorOf(await world.send({ status: 'read', message_id: 'wamid.unknown' }))).toMatchObject({ code: 131009 })
    await world.server.clock.turn({ days: 31 })
    expect(errorOf(await world.send({ status: 'read', message_id: id }))).toMatchObject({ code: 131009 })
  })
})

describe('a number', () => {
  test.each([
    ['that is not registered', () => (world.shop.number.isRegistered = false), 133010, 400],
    ['of a locked account', () => world.shop.account.ban(), 131031, 403],
    ['of a restricted account', () => world.shop.account.restrict(new Date(Date.now() + 1000)), 368, 403],
    ['that may not write to a country', () => (world.shop.number.refusedWith = 130497), 130497, 403],
  ])('%s cannot send', async (_name, happens, code, status) => {
    await ana()
    await happens()
    const answer = await world.send(reply)
    expect(answer.status).toBe(status)
    expect(errorOf(answer)).toMatchObject({ code })
  })
})

function firstId(body: Record<string, unknown>): unknown {
  const [message] = Array.isArray(body['messages']) ? body['messages'] : []
  return message?.id
}
