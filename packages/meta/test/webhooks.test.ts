import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { answerHandshake, isSigned, markOf, readWebhook, toInbound } from '@guiche/meta'

const words = { mention: 'mencionou você', reply: 'respondeu ao seu story' }
const page = { routingId: '1045', appId: '77', words }

/** What items at a page or an account mean. */
function heard(items: object[], network: 'page' | 'instagram' = 'page', routingId = '1045') {
  const body = Buffer.from(JSON.stringify({ object: network, entry: [{ id: routingId, time: 1, messaging: items }] }))
  const { news } = readWebhook(body)
  return news.flatMap((one) => one.items.flatMap((item) => toInbound(item, { ...page, ...one })))
}

const at = { timestamp: 1763680000001 }
const sentAt = new Date(1763680000001).toISOString()
const ana = { sender: { id: '24' }, recipient: { id: '1045' }, ...at }
const from = { kind: 'messenger', value: '1045:24' }

describe('a signature', () => {
  const body = Buffer.from('{"object":"page","entry":[]}')
  const sign = (secret: string, bytes = body) => `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`

  test('is right for these bytes and this secret alone', () => {
    expect(isSigned(body, sign('s1'), 's1')).toBe(true)
    expect(isSigned(body, sign('s2'), 's1')).toBe(false)
    expect(isSigned(Buffer.from('{"object":"page","entry":[ ]}'), sign('s1'), 's1')).toBe(false)
    for (const header of [undefined, '', 'sha256=', sign('s1').slice(0, -1), sign('s1').replace('sha256', 'sha1')])
      expect(isSigned(body, header, 's1')).toBe(false)
  })

  test('of a handshake is the token', () => {
    const query = (token: string) =>
      new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '42' })
    expect(answerHandshake(query('t1'), 't1')).toBe('42')
    expect(answerHandshake(query('t2'), 't1')).toBeUndefined()
    expect(answerHandshake(new URLSearchParams(), 't1')).toBeUndefined()
  })
})

describe('an item', () => {
  test('with a text, a quick reply or a tapped button is a message', () => {
    expect(heard([{ ...ana, message: { mid: 'm1', text: 'Olá' } }])).toEqual([
      { kind: 'message', from, name: '', sentAt, externalId: 'm1', body: 'Olá', mediaType: 'conversation' },
    ])
    expect(heard([{ ...ana, message: { mid: 'm1', text: 'Vendas', quick_reply: { payload: '1' } } }])).toMatchObject([
      { body: 'Vendas' },
    ])
    expect(heard([{ ...ana, postback: { mid: 'm2', title: 'Começar', payload: 'GO' } }])).toMatchObject([
      { kind: 'message', externalId: 'm2', body: 'Começar' },
    ])
    const [first, second] = [
      heard([{ ...ana, postback: { title: 'A' } }]),
      heard([{ ...ana, postback: { title: 'A' } }]),
    ]
    expect(first).toEqual(second)
  })

  test('says by which advertisement or link the customer has come', () => {
    const ad = { source: 'ADS', ad_id: 120201, ads_context_data: { ad_title: 'Verão', post_id: '9' } }
    const told = { kind: 'ad', headline: 'Verão', body: '', url: '', sourceId: '120201', ref: '' }
    expect(heard([{ ...ana, message: { mid: 'm1', text: 'Olá', referral: ad } }])).toMatchObject([{ referral: told }])
    const link = { source: 'SHORTLINK', type: 'OPEN_THREAD', ref: 'folheto' }
    expect(heard([{ ...ana, postback: { mid: 'm2', title: 'Começar', referral: link } }])).toMatchObject([
      { referral: { kind: 'link', ref: 'folheto', headline: '' } },
    ])
    const odd = { ref: 7, ad_id: { a: 1 }, ads_context_data: 'x' }
    expect(heard([{ ...ana, message: { mid: 'm3', text: 'Olá', referral: odd } }])).toMatchObject([{ body: 'Olá' }])
  })

  test('of a talk that another program serves says so', () => {
    const [own] = heard([{ ...ana, message: { mid: 'm1', text: 'Olá' } }])
    const body = { object: 'page', entry: [{ id: '1045', standby: [{ ...ana, message: { mid: 'm1', text: 'Olá' } }] }] }
    const items = readWebhook(Buffer.from(JSON.stringify(body))).news.flatMap((one) => one.items)
    expect(items).toMatchObject([{ isStandby: true }])
    const told = items.flatMap((item) => toInbound(item, { ...page, network: 'facebook' }))
    expect(told).toEqual([{ ...own, isForAnother: true }])
  })

  test('with several files is several messages, the text with the first', () => {
    const attachments = [
      { type: 'image', payload: { url: 'https://cdn.example/a.jpg?sig=1' } },
      { type: 'file', payload: { url: 'https://cdn.example/or%C3%A7amento.pdf?sig=2' } },
    ]
    expect(heard([{ ...ana, message: { mid: 'm1', text: 'Veja', attachments } }])).toMatchObject([
      {
        externalId: 'm1',
        body: 'Veja',
        mediaType: 'image',
        media: { source: { url: 'https://cdn.example/a.jpg?sig=1' } },
      },
      { externalId: 'm1:1', body: '', mediaType: 'application', media: { name: 'orçamento.pdf' } },
    ])
  })

  test('with something else to see says where it is', () => {
    const share = { type: 'share', payload: { url: 'https://www.instagram.com/p/1', title: 'Promoção' } }
    expect(heard([{ ...ana, message: { mid: 'm1', attachments: [share] } }])).toMatchObject([
      { body: 'Promoção\nhttps://www.instagram.com/p/1', mediaType: 'conversation' },
    ])
    const mention = { type: 'story_mention', payload: { url: 'https://cdn.example/story' } }
    expect(heard([{ ...ana, message: { mid: 'm1', attachments: [mention] } }])).toMatchObject([
      { body: words.mention, media: { source: { url: 'https://cdn.example/story' } } },
    ])
    const reply = { mid: 'm1', text: 'Lindo', reply_to: { story: { id: '9', url: 'https://cdn.example/s' } } }
    expect(heard([{ ...ana, message: reply }])).toMatchObject([
      { body: `${words.reply}\nhttps://cdn.example/s\nLindo` },
    ])
    expect(heard([{ ...ana, message: { mid: 'm1', attachments: [{ type: 'ephemeral' }] } }])).toMatchObject([
      { mediaType: 'viewOnceMessage' },
    ])
  })

  test('with cards, products or buttons says what stands on them', () => {
    const said = (payload: object) =>
      heard([{ ...ana, message: { mid: 'm1', attachments: [{ type: 'template', payload }] } }])
    const buttons = [{ type: 'postback', title: 'Sim' }, { title: 7 }, { type: 'web_url', title: 'Ver site' }]
    expect(said({ template_type: 'button', text: 'Posso ajudar?', buttons: buttons.slice(0, 1) })).toMatchObject([
      { mediaType: 'conversation', body: 'Posso ajudar?\n[ Sim ]' },
    ])
    expect(said({ template_type: 'button', text: 'Posso ajudar?', buttons })).toMatchObject([{ body: 'Posso ajudar?' }])
    const elements = [{ title: 'Tênis azul', subtitle: 'R$ 200' }, { title: 'Meia' }, 7]
    expect(said({ template_type: 'generic', elements: elements.slice(0, 2) })).toMatchObject([
      { body: 'Tênis azul\nR$ 200\nMeia' },
    ])
    expect(said({ product: { elements: [{ id: '1', retailer_id: 'P1', title: 'Tênis azul' }] } })).toMatchObject([
      { body: 'Tênis azul' },
    ])
    expect(said({ template_type: 'odd', elements })).toMatchObject([{ mediaType: 'unsupported' }])
  })

  test('with a post, a reel or a story that lies with the network is a file, which would be gone soon', () => {
    const url = 'https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1&signature=s'
    const said = (type: string, title = '') =>
      heard([{ ...ana, message: { mid: 'm1', attachments: [{ type, payload: { url, title } }] } }])
    for (const type of ['share', 'ig_post'])
      expect(said(type, 'Promoção')).toMatchObject([
        { body: 'Promoção', mediaType: 'image', media: { source: { url } } },
      ])
    for (const type of ['reel', 'ig_reel'])
      expect(said(type)).toMatchObject([{ body: '', mediaType: 'video', media: { source: { url } } }])
    const reply = { mid: 'm1', text: 'Lindo', reply_to: { story: { id: '9', url } } }
    expect(heard([{ ...ana, message: reply }])).toMatchObject([
      { body: `${words.reply}\nLindo`, mediaType: 'image', media: { source: { url } } },
    ])
    const elsewhere = { type: 'ig_reel', payload: { url: 'https://www.instagram.com/reel/1' } }
    expect(heard([{ ...ana, message: { mid: 'm1', attachments: [elsewhere] } }])).toMatchObject([
      { body: 'https://www.instagram.com/reel/1', mediaType: 'conversation' },
    ])
  })

  test('of a kind that nobody knows stays to be seen', () => {
    for (const message of [
      { mid: 'm1', is_unsupported: true },
      { mid: 'm1', attachments: [{ type: 'hologram' }] },
      { mid: 'm1' },
    ])
      expect(heard([{ ...ana, message }])).toMatchObject([{ externalId: 'm1', mediaType: 'unsupported', body: '' }])
  })

  test('quotes, is edited, taken back and reacted to', () => {
    expect(heard([{ ...ana, message: { mid: 'm2', text: 'Sim', reply_to: { mid: 'm1' } } }])).toMatchObject([
      { quotedExternalId: 'm1' },
    ])
    expect(heard([{ ...ana, message_edit: { mid: 'm1', text: 'Oi!', num_edit: 1 } }])).toMatchObject([
      { kind: 'edit', externalId: 'm1', body: 'Oi!' },
    ])
    expect(heard([{ ...ana, message: { mid: 'm1', is_deleted: true } }])).toMatchObject([{ kind: 'delete' }])
    const reaction = (one: object) => heard([{ ...ana, reaction: { mid: 'm1', ...one } }])
    expect(reaction({ action: 'react', reaction: 'love', emoji: '❤' })).toMatchObject([
      { kind: 'reaction', emoji: '❤' },
    ])
    expect(reaction({ action: 'react', reaction: 'wow' })).toMatchObject([{ emoji: '😮' }])
    expect(reaction({ action: 'unreact' })).toMatchObject([{ emoji: '' }])
  })

  test('tells how far messages came', () => {
    const until = new Date(1763680059400).toISOString()
    expect(heard([{ ...ana, delivery: { mids: ['m1'], watermark: 1763680059400 } }])).toEqual([
      { kind: 'ack', externalId: 'm1', ack: 2, from },
      { kind: 'reached', from, until, ack: 2 },
    ])
    expect(heard([{ ...ana, read: { watermark: 1763680059400 } }])).toEqual([{ kind: 'reached', from, until, ack: 3 }])
    const onInstagram = { kind: 'instagram', value: '178:24' }
    expect(heard([{ ...ana, read: { mid: 'm1' } }], 'instagram', '178')).toEqual([
      { kind: 'ack', externalId: 'm1', ack: 3, upTo: true, from: onInstagram },
    ])
  })

  test('that the page itself has written is an echo, or one of ours', () => {
    const echo = { sender: { id: '1045' }, recipient: { id: '24' }, ...at }
    expect(
      heard([{ ...echo, message: { mid: 'm1', is_echo: true, app_id: 26390203743090, text: 'Pela caixa' } }]),
    ).toEqual([
      {
        kind: 'message',
        from,
        name: '',
        sentAt,
        isEcho: true,
        writtenIn: 'inbox',
        externalId: 'm1',
        body: 'Pela caixa',
        mediaType: 'conversation',
      },
    ])
    const metadata = markOf({ externalId: 'our-id', part: 1, parts: 2 })
    const own = { mid: 'm2', is_echo: true, text: 'Oi', metadata }
    expect(heard([{ ...echo, message: { ...own, app_id: 77 } }])).toEqual([
      { kind: 'taken', from, networkId: 'm2', externalId: 'our-id', part: 1, parts: 2, takenAt: sentAt },
    ])
    const instagram = { sender: { id: '178' }, recipient: { id: '24' }, ...at }
    const changes = [
      { ...instagram, message: { mid: 'm1', is_deleted: true } },
      { ...instagram, message_edit: { mid: 'm1', text: 'Pela caixa!' } },
      { ...instagram, reaction: { mid: 'm3', action: 'react', reaction: 'love' } },
    ]
    const ours = { from: { kind: 'instagram', value: '178:24' }, isEcho: true }
    expect(heard(changes, 'instagram', '178')).toMatchObject([
      { kind: 'delete', externalId: 'm1', ...ours },
      { kind: 'edit', externalId: 'm1', body: 'Pela caixa!', ...ours },
      { kind: 'reaction', externalId: 'm3', emoji: '❤', ...ours },
    ])
    // Another app may write whatever it wants beside its messages.
    expect(heard([{ ...echo, message: { ...own, app_id: 78 } }])).toMatchObject([
      { kind: 'message', isEcho: true, writtenIn: 'app' },
    ])
  })
})

test('what is not as documented is counted, and the rest is read', () => {
  const body = {
    object: 'page',
    entry: [
      { id: '1045', messaging: [{ ...ana, message: { mid: 'm1', text: 'Olá' } }, { odd: true }, 7] },
      {
        id: '1045',
        messaging: [
          { recipient: { id: '1045' }, timestamp: 1, policy_enforcement: { action: 'block', reason: 'Spam' } },
          { recipient: { id: '1045' }, timestamp: 2, policy_enforcement: { action: 'unblock' } },
          { ...ana, policy_enforcement: { action: 'odd' } },
        ],
      },
      { id: '1045', standby: [{ ...ana, message: { mid: 'm2', text: 'Outro app' } }] },
      { id: '0', changes: [{ field: 'messages' }] },
      'odd',
    ],
  }
  const { news, ignored } = readWebhook(Buffer.from(JSON.stringify(body)))
  expect(ignored).toBe(1)
  expect(news.map((one) => [one.items.length, one.ignored])).toEqual([
    [1, 2],
    [1, 0],
    [1, 0],
    [0, 1],
  ])
  expect(news.flatMap((one) => one.enforcements)).toEqual([
    { isBlocked: true, reason: 'Spam' },
    { isBlocked: false, reason: '' },
  ])
  for (const odd of ['', '[]', '{"object":"user","entry":[]}', '{"object":"__proto__","entry":[]}'])
    expect(readWebhook(Buffer.from(odd))).toEqual({ news: [], ignored: 1 })
})
