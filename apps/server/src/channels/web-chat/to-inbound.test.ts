import { expect, test } from 'vitest'
import { ackToInbound, externalIdOf, messageToInbound, visitorsIdOf } from './to-inbound.ts'

const visitor = { id: '11111111-2222-4333-8444-555555555555', name: 'Mariana', email: 'mariana@exemplo.com.br' }
const id = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'

test('the external id of a message begins with its visitor, so that nobody else can refer to it', () => {
  const inbound = messageToInbound(visitor, { id, body: 'Oi', file: null, quotedExternalId: null })

  expect(inbound).toEqual({
    kind: 'message',
    from: { kind: 'visitor', value: visitor.id },
    name: 'Mariana',
    email: 'mariana@exemplo.com.br',
    externalId: `${visitor.id}.${id}`,
    body: 'Oi',
    mediaType: 'conversation',
  })
  expect(visitorsIdOf(externalIdOf(visitor.id, id))).toBe(id)
  expect(visitorsIdOf(id)).toBe(id)
})

test('a message carries its file and its quote', () => {
  const inbound = messageToInbound(visitor, {
    id,
    body: '',
    file: { fileId: 7, mediaType: 'image' },
    quotedExternalId: 'x',
  })

  expect(inbound).toMatchObject({ mediaType: 'image', media: { fileId: 7 }, quotedExternalId: 'x' })
})

test('reading a message means reading all messages before it', () => {
  expect(ackToInbound(visitor.id, { id, ack: 3 })).toEqual({
    kind: 'ack',
    externalId: id,
    ack: 3,
    upTo: true,
    from: { kind: 'visitor', value: visitor.id },
  })
})
