import { describe, expect, test } from 'vitest'
import { factsOf } from '#channels/facts'
import { outboundOf } from './outbound.ts'
import type { OutboxEntry } from './outbox.repository.ts'

const entry: OutboxEntry = {
  id: 1,
  action: 'send',
  attempts: 1,
  failures: 0,
  error: null,
  priority: 0,
  payload: null,
  spacing: 0,
  late: 0,
  connection_id: 2,
  channel: 'webchat',
  is_connection_deleted: false,
  address: '5511999990000',
  message_id: 3,
  external_id: 'A1',
  body: 'Oi',
  menu: null,
  template: null,
  media_type: 'conversation',
  deleted_at: null,
  is_unconfirmed: false,
  begun_elsewhere: false,
  was_sent_whole: null,
  is_of_other_way: false,
  is_quote_of_other_way: false,
  is_campaign: false,
  are_templates_stopped: false,
  is_held_back: false,
  is_persons: true,
  since_customer: 60,
  stopped_by: null,
  quoted_external_id: null,
  quoted_from_me: null,
  quoted_body: null,
  quoted_author: null,
  quoted_media_type: null,
  quoted_mime: null,
  quoted_name: null,
  author: null,
  read_authors: null,
  from_me: true,
  is_forwarded: false,
  file_key: null,
  file_mime: null,
  file_name: null,
  file_seconds: null,
  file_wave: null,
  file_bytes: null,
}
const sent = (changes: Partial<OutboxEntry>) => outboundOf(7, { ...entry, ...changes }, factsOf('webchat'))
const location = '|https://maps.google.com/maps?q=-23.55%2C-46.63&z=17&hl=pt-BR|Loja\nRua Um, 2'

test('a menu is shown as the channel can, and is its numbered text elsewhere', () => {
  const menu = {
    text: 'Olá!',
    shownAs: 'buttons' as const,
    button: 'Escolha uma opção',
    options: [{ id: 'queue:1', title: 'Vendas' }],
  }
  const asked = { ...entry, body: 'Olá!\n\n*[ 1 ]* - Vendas', menu }
  expect(outboundOf(7, asked, factsOf('facebook'))).toMatchObject({
    kind: 'text',
    body: 'Olá!',
    choices: { shownAs: 'buttons', button: 'Escolha uma opção', options: menu.options },
  })
  for (const channel of ['whatsapp', 'webchat'] as const) {
    const sentThere = outboundOf(7, asked, factsOf(channel))
    expect(sentThere).toMatchObject({ kind: 'text', body: asked.body })
    expect(sentThere).not.toHaveProperty('choices')
  }
})

test('a text is sent with the recipient and the id of the outbox entry', () => {
  expect(sent({})).toEqual({
    kind: 'text',
    companyId: 7,
    connectionId: 2,
    address: '5511999990000',
    messageId: 3,
    externalId: 'A1',
    body: 'Oi',
  })
})

describe('a file', () => {
  test.for<[string, string, string]>([
    ['image', 'image/png', 'image'],
    ['video', 'video/mp4', 'video'],
    ['audio', 'audio/ogg', 'audio'],
    ['sticker', 'image/webp', 'sticker'],
    ['application', 'application/pdf', 'document'],
    ['image', 'text/html', 'document'],
    ['text', 'text/html', 'document'],
  ])('that was stored as %s and is %s is shown as %s', ([media_type, file_mime, shownAs]) => {
    expect(sent({ media_type, file_mime, file_key: 'k', file_name: 'a' })).toMatchObject({
      kind: 'media',
      shownAs,
      caption: 'Oi',
      media: { storageKey: 'k', mime: file_mime, name: 'a' },
    })
  })
})

test('contact cards and locations keep their kind, and a location without coordinates is sent as text', () => {
  expect(sent({ media_type: 'contactMessage', body: 'BEGIN:VCARD\nFN:Bia\nEND:VCARD' })).toMatchObject({
    kind: 'contacts',
    vCards: ['BEGIN:VCARD\nFN:Bia\nEND:VCARD'],
  })
  expect(sent({ media_type: 'locationMessage', body: location })).toMatchObject({
    kind: 'location',
    location: { latitude: -23.55, longitude: -46.63, name: 'Loja', address: 'Rua Um, 2' },
  })
  expect(sent({ media_type: 'locationMessage', body: 'Loja' })).toMatchObject({ kind: 'text', body: 'Loja' })
})

test('changes to a message do not contain its text, except for edits', () => {
  expect(sent({ action: 'edit' })).toMatchObject({ kind: 'edit', body: 'Oi' })
  const theirs = { from_me: false, author: 'ana@lid' }
  for (const [action, kind] of [
    ['delete', 'delete'],
    ['react', 'reaction'],
  ] as const) {
    const outbound = sent({ ...theirs, action, payload: { emoji: '👍' } })
    expect(outbound).toMatchObject({ kind, fromMe: false, author: 'ana@lid' })
    expect(outbound).not.toHaveProperty('body')
  }
  expect(sent({ action: 'react', payload: { emoji: '👍' } })).toMatchObject({ emoji: '👍' })
  const readAuthors = { B1: 'ana@lid' }
  expect(sent({ action: 'read', payload: { readIds: ['B1'] }, read_authors: readAuthors })).toMatchObject({
    kind: 'read',
    readIds: ['B1'],
    readAuthors,
  })
})
