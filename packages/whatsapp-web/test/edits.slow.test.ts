import { randomBytes } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import type { Contact, Phone } from '@guiche/wa-testserver'
import { beforeEach, expect, test } from 'vitest'
import { type TestSession, eventually, newId, worldOfFile } from './world.ts'

const world = worldOfFile()
let session: TestSession & { phone: Phone }
let ana: Contact
beforeEach(async () => {
  session = await world.link()
  ana = world.customer()
})

const chat = (of = ana) => of.chat(session.phone)

const edits = ({ store }: TestSession) => store.inbound.filter(({ kind }) => kind === 'edit')

test.for(['lid', 'pn'] as const)(
  'an edit that is sealed with the address of its author (%s) is decrypted',
  async (form) => {
    ana.addressing = form
    const { id } = await chat().text('Errado')
    await chat().edit(id, 'Certo')
    await chat().edit(id, 'Certo mesmo')

    await eventually(() => expect(edits(session)).toHaveLength(2))
    expect(edits(session)).toMatchObject([
      { externalId: id, body: 'Certo', from: { kind: 'phone', value: ana.number }, doneAt: expect.any(String) },
      { externalId: id, body: 'Certo mesmo' },
    ])
    expect(session.store.messages()).toHaveLength(1)
  },
)

test('an edit that is not sealed, as phones wrote them until 2026, is read as well', async () => {
  const { id } = await chat().text('Errado')
  await chat().edit(id, 'Certo', { isOpen: true })
  expect(await session.told('edit', id)).toMatchObject({ body: 'Certo' })
})

test('an edit is read by a process that was started after its message came', async () => {
  const { id } = await chat().text('Errado')
  await session.message(id)
  const again = await world.restarted(session)
  await chat().edit(id, 'Certo')
  expect(await again.told('edit', id)).toMatchObject({ body: 'Certo' })
})

test('a sealed edit that our phone makes to a message of ours is decrypted', async () => {
  const externalId = newId()
  await session.send(ana.number, { externalId, body: 'Chega ontem' })
  await ana.waitForMessage(({ text }) => text === 'Chega ontem')
  await session.phone.chat(ana).edit(externalId, 'Chega amanhã', { isOpen: false })
  expect(await session.told('edit', externalId)).toMatchObject({ body: 'Chega amanhã', isEcho: true })
})

test('an edit that comes before its message is reported after it', async () => {
  const hold = world.server.faults.hold(session.phone)
  const { id } = await chat().text('Errado')
  await chat().edit(id, 'Certo')
  await eventually(() => expect(hold.held).toHaveLength(2))
  await hold.release('reversed')

  expect(await session.told('edit', id)).toMatchObject({ body: 'Certo' })
  expect(session.store.inbound.filter(({ kind }) => kind !== 'ack').map(({ kind }) => kind)).toEqual([
    'message',
    'edit',
  ])
})

test('a waiting edit is kept across a restart', async () => {
  const id = newId()
  const undo = world.server.faults.intercept((stanza, direction) =>
    direction === 'toClient' && stanza.attrs['id'] === id ? 'drop' : 'pass',
  )
  await chat().text('Errado', { id })
  await chat().edit(id, 'Certo')
  await eventually(() => expect(session.store.namesOf('waiting-edit')).toHaveLength(1))
  undo()
  const again = await world.restarted(session)

  expect(await again.told('edit', id)).toMatchObject({ body: 'Certo' })
  expect(session.store.namesOf('waiting-edit')).toEqual([])
})

test('an edit of a message whose secret is gone is shown as unreadable', async () => {
  const { id } = await chat().text('Errado')
  await session.message(id)
  for (const name of session.store.namesOf('message')) session.store.secrets.delete(`message ${name}`)
  const again = await world.restarted(session)
  const edit = await chat().edit(id, 'Certo')

  expect(await again.message(edit.id)).toMatchObject({ mediaType: 'secretEncryptedMessage', body: '' })
  expect(edits(again)).toEqual([])
})

test('an edit that a stranger seals for the message of somebody else changes nothing, and neither does an invalid one', async () => {
  const { id } = await chat().text('Vou pagar amanhã')
  await session.message(id)
  const mallory = world.server.contact('5511988885999', 'Mallory')
  const secretEncType = proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT
  const targetMessageKey = { id, fromMe: false, remoteJid: ana.lidJid() }
  for (const encPayload of [randomBytes(64), randomBytes(3), new Uint8Array()])
    await chat(mallory).raw({
      secretEncryptedMessage: { secretEncType, targetMessageKey, encPayload, encIv: randomBytes(12) },
    })
  await session.message((await chat(mallory).text('Depois')).id)

  expect(edits(session)).toEqual([])
})

test.for(['A\0B', 'x'.repeat(5000), '../..', ''])(
  'an edit with an impossible message id does not end the session',
  async (target) => {
    const secretEncType = proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT
    const sealed = { encPayload: randomBytes(64), encIv: randomBytes(12), secretEncType }
    await chat().raw({ secretEncryptedMessage: { ...sealed, targetMessageKey: { id: target } } })
    const { MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type
    const protocolMessage = { type: MESSAGE_EDIT, key: { id: target }, editedMessage: { conversation: 'x' } }
    await chat().raw({ protocolMessage })
    await session.message((await chat().text('Depois')).id)

    expect(session.store.namesOf('waiting-edit')).toEqual([])
    expect(session.states.at(-1)).toMatchObject({ status: 'connected' })
    expect(session.states.filter(({ status }) => status === 'connected')).toHaveLength(1)
  },
)

test('if too many edits wait, the oldest is shown as unreadable', async () => {
  const secretEncType = proto.Message.SecretEncryptedMessage.SecretEncType.MESSAGE_EDIT
  const sent = []
  for (let turn = 0; turn < 101; turn += 1) {
    const sealed = { encPayload: randomBytes(64), encIv: randomBytes(12), secretEncType }
    sent.push(await chat().raw({ secretEncryptedMessage: { ...sealed, targetMessageKey: { id: newId() } } }))
  }

  expect(await session.message(sent[0]?.id ?? '')).toMatchObject({ mediaType: 'secretEncryptedMessage' })
  await eventually(() => expect(session.store.namesOf('waiting-edit')).toHaveLength(100))
})

test('a message with the id of another message does not affect that one', async () => {
  const bia = world.server.contact('5511988885998', 'Bia')
  const group = world.server.group('Condomínio', ana, [session.phone, bia])
  const { id } = await ana.chat(group).text('Errado')
  await session.message(id)
  await bia.chat(group).text('Meu', { id })
  await session.message((await bia.chat(group).text('Depois')).id)
  await ana.chat(group).edit(id, 'Certo')

  expect(await session.told('edit', id)).toMatchObject({ body: 'Certo', author: { name: 'Ana' } })
})

test('an edited caption of a picture is reported', async () => {
  const { id } = await chat().image(randomBytes(500), { caption: 'Orsamento' })
  const protocolMessage = {
    key: { id, fromMe: true, remoteJid: session.phone.lidJid() },
    type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
    editedMessage: { imageMessage: { caption: 'Orçamento' } },
  }
  await chat().raw({ editedMessage: { message: { protocolMessage } } }, { edit: '1' })
  expect(await session.told('edit', id)).toMatchObject({ body: 'Orçamento' })
})
