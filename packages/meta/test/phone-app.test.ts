import { describe, expect, test } from 'vitest'
import { eventsOf, historyIn, readContactNews, readHistoryNews } from '../src/index.ts'

const at = { scope: '102290129340398', words: { tooLarge: 'Arquivo grande demais', order: 'Fez um pedido' } }
const metadata = { display_phone_number: '551133334444', phone_number_id: '106540352242922' }
const ana = { kind: 'phone', value: '5511987654321' }

const chunk = (...messages: object[]) => ({
  messaging_product: 'whatsapp',
  metadata,
  history: [{ metadata: { phase: 0, chunk_order: 1, progress: 55 }, threads: [{ id: '5511987654321', messages }] }],
})
const written = { from: '5511987654321', id: 'wamid.H2', timestamp: '1763600010' }

describe('the history of a phone', () => {
  test('has the side, time and status of each message, and whom it was written with', () => {
    const told = chunk(
      {
        from: '551133334444',
        to: '5511987654321',
        id: 'wamid.H1',
        timestamp: '1763600000',
        type: 'text',
        text: { body: 'Olá' },
        history_context: { status: 'READ' },
      },
      { ...written, type: 'media_placeholder', history_context: { status: 'DELIVERED' } },
    )
    expect(historyIn(told, at)).toEqual({
      messages: [
        {
          kind: 'message',
          externalId: 'wamid.H1',
          from: ana,
          name: '',
          isEcho: true,
          sentAt: '2025-11-20T00:53:20.000Z',
          body: 'Olá',
          mediaType: 'conversation',
          ack: 3,
        },
        {
          kind: 'message',
          externalId: 'wamid.H2',
          from: ana,
          name: '',
          sentAt: '2025-11-20T00:53:30.000Z',
          body: '',
          mediaType: 'unsupported',
          ack: 2,
        },
      ],
      changes: [],
      names: [],
      files: [],
    })
    expect(readHistoryNews(told)).toEqual({ refusedWith: undefined, sent: 55 })
  })

  test('has files in webhooks of their own, which name either side', () => {
    const image = { caption: 'A foto', mime_type: 'image/jpeg', sha256: 'ab', id: '2423' }
    const told = { messaging_product: 'whatsapp', metadata, messages: [{ ...written, type: 'image', image }] }
    expect(historyIn(told, at)).toMatchObject({
      messages: [],
      files: [
        {
          externalId: 'wamid.H2',
          body: 'A foto',
          mediaType: 'image',
          media: { source: { mediaId: '2423', sha256: 'ab' }, mime: 'image/jpeg' },
        },
      ],
    })
    expect(readHistoryNews(told).sent).toBeUndefined()
  })

  test('leaves out groups, what has no time, and what is not as documented', () => {
    const text = { type: 'text', text: { body: 'x' } }
    const told = chunk(
      { ...written, ...text, group_id: 'g' },
      { ...written, ...text, timestamp: 'nunca' },
      { id: 7 },
      1 as never,
    )
    expect(historyIn(told, at).messages).toEqual([])
    expect(historyIn({ history: 'x' }, at).messages).toEqual([])
    expect(readHistoryNews(null)).toEqual({ refusedWith: undefined, sent: undefined })
  })

  test('may be refused', () => {
    const told = { messaging_product: 'whatsapp', metadata, history: [{ errors: [{ code: 2593109, title: 'Off' }] }] }
    expect(readHistoryNews(told).refusedWith).toBe(2593109)
  })
})

describe('the id of a message', () => {
  const otherIdOf = (id: string) => {
    const [event] = eventsOf({ messages: [{ ...written, id, type: 'text', text: { body: 'x' } }] }, at).events
    return event?.kind === 'message' ? event.otherId : undefined
  }

  test('contains that of the phone, as printed in Meta’s documentation', () => {
    expect(otherIdOf('wamid.HBgLMTY1MDM4Nzk0MzkVAgASGBQzQUFERjg0NDEzNDdFODU3MUMxMAA=')).toBe('3AADF8441347E8571C10')
    expect(otherIdOf('wamid.HBgLMTY0NjcwNDM1OTUVAgARGBIyNDlBOEI5QUQ4NDc0N0FCNjMA')).toBe('249A8B9AD84747AB63')
  })

  test.each([
    'wamid.A1',
    'wamid.QyNUEHBgLMTY0NjcwNDM1OTUVAgARGBI1Rj3NEYxMzAzMzQ5MkEA',
    'HBgLMTY0NjcwNDM1OTUVAgARGBIy',
    '',
  ])('says nothing if it has another form: %s', (id) => expect(otherIdOf(id || 'x')).toBeUndefined())
})

test('contacts are saved and removed', () => {
  const value = {
    messaging_product: 'whatsapp',
    metadata,
    state_sync: [
      {
        type: 'contact',
        contact: { full_name: 'Rui Reis', first_name: 'Rui', phone_number: '+55 11 91111-1111' },
        action: 'add',
      },
      { type: 'contact', contact: { phone_number: '5511922222222' }, action: 'remove' },
      { type: 'label', contact: {}, action: 'add' },
    ],
  }
  expect(readContactNews(value)).toEqual([
    { contact: { number: '5511911111111', name: 'Rui Reis', pushName: '', isKnown: true }, isRemoved: false },
    { contact: { number: '5511922222222', name: '', pushName: '', isKnown: true }, isRemoved: true },
  ])
})
