import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorOf, pageToken, testWorld } from './world.ts'

const world = testWorld()
const path = '/1045/messages'

const site = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  response.writeHead(searchParams.has('missing') ? 404 : 200, {
    'content-type': searchParams.get('type') ?? 'image/jpeg',
  })
  response.end(Buffer.alloc(Number(searchParams.get('size') ?? 4)))
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const address = site.address()
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => {
  site.close()
  site.closeAllConnections()
})

const fields = 'messages,messaging_postbacks,message_deliveries,message_reads,message_echoes,message_reactions'

/** The page with its app linked, and Ana, who has just written to the page or to its Instagram account. */
async function talk(network: 'page' | 'instagram' = 'page') {
  const token = await pageToken(world)
  expect((await world.call('POST', `/1045/subscribed_apps?subscribed_fields=${fields}`, { token })).body).toEqual({
    success: true,
  })
  const person = world.server.person(undefined, 'Ana Lima', { username: 'ana.lima' })
  const chat = person.at(world.shop[network])
  await chat.text('Oi')
  world.receiver.take()
  const send = async (body: object) => {
    const answer = await world.call('POST', path, {
      token,
      body: { recipient: { id: chat.friend.id }, messaging_type: 'RESPONSE', ...body },
    })
    await world.settled()
    return answer
  }
  return { token, person, chat, send }
}

describe('a page', () => {
  test('sends a text, which comes back as an echo and is delivered', async () => {
    const { send, person, chat } = await talk()
    const { status, body } = await send({ message: { text: 'Bom dia!', metadata: 'msg:8f14' } })
    expect([status, body]).toEqual([200, { recipient_id: chat.friend.id, message_id: expect.stringMatching(/^m_/) }])
    expect(person.inbox.last).toMatchObject({ type: 'text', text: 'Bom dia!' })
    const [echo, delivery, ...others] = world.items()
    expect(echo).toMatchObject({
      sender: { id: '1045' },
      recipient: { id: chat.friend.id },
      message: {
        is_echo: true,
        mid: body['message_id'],
        metadata: 'msg:8f14',
        app_id: Number(world.shop.app.id),
        text: 'Bom dia!',
      },
    })
    expect(delivery).toMatchObject({ sender: { id: chat.friend.id }, delivery: { watermark: expect.any(Number) } })
    expect(others).toEqual([])
    await chat.read()
    expect(world.items()).toMatchObject([{ read: { watermark: expect.any(Number) } }])
  })

  test('sends files by address or in a form', async () => {
    const { send, person, token, chat } = await talk()
    const attachment = { type: 'image', payload: { url: `${base}/a.jpg`, is_reusable: false } }
    expect((await send({ message: { attachment } })).status).toBe(200)
    expect(person.inbox.last).toMatchObject({ type: 'image', file: { mimeType: 'image/jpeg' } })
    const form = new FormData()
    form.set('recipient', JSON.stringify({ id: chat.friend.id }))
    form.set('message', JSON.stringify({ attachment: { type: 'file', payload: {} } }))
    form.set('filedata', new Blob(['a file'], { type: 'application/pdf' }), 'a.pdf')
    expect((await world.call('POST', path, { token, form })).status).toBe(200)
    await world.settled()
    expect(person.inbox.last.file?.bytes.toString()).toBe('a file')
  })

  test('sends quick replies and buttons, which answer', async () => {
    const { send, person, chat } = await talk()
    const quick_replies = [{ content_type: 'text', title: 'Sim', payload: 'SIM' }]
    await send({ message: { text: 'Confirma?', quick_replies } })
    const [quick] = [person.inbox.last.id]
    const buttons = [{ type: 'postback', title: 'Vendas', payload: 'V' }]
    await send({
      message: { attachment: { type: 'template', payload: { template_type: 'button', text: 'Setor?', buttons } } },
    })
    world.receiver.take()
    await chat.choose(quick, 'Sim')
    await chat.choose(person.inbox.last.id, 'Vendas')
    expect(world.items()).toMatchObject([
      { message: { text: 'Sim', quick_reply: { payload: 'SIM' } } },
      { postback: { title: 'Vendas', payload: 'V', mid: expect.any(String) } },
    ])
  })

  test('shows typing, and answers a message', async () => {
    const { send, person, chat } = await talk()
    expect((await send({ sender_action: 'typing_on' })).body).toEqual({ recipient_id: chat.friend.id })
    expect(chat.friend.actions).toEqual([{ action: 'typing_on' }])
    expect((await send({ sender_action: 'react', payload: { message_id: 'm', reaction: 'love' } })).status).toBe(400)
    const { mid } = await chat.text('Qual?')
    await send({ message: { text: 'Este' }, reply_to: { mid } })
    expect(person.inbox.last.quotes).toBe(mid)
  })

  test.each([
    ['text', () => ({ text: 'x'.repeat(2001) }), 100, 400],
    ['nothing', () => ({}), 100, 400],
    [
      'quick replies',
      () => ({
        text: 'a',
        quick_replies: Array.from({ length: 14 }, () => ({ content_type: 'text', title: 'a', payload: 'a' })),
      }),
      100,
      400,
    ],
    [
      'a quick reply',
      () => ({ text: 'a', quick_replies: [{ content_type: 'text', title: 'x'.repeat(21), payload: 'a' }] }),
      100,
      400,
    ],
    [
      'an image of another type',
      () => ({ attachment: { type: 'image', payload: { url: `${base}/a?type=text/html` } } }),
      100,
      400,
    ],
    [
      'a large image',
      () => ({ attachment: { type: 'image', payload: { url: `${base}/a?size=${8 * 1024 * 1024 + 1}` } } }),
      100,
      400,
    ],
    [
      'a file that is not there',
      () => ({ attachment: { type: 'file', payload: { url: `${base}/a?missing` } } }),
      100,
      400,
    ],
  ])('is refused %s beyond the limits', async (_name, message, code, status) => {
    const { send } = await talk()
    const answer = await send({ message: message() })
    expect(answer.status).toBe(status)
    expect(errorOf(answer)).toMatchObject({ code })
  })

  test('writes within a day, as a person within a week, and never with other tags', async () => {
    const { send, chat } = await talk()
    const message = { text: 'a' }
    const tagged = (tag: string) => send({ messaging_type: 'MESSAGE_TAG', tag, message })
    expect(errorOf(await tagged('ACCOUNT_UPDATE'))).toMatchObject({ code: 100, error_subcode: 1893061 })
    await world.server.clock.turn({ hours: 24 })
    expect(errorOf(await send({ message }))).toMatchObject({ code: 10, error_subcode: 2018278 })
    expect((await tagged('HUMAN_AGENT')).status).toBe(200)
    world.shop.app.features.delete('HUMAN_AGENT')
    expect(errorOf(await tagged('HUMAN_AGENT'))).toMatchObject({ code: 10 })
    world.shop.app.features.add('HUMAN_AGENT')
    await world.server.clock.turn({ days: 6 })
    expect(errorOf(await tagged('HUMAN_AGENT'))).toMatchObject({ code: 10, error_subcode: 2018278 })
    await chat.react('m_1', 'love', '❤')
    expect((await send({ message })).status).toBe(200)
  })

  test.each([551, 368])('is refused with %i', async (code) => {
    const { send, chat } = await talk()
    if (code === 551) chat.friend.failsWith = code
    else world.shop.page.refusedWith = code
    expect(errorOf(await send({ message: { text: 'a' } }))).toMatchObject({ code })
  })

  test('knows nobody else, and asks for its permissions', async () => {
    const { send } = await talk()
    expect(errorOf(await send({ recipient: { id: '1' }, message: { text: 'a' } }))).toMatchObject({
      code: 100,
      error_subcode: 2018001,
    })
    const narrow = await pageToken(world, ['pages_messaging', 'pages_manage_metadata'])
    const friend = world.server.person(undefined, 'Rui').at(world.shop.page)
    await friend.text('Oi')
    const body = { recipient: { id: friend.friend.id }, message: { text: 'a' } }
    expect(errorOf(await world.call('POST', path, { token: narrow, body }))).toMatchObject({ code: 200 })
    expect(
      errorOf(await world.call('POST', `/1045/subscribed_apps?subscribed_fields=messages`, { token: narrow })),
    ).toMatchObject({ code: 200 })
    expect((await world.call('POST', path, { body })).status).toBe(400)
  })

  test('needs the right task of its member', async () => {
    const { send } = await talk()
    world.shop.owner.manages(world.shop.page, ['ANALYZE'])
    expect(errorOf(await send({ message: { text: 'a' } }))).toMatchObject({ code: 200 })
  })

  test('is written to by /me too', async () => {
    const { token, chat } = await talk()
    const body = { recipient: { id: chat.friend.id }, message: { text: 'a' } }
    expect((await world.call('POST', '/me/messages', { token, body })).status).toBe(200)
    await world.settled()
  })

  test('is linked and unlinked', async () => {
    const { token, chat } = await talk()
    expect((await world.call('GET', '/1045/subscribed_apps', { token })).body).toMatchObject({
      data: [{ id: world.shop.app.id, subscribed_fields: fields.split(',') }],
    })
    expect(
      (await world.call('POST', '/1045/subscribed_apps', { token, body: { subscribed_fields: ['unknown'] } })).status,
    ).toBe(400)
    expect((await world.call('DELETE', '/1045/subscribed_apps', { token })).body).toEqual({ success: true })
    await chat.text('Oi')
    expect(world.receiver.take()).toEqual([])
  })

  test('hears everything that happens in a conversation', async () => {
    const { chat } = await talk()
    const url = 'https://example.com/a'
    await chat.attachment('image', url, { stickerId: 369239263222822 })
    await chat.attachments([{ type: 'ephemeral' }])
    await chat.attachment('share', url, { title: 'Post' })
    await chat.reply('m_1', 'Sim')
    await chat.react('m_1', 'love', '❤')
    await chat.react('m_1', 'love', undefined, { isTaken: true })
    await chat.unsupported()
    await chat.postback('Começar', 'START', { referral: { ref: 'x', source: 'SHORTLINK', type: 'OPEN_THREAD' } })
    await chat.deliver({ mids: ['m_1'] })
    expect(world.items()).toMatchObject([
      { message: { attachments: [{ type: 'image', payload: { url, sticker_id: 369239263222822 } }] } },
      { message: { attachments: [{ type: 'ephemeral' }] } },
      { message: { attachments: [{ type: 'share', payload: { title: 'Post' } }] } },
      { message: { text: 'Sim', reply_to: { mid: 'm_1' } } },
      { reaction: { mid: 'm_1', action: 'react', reaction: 'love', emoji: '❤' } },
      { reaction: { mid: 'm_1', action: 'unreact' } },
      { message: { is_unsupported: true } },
      { postback: { payload: 'START', referral: { ref: 'x' } } },
      { delivery: { mids: ['m_1'], watermark: expect.any(Number) } },
    ])
  })

  test('shows who writes, if the app is approved for it', async () => {
    const { chat, token, person } = await talk()
    const show = () => world.call('GET', `/${chat.friend.id}?fields=first_name,last_name,name,profile_pic`, { token })
    const { body } = await show()
    expect(body).toMatchObject({ first_name: 'Ana', last_name: 'Lima', name: 'Ana Lima' })
    expect((await fetch(String(body['profile_pic']))).headers.get('content-type')).toBe('image/png')
    world.shop.app.features.delete('USER_PROFILES')
    expect((await show()).body).toEqual({ id: chat.friend.id })
    person.profileFailsWith = 190
    expect(errorOf(await show())).toMatchObject({ code: 190 })
  })
})

describe('an Instagram account', () => {
  test('sends with the token of its page, and hears an echo without a delivery', async () => {
    const { send, person, chat } = await talk('instagram')
    const { body } = await send({ message: { text: 'Bom dia!' } })
    expect(person.inbox.last).toMatchObject({ text: 'Bom dia!', from: '17841400000000000' })
    expect(world.receiver.received.map(({ isSigned }) => isSigned)).toEqual([true])
    expect(world.receiver.take()).toMatchObject([
      {
        object: 'instagram',
        entry: [
          {
            id: '17841400000000000',
            messaging: [{ sender: { id: '17841400000000000' }, message: { is_echo: true, mid: body['message_id'] } }],
          },
        ],
      },
    ])
    await chat.read()
    expect(world.items()).toMatchObject([{ read: { mid: body['message_id'] } }])
  })

  test.each([
    ['more than 1,000 bytes', () => ({ text: 'ã'.repeat(501) })],
    ['a file that is no PDF', () => ({ attachment: { type: 'file', payload: { url: `${base}/a?type=text/plain` } } })],
    ['a file without an address', () => ({ attachment: { type: 'image', payload: {} } })],
  ])('is refused %s', async (_name, message) => {
    const { send } = await talk('instagram')
    expect(errorOf(await send({ message: message() }))).toMatchObject({ code: 100 })
  })

  test('reacts, and takes it back', async () => {
    const { send, chat } = await talk('instagram')
    const payload = { message_id: 'ig_1', reaction: 'love' }
    await send({ sender_action: 'react', payload })
    await send({ sender_action: 'unreact', payload: { message_id: 'ig_1' } })
    expect(chat.friend.actions).toEqual([
      { action: 'react', ...payload },
      { action: 'unreact', message_id: 'ig_1' },
    ])
  })

  test('cannot begin a conversation, and hears nothing without the switch on the phone', async () => {
    const { send } = await talk('instagram')
    const chat = world.server.person(undefined, 'Rui').at(world.shop.instagram)
    expect(errorOf(await send({ recipient: { id: chat.friend.id }, message: { text: 'a' } }))).toMatchObject({
      code: 100,
      error_subcode: 2018001,
    })
    world.shop.instagram.allowsMessages = false
    await chat.text('Oi')
    expect(world.items()).toEqual([])
    expect(errorOf(await send({ message: { text: 'a' } }))).toMatchObject({ code: 200 })
  })

  test('hears standby apart', async () => {
    const { chat } = await talk('instagram')
    await chat.standby('Para o outro')
    expect(world.receiver.take()).toMatchObject([
      { object: 'instagram', entry: [{ standby: [{ message: { text: 'Para o outro' } }] }] },
    ])
  })

  test('hears edits, posts, and answers to stories', async () => {
    const { chat } = await talk('instagram')
    await chat.replyToStory({ id: 's1', url: 'https://example.com/s' }, 'Lindo')
    await chat.attachment('ig_reel', 'https://example.com/r', { beside: { reel_video_id: 'r1' } })
    await chat.edit('ig_1', 'Oi!')
    await chat.refer({ ref: 'a', source: 'ADS', type: 'OPEN_THREAD' })
    expect(world.items()).toMatchObject([
      { message: { reply_to: { story: { id: 's1' } } } },
      { message: { attachments: [{ type: 'ig_reel', payload: { reel_video_id: 'r1' } }] } },
      { message_edit: { mid: 'ig_1', text: 'Oi!', num_edit: 1 } },
      { referral: { source: 'ADS' } },
    ])
  })

  test('shows who writes, once they wrote', async () => {
    const { chat, token, person } = await talk('instagram')
    const show = (id: string) => world.call('GET', `/${id}?fields=name,username,profile_pic,follower_count`, { token })
    expect((await show(chat.friend.id)).body).toMatchObject({
      name: 'Ana Lima',
      username: 'ana.lima',
      follower_count: 100,
    })
    const silent = world.server.person(undefined, 'Rui').at(world.shop.instagram)
    expect(errorOf(await show(silent.friend.id))).toMatchObject({ code: 230 })
    person.profileFailsWith = 9010
    expect(errorOf(await show(chat.friend.id))).toMatchObject({ code: 9010 })
    expect((await world.call('GET', '/17841400000000000?fields=username', { token })).body).toMatchObject({
      username: 'lojaexemplo',
    })
  })
})
