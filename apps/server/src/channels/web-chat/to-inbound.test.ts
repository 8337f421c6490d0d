import { expect, test } from 'vitest'
import { ackToInbound, externalIdOf, messageToInbound, visitorsIdOf } from './to-inbound.ts'

const visitor = { id: '11111111-2222-4333-8444-555555555555', name: 'Mariana', email: 'mariana@exemplo.com.br' }
const id = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'

test('a message carries the visitor before its own id, so that nobody else can mean it', () => {
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

test('a file and a quote go with it', () => {
  const inbound = messageToInbound(visitor, {
    id,
    body: '',
    file: { fileId: 7, mediaType: 'image' },
    quotedExternalId: 'x',
  })

  expect(inbound).toMatchObject({ mediaType: 'image', media: { fileId: 7 }, quotedExternalId: 'x' })
})

test('whoever has read one message has read all before it', () => {
  expect(ackToInbound(visitor.id, { id, ack: 3 })).toEqual({
    kind: 'ack',
    externalId: id,
    ack: 3,
    upTo: true,
    from: { kind: 'visitor', value: visitor.id },
  })
})
