import type { Contact, Phone } from '@guiche/wa-testserver'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestSession, eventually, newId, worldOfFile } from './world.ts'

const world = worldOfFile()

let session: TestSession & { phone: Phone }
let ana: Contact
beforeEach(async () => {
  session = await world.link()
  ana = world.customer()
})

/** Sends the retry receipt of a phone that could not decrypt a message. */
async function ask(by: Contact, id: string) {
  const { handset } = by
  const retry = { count: 1, registrationId: handset.signal.registrationId, bundle: await handset.signal.issueBundle() }
  await session.phone.linkedDevice.notify({
    ids: [id],
    type: 'retry',
    from: handset,
    chat: session.phone,
    addressing: 'lid',
    at: Math.floor(Date.now() / 1000),
    retry,
  })
}

describe('a message that the customer’s phone cannot read', () => {
  test('is sent again after a restart', async () => {
    const externalId = newId()
    await session.send(ana.number, { body: 'Primeira' })
    await ana.waitForMessage(({ text }) => text === 'Primeira')
    ana.goOffline()
    await session.send(ana.number, { externalId, body: 'Leia de novo' })
    await ana.forgetSessionsWith(session.phone)
    await world.restarted(session)
    await ana.goOnline()

    const got = await ana.waitForMessage(({ id }) => id === externalId)
    expect(got.text).toBe('Leia de novo')
  })

  test('is sent again with its file', async () => {
    const externalId = newId()
    session.files.set('nota', Buffer.from('%PDF-1.4 nota'))
    ana.goOffline()
    await session.send(ana.number, {
      kind: 'media',
      externalId,
      caption: 'A nota',
      shownAs: 'document',
      media: { storageKey: 'nota', mime: 'application/pdf', name: 'nota.pdf' },
    })
    await ana.reinstall([])
    await world.restarted(session)
    await ana.goOnline()

    const got = await ana.waitForMessage(({ id }) => id === externalId)
    expect(got.media).toMatchObject({ fileName: 'nota.pdf' })
    expect(got.file?.toString()).toBe('%PDF-1.4 nota')
  })

  test('is sent again if it is an edit, a reaction or a deletion', async () => {
    const [kept, taken] = [newId(), newId()]
    const { id: own } = await ana.chat(session.phone).text('Oi')
    await session.message(own)
    await session.send(ana.number, { externalId: kept, body: 'Ola' })
    await session.send(ana.number, { externalId: taken, body: 'Engano' })
    await ana.waitForMessage(({ id }) => id === taken)
    ana.goOffline()
    await session.send(ana.number, { kind: 'edit', externalId: kept, body: 'Olá' })
    await session.send(ana.number, { kind: 'reaction', externalId: own, fromMe: false, emoji: '👍' })
    await session.send(ana.number, { kind: 'delete', externalId: taken, fromMe: true })
    await ana.forgetSessionsWith(session.phone)
    await world.restarted(session)
    await ana.goOnline()

    await eventually(() => expect(ana.inbox.find(({ id }) => id === kept)?.text).toBe('Olá'))
    await eventually(() => expect([...ana.reactionsToOwn(own).values()]).toEqual(['👍']))
    await eventually(() => expect(ana.inbox.find(({ id }) => id === taken)?.isDeleted).toBe(true))
  })

  test('is sent again once the database can be read, if it could not when the phone asked', async () => {
    const externalId = newId()
    await session.send(ana.number, { body: 'Primeira' })
    await ana.waitForMessage(({ text }) => text === 'Primeira')
    ana.goOffline()
    await session.send(ana.number, { externalId, body: 'Leia de novo' })
    await ana.forgetSessionsWith(session.phone)
    const again = await world.restarted(session)
    session.store.readRefusal = new Error('the database is gone')
    await ana.goOnline()
    await eventually(() => expect(again.session.state.status).toBe('opening'))
    session.store.readRefusal = undefined

    const got = await ana.waitForMessage(({ id }) => id === externalId)
    expect(got.text).toBe('Leia de novo')
  })

  test('in a group is sent again to the member who asks', async () => {
    const externalId = newId()
    const group = world.server.group('Condomínio', ana, [session.phone])
    await ana.chat(group).text('Bom dia')
    await eventually(() => expect(session.store.messages()).toHaveLength(1))
    await session.send(group.jid, { body: 'Bom dia a todos' })
    ana.goOffline()
    await session.send(group.jid, { externalId, body: 'A reunião é às oito' })
    await ana.reinstall([])
    await world.restarted(session)
    await ana.goOnline()

    expect((await ana.waitForMessage(({ id }) => id === externalId)).text).toBe('A reunião é às oito')
  })
})

describe('a request for a message', () => {
  test('of somebody else is not answered', async () => {
    const bruno = world.customer('Bruno')
    const externalId = newId()
    await session.send(ana.number, { externalId, body: 'Só para Ana' })
    await ana.waitForMessage(({ id }) => id === externalId)
    await ask(bruno, externalId)
    const again = await world.restarted(session)
    await ask(bruno, externalId)

    await again.send(bruno.number, { body: 'Fim' })
    await bruno.waitForMessage(({ text }) => text === 'Fim')
    expect(bruno.inbox.map(({ text }) => text)).toEqual(['Fim'])
  })

  test('that was deleted is not answered', async () => {
    const externalId = newId()
    ana.goOffline()
    await session.send(ana.number, { externalId, body: 'Segredo' })
    await session.send(ana.number, { kind: 'delete', externalId, fromMe: true })
    await ana.reinstall([])
    const again = await world.restarted(session)
    await ana.goOnline()

    await again.send(ana.number, { body: 'Fim' })
    await ana.waitForMessage(({ text }) => text === 'Fim')
    expect(ana.inbox.map(({ text }) => text)).not.toContain('Segredo')
  })
})
