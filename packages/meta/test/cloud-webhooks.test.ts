import type { Inbound } from '@guiche/channel'
import { cardsOf, vCardsIn } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { callsOf, eventsOf, markOf, silentMark } from '@guiche/meta'

const at = { scope: '102', words: { tooLarge: 'arquivo grande demais', order: 'Fez um pedido' } }

const person = { profile: { name: 'Ana', username: 'ana.lima' }, wa_id: '5511987654321', user_id: 'BR.1' }
const told = { from: '5511987654321', from_user_id: 'BR.1', id: 'wamid.A', timestamp: '1763680000' }
const sentAt = '2025-11-20T23:06:40.000Z'
const phone = { kind: 'phone', value: '5511987654321' }
const parentOf = (id: string) => ({ kind: 'business_user', value: `parents:${id}` })
const user = { kind: 'business_user', value: '102:BR.1' }

/** What these messages mean. */
const heard = (...messages: object[]) => eventsOf({ contacts: [person], messages }, at).events
const bodyIn = (event: Inbound | undefined) => (event?.kind === 'message' ? event.body : '')
const status = (fields: object) =>
  eventsOf({ statuses: [{ id: 'wamid.B', timestamp: '1763680010', recipient_id: '5511987654321', ...fields }] }, at)

describe('a message', () => {
  test('of a person has number, id and name', () => {
    expect(heard({ ...told, type: 'text', text: { body: 'Bom dia' } })).toEqual([
      {
        kind: 'message',
        externalId: 'wamid.A',
        from: phone,
        aliases: [user],
        name: 'Ana',
        sentAt,
        body: 'Bom dia',
        mediaType: 'conversation',
      },
    ])
  })

  test('of a person with a username only has their id, and never a number', () => {
    const contacts = [{ profile: { username: 'ana.lima' }, user_id: 'BR.1' }]
    const messages = [{ from_user_id: 'BR.1', id: 'wamid.A', type: 'text', text: { body: 'Oi' } }]
    expect(eventsOf({ contacts, messages }, at).events).toEqual([
      { kind: 'message', externalId: 'wamid.A', from: user, name: '@ana.lima', body: 'Oi', mediaType: 'conversation' },
    ])
  })

  test('of a person of linked portfolios names the id in all of them too, wherever it stands', () => {
    const text = { type: 'text', text: { body: 'Oi' } }
    expect(heard({ ...told, ...text, from_parent_user_id: 'BR.ENT.1' })).toMatchObject([
      { from: phone, aliases: [user, parentOf('BR.ENT.1')] },
    ])
    const contacts = [{ ...person, parent_user_id: 'BR.ENT.2' }]
    expect(eventsOf({ contacts, messages: [{ ...told, ...text }] }, at).events).toMatchObject([
      { from: phone, aliases: [user, parentOf('BR.ENT.2')] },
    ])
  })

  test('says by which advertisement the customer has come', () => {
    const referral = {
      source_url: 'https://fb.me/1',
      source_id: '120',
      source_type: 'ad',
      headline: 'Verão',
      body: 'a'.repeat(400),
      welcome_message: { text: 'Quer saber o preço?' },
    }
    expect(heard({ ...told, type: 'text', text: { body: 'Oi' }, referral })).toMatchObject([
      {
        referral: {
          kind: 'ad',
          headline: 'Verão',
          body: 'a'.repeat(300),
          url: 'https://fb.me/1',
          sourceId: '120',
          ref: '',
          greeting: 'Quer saber o preço?',
        },
      },
    ])
    const odd = { source_url: 'javascript:alert(1)', source_type: 'post', headline: `${'a'.repeat(299)}😀` }
    expect(heard({ ...told, type: 'text', text: { body: 'Oi' }, referral: odd })).toMatchObject([
      { referral: { kind: 'post', url: '', headline: `${'a'.repeat(299)}\ufffd` } },
    ])
  })

  test('says about which product the customer asks', () => {
    const context = { from: '551133334444', referred_product: { catalog_id: '7', product_retailer_id: 'P1' } }
    expect(heard({ ...told, type: 'text', text: { body: 'Tem no azul?' }, context })).toMatchObject([
      { body: 'Tem no azul?', referral: { kind: 'product', sourceId: 'P1', url: '', headline: '' } },
    ])
  })

  test('with a card keeps everything that the card says, and no number where there is none', () => {
    const whole = {
      name: { formatted_name: 'Bia Souza' },
      phones: [{ phone: '+55 11 90000-0000', wa_id: '5511900000000' }, { phone: '+55 11 4000-1000' }],
      emails: [{ email: 'bia@exemplo.com.br' }],
      org: { company: 'Padaria', department: 'Pães', title: 'Dona' },
      addresses: [{ street: 'Rua A, 7', city: 'São Paulo', country_code: 'br' }],
      urls: [{ url: 'https://exemplo.com.br' }],
      birthday: '1990-05-31',
    }
    const [card] = heard({ ...told, type: 'contacts', contacts: [whole] })
    expect(bodyIn(card).split('\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;Bia Souza;;;',
      'FN:Bia Souza',
      'TEL;type=CELL;type=VOICE;waid=5511900000000:+5511900000000',
      'TEL:+55 11 4000-1000',
      'EMAIL:bia@exemplo.com.br',
      'ORG:Padaria;Pães',
      'TITLE:Dona',
      'ADR:;;Rua A\\, 7;São Paulo;;;br',
      'URL:https://exemplo.com.br',
      'BDAY:1990-05-31',
      'END:VCARD',
    ])
    const [nobody] = heard({ ...told, type: 'contacts', contacts: [{ urls: [{ url: 'https://exemplo.com.br' }] }] })
    expect(cardsOf(bodyIn(nobody))).toEqual([{ name: 'https://exemplo.com.br', number: '' }])
    expect(bodyIn(nobody)).not.toContain('waid')
    const odd = { name: { formatted_name: 'A\nEND:VCARD' }, urls: [{ url: 'x\nEND:VCARD' }], addresses: 'odd' }
    const [broken] = heard({ ...told, type: 'contacts', contacts: [odd] })
    expect(vCardsIn(bodyIn(broken))).toHaveLength(1)
  })

  test('with a file names what fetches it', () => {
    const file = { id: '9001', mime_type: 'audio/ogg; codecs=opus', sha256: 'c2hh', voice: true }
    expect(heard({ ...told, type: 'audio', audio: file })).toMatchObject([
      {
        mediaType: 'audio',
        body: '',
        media: { source: { mediaId: '9001', sha256: 'c2hh' }, mime: 'audio/ogg', name: '', bytes: null },
      },
    ])
    const document = { id: '9002', mime_type: 'application/pdf', filename: 'conta.pdf', caption: 'Segue' }
    expect(heard({ ...told, type: 'document', document })).toMatchObject([
      { mediaType: 'application', body: 'Segue', media: { name: 'conta.pdf' } },
    ])
    for (const type of ['image', 'video', 'sticker'])
      expect(heard({ ...told, type, [type]: { id: '1', mime_type: 'image/webp' } })).toMatchObject([
        { mediaType: type },
      ])
  })

  test('with a place, cards, an order or a form is readable', () => {
    const location = { latitude: -23.5, longitude: -46.6, name: 'Loja', url: 'https://exemplo.com.br' }
    expect(heard({ ...told, type: 'location', location })).toMatchObject([
      { mediaType: 'locationMessage', body: expect.stringContaining('Loja\nhttps://exemplo.com.br') },
    ])
    const contacts = [
      { name: { formatted_name: 'Bia' }, phones: [{ phone: '+55 11 90000-0000', wa_id: '5511900000000' }] },
      { name: {}, org: { company: 'Padaria' }, vcard: 'BEGIN:VCARD\nFN:Padaria\nEND:VCARD' },
    ]
    expect(heard({ ...told, type: 'contacts', contacts })).toMatchObject([
      { mediaType: 'contactsArrayMessage', body: expect.stringContaining('waid=5511900000000') },
    ])
    const order = {
      text: 'Para hoje',
      product_items: [{ product_retailer_id: 'P1', quantity: 2, item_price: 5, currency: 'BRL' }],
    }
    expect(heard({ ...told, type: 'order', order })).toMatchObject([
      { mediaType: 'conversation', body: 'Fez um pedido\nPara hoje\n2 × P1 (5 BRL)' },
    ])
    expect(heard({ ...told, type: 'order', order: { catalog_id: '7', product_items: [] } })).toMatchObject([
      { body: 'Fez um pedido' },
    ])
    const nfm_reply = { body: 'Sent', response_json: '{"flow_token":"x","cep":"01000-000"}' }
    expect(heard({ ...told, type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply } })).toMatchObject([
      { body: 'Sent\ncep: 01000-000' },
    ])
  })

  test('that answers an offer has the id of the choice', () => {
    const list_reply = { id: 'opt:1', title: 'Vendas' }
    const context = { from: '551133334444', id: 'wamid.MENU' }
    expect(
      heard({ ...told, type: 'interactive', context, interactive: { type: 'list_reply', list_reply } }),
    ).toMatchObject([{ body: 'Vendas', choiceId: 'opt:1', quotedExternalId: 'wamid.MENU', mediaType: 'conversation' }])
    const button_reply = { id: 'sim', title: 'Sim' }
    expect(heard({ ...told, type: 'interactive', interactive: { type: 'button_reply', button_reply } })).toMatchObject([
      { body: 'Sim', choiceId: 'sim' },
    ])
    expect(heard({ ...told, type: 'button', button: { payload: 'ATENDENTE', text: 'Falar' } })).toMatchObject([
      { body: 'Falar', choiceId: 'ATENDENTE' },
    ])
  })

  test('is reacted to, edited, taken back and forwarded', () => {
    const reaction = { message_id: 'wamid.OUT', emoji: '❤' }
    expect(heard({ ...told, type: 'reaction', reaction })).toMatchObject([
      { kind: 'reaction', externalId: 'wamid.OUT', from: phone, aliases: [user], emoji: '❤', doneAt: sentAt },
    ])
    expect(heard({ ...told, type: 'reaction', reaction: { message_id: 'wamid.OUT' } })).toMatchObject([{ emoji: '' }])
    const edit = { original_message_id: 'wamid.0', message: { type: 'text', text: { body: 'Oi, tudo bem?' } } }
    expect(heard({ ...told, type: 'edit', edit })).toMatchObject([
      { kind: 'edit', externalId: 'wamid.0', body: 'Oi, tudo bem?' },
    ])
    expect(heard({ ...told, type: 'revoke', revoke: { original_message_id: 'wamid.0' } })).toMatchObject([
      { kind: 'delete', externalId: 'wamid.0' },
    ])
    const text = { body: 'Veja' }
    expect(heard({ ...told, type: 'text', text, context: { forwarded: true } })).toMatchObject([{ isForwarded: true }])
    const context = { forwarded: false, frequently_forwarded: true }
    expect(heard({ ...told, type: 'text', text, context })).toMatchObject([{ isForwarded: true }])
  })

  test('at a time that is none comes when it comes', () => {
    const text = { body: 'Quando?' }
    const reaction = { message_id: 'wamid.OUT', emoji: '❤' }
    for (const timestamp of ['1763680000123', '-99999999999', 'ontem']) {
      expect(heard({ ...told, timestamp, type: 'text', text })[0]).not.toHaveProperty('sentAt')
      expect(heard({ ...told, timestamp, type: 'reaction', reaction })[0]).not.toHaveProperty('doneAt')
    }
  })

  test('of a kind that nobody knows stays to be seen', () => {
    const unsupported = { type: 'unsupported', unsupported: { type: 'poll' } }
    expect(heard({ ...told, ...unsupported, errors: [{ code: 131051 }] })).toMatchObject([
      { kind: 'message', mediaType: 'unsupported', body: '' },
    ])
    expect(heard({ ...told, ...unsupported, errors: [{ code: 131052 }] })).toMatchObject([
      { mediaType: 'unsupported', body: 'arquivo grande demais' },
    ])
    expect(heard({ ...told, type: 'hologram', hologram: {} })).toMatchObject([{ mediaType: 'unsupported' }])
    expect(heard({ ...told, type: 'image', image: 'odd' })).toMatchObject([{ mediaType: 'unsupported' }])
    expect(heard({ ...told, type: 'button', button: {} })).toMatchObject([{ mediaType: 'unsupported' }])
  })

  test('of a group, without a sender or of another form has no effect', () => {
    const messages = [
      { ...told, type: 'text', text: { body: 'No grupo' }, group_id: 'g' },
      { id: 'wamid.C', type: 'text', text: { body: 'De ninguém' } },
      7,
    ]
    expect(eventsOf({ messages }, at)).toEqual({ events: [], refusals: [], ignored: 3 })
    for (const odd of [undefined, 'odd', { messages: 'odd' }, { errors: [{ code: 131000 }] }])
      expect(eventsOf(odd, at).events).toEqual([])
  })
})

test('a changed number names the person before and after', () => {
  const system = {
    type: 'user_changed_number',
    body: 'User Ana changed',
    wa_id: '5521987650000',
    user_id: 'BR.2',
    previous_user_id: 'BR.1',
  }
  expect(heard({ from: '5511987654321', id: 'wamid.S', timestamp: '1763680000', type: 'system', system })).toEqual([
    {
      kind: 'moved',
      externalId: 'wamid.S',
      from: phone,
      aliases: [user],
      now: [
        { kind: 'phone', value: '5521987650000' },
        { kind: 'business_user', value: '102:BR.2' },
      ],
      doneAt: sentAt,
    },
  ])
  const renamed = { type: 'user_changed_user_id', user_id: 'BR.2', previous_user_id: 'BR.1' }
  expect(heard({ id: 'wamid.S', type: 'system', system: renamed })).toMatchObject([
    { from: user, now: [{ kind: 'business_user', value: '102:BR.2' }] },
  ])
  const linked = { ...renamed, parent_user_id: 'BR.ENT.2' }
  expect(heard({ id: 'wamid.S', from_parent_user_id: 'BR.ENT.1', type: 'system', system: linked })).toMatchObject([
    { aliases: [parentOf('BR.ENT.1')], now: [{ value: '102:BR.2' }, parentOf('BR.ENT.2')] },
  ])
})

test('what else the network says of a person by itself is no message, and is counted', () => {
  const systems = [
    { type: 'customer_identity_changed', body: 'Ana changed' },
    { type: 'user_changed_number', body: 'To nowhere' },
    { type: 'user_changed_number', wa_id: '12' },
    { body: 'Without a kind' },
    {},
    undefined,
  ]
  for (const system of systems)
    expect(eventsOf({ messages: [{ ...told, type: 'system', ...(system && { system }) }] }, at)).toEqual({
      events: [],
      refusals: [],
      ignored: 1,
    })
})

test('what was written on the phone is ours, to the customer', () => {
  const message_echoes = [
    { from: '551133334444', to: '5511987654321', id: 'wamid.E', type: 'text', text: { body: 'Pelo celular' } },
  ]
  expect(eventsOf({ message_echoes }, at).events).toMatchObject([
    { kind: 'message', from: phone, isEcho: true, externalId: 'wamid.E', body: 'Pelo celular', name: '' },
  ])
})

describe('a status', () => {
  test('says how far a message came, and what it costs', () => {
    const pricing = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' }
    expect(status({ status: 'delivered', pricing }).events).toEqual([
      {
        kind: 'ack',
        externalId: 'wamid.B',
        ack: 2,
        price: { isBilled: true, type: 'regular', category: 'utility' },
      },
    ])
    expect(status({ status: 'sent' }).events).toMatchObject([{ ack: 1 }])
    expect(status({ status: 'read' }).events).toMatchObject([{ ack: 3 }])
    expect(status({ status: 'played' }).events).toMatchObject([{ ack: 4 }])
  })

  test('finds our message by its mark, if it comes before the answer', () => {
    const mark = markOf({ externalId: 'our-id', part: 0, parts: 2 })
    expect(status({ status: 'sent', recipient_user_id: 'BR.1', biz_opaque_callback_data: mark }).events).toEqual([
      { kind: 'taken', from: phone, aliases: [user], networkId: 'wamid.B', externalId: 'our-id', part: 0, parts: 2 },
      { kind: 'ack', externalId: 'wamid.B', ack: 1 },
    ])
    expect(status({ status: 'sent', biz_opaque_callback_data: 'campanha-7' }).events).toHaveLength(1)
  })

  test('names the id of its reader in linked portfolios by either name', () => {
    const mark = { biz_opaque_callback_data: markOf({ externalId: 'our-id', part: 0, parts: 1 }) }
    for (const name of ['recipient_parent_user_id', 'parent_recipient_user_id'])
      expect(status({ status: 'sent', recipient_user_id: 'BR.1', [name]: 'BR.ENT.1', ...mark }).events).toMatchObject([
        { kind: 'taken', from: phone, aliases: [user, parentOf('BR.ENT.1')] },
        { kind: 'ack' },
      ])
  })

  test('of a failure has a sentence, or says that it passes', () => {
    const failed = (code: number) => status({ status: 'failed', errors: [{ code }] }).events
    expect(failed(131047)).toEqual([{ kind: 'failed', externalId: 'wamid.B', reason: 'ERR_WINDOW_CLOSED' }])
    const flawed = { code: 131009, error_data: { details: 'A value is not valid.' } }
    expect(status({ status: 'failed', errors: [flawed] }).events).toEqual([
      { kind: 'failed', externalId: 'wamid.B', reason: 'ERR_MESSAGE_FLAWED', details: 'A value is not valid.' },
    ])
    expect(failed(131026)).toMatchObject([{ reason: 'ERR_NOT_ON_WHATSAPP' }])
    for (const passing of [131000, 131056, 130429, 190, 131031])
      expect(failed(passing)).toMatchObject([{ kind: 'failed', mayTryAgain: true }])
    expect(status({ status: 'failed' }).events).toMatchObject([{ kind: 'failed', mayTryAgain: true }])
  })

  test('of a failure says whom and what else it concerns', () => {
    const error = { code: 131031, title: 'Locked', error_data: { details: 'The account is locked.' } }
    const failed = { status: 'failed', recipient_user_id: 'BR.1', errors: [error] }
    const at = new Date(1763680010_000)
    expect(status(failed).refusals).toEqual([
      {
        code: 131031,
        details: 'The account is locked.',
        remedy: { do: 'stop', because: 'restricted' },
        at,
        person: [phone, user],
        networkId: 'wamid.B',
      },
    ])
    expect(status({ status: 'read' }).refusals).toEqual([])
  })

  test('of a reaction, of a group or of another kind has no effect', () => {
    expect(status({ status: 'sent', biz_opaque_callback_data: silentMark }).events).toEqual([])
    expect(status({ status: 'sent', recipient_type: 'group' }).events).toEqual([])
    expect(status({ status: 'warning' }).events).toEqual([])
  })
})

describe('a call', () => {
  const call = { id: 'wacid.A', from: '5511987654321', to: '551133334444', direction: 'USER_INITIATED' }
  const called = (...calls: unknown[]) => callsOf({ contacts: [person], calls }, at)
  const rings = { kind: 'message', externalId: 'wacid.A', from: phone, mediaType: 'call_log', call: { isVideo: false } }

  test('that rings is seen, with who calls', () => {
    expect(called({ ...call, event: 'connect', timestamp: '1763680000' })).toEqual({
      events: [{ ...rings, name: 'Ana', body: '', sentAt }],
      ignored: 0,
    })
    const { from: _from, ...withoutNumber } = { ...call, from_user_id: 'BR.1', from_parent_user_id: 'BR.ENT.1' }
    expect(called({ ...withoutNumber, event: 'connect' }).events).toMatchObject([
      { from: user, aliases: [parentOf('BR.ENT.1')] },
    ])
  })

  test('that has ended was missed or answered, also if nothing else is told of it', () => {
    const ended = { ...call, event: 'terminate', timestamp: '1763680030', status: 'FAILED' }
    expect(called(ended).events).toMatchObject([rings, { kind: 'call', externalId: 'wacid.A', outcome: 'missed' }])
    expect(called({ ...ended, start_time: '1763680000', duration: 30, status: 'COMPLETED' }).events).toMatchObject([
      { ...rings, sentAt },
      { kind: 'call', outcome: 'answered', from: phone },
    ])
  })

  test('of the company, of nobody or of another form has no effect', () => {
    const ours = { ...call, direction: 'BUSINESS_INITIATED', event: 'connect' }
    expect(called(ours, { ...call, event: 'odd' }, { id: 'wacid.B', event: 'connect' }, 7)).toEqual({
      events: [],
      ignored: 4,
    })
    for (const odd of [undefined, 'odd', { calls: 'odd' }]) expect(callsOf(odd, at).events).toEqual([])
  })
})
