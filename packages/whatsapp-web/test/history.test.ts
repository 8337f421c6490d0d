import { describe, expect, test } from 'vitest'
import { proto } from '@whiskeysockets/baileys'
import { readHistory } from '../src/index.ts'
import { type TestSession, eventually, worldOfFile } from './world.ts'

const world = worldOfFile()
const now = Math.floor(Date.now() / 1000) * 1000
const daysAgo = (days: number) => new Date(now - days * 86_400_000)

async function read({ store, session }: TestSession) {
  const parts = await Promise.all(
    store.history.map((chunk) => readHistory(chunk, (source) => session.fetch({ ...source }))),
  )
  return {
    messages: parts.flatMap(({ messages }) => messages),
    changes: parts.flatMap(({ changes }) => changes),
    names: parts.flatMap(({ names }) => names),
  }
}

describe('the history of a phone', () => {
  test('is received after linking, with authors, times and delivery status', async () => {
    const phone = world.phone()
    const ana = world.server.contact('5511988886101', 'Ana Souza')
    const bia = world.server.contact('5521988886102', 'Bia', { addressing: 'pn' })
    const group = world.server.group('Condomínio', phone, [ana])
    phone.remember(
      { with: ana, text: 'Ainda tem vaga?', at: daysAgo(3), id: 'ASKED' },
      { with: ana, by: phone, text: 'Tem sim', at: daysAgo(2) },
      { with: bia, text: 'Obrigada!', at: daysAgo(1) },
      { with: group, by: ana, text: 'Alguém viu?', at: daysAgo(2) },
      { with: phone, by: phone, text: 'Nota para mim', at: daysAgo(2) },
    )
    const session = await world.link(phone)
    await eventually(() => expect(session.store.history).toHaveLength(3))

    const { messages, names } = await read(session)
    const said = (text: string) => messages.find(({ body }) => body === text)
    expect(messages.map(({ body }) => body)).not.toContain('Nota para mim')
    expect(messages).toHaveLength(4)
    expect(said('Ainda tem vaga?')).toMatchObject({
      externalId: 'ASKED',
      from: { kind: 'phone', value: '5511988886101' },
      aliases: [{ kind: 'lid' }],
      name: 'Ana Souza',
      sentAt: daysAgo(3).toISOString(),
    })
    expect(said('Tem sim')).toMatchObject({ isEcho: true, ack: 3, from: { value: '5511988886101' } })
    expect(said('Obrigada!')).toMatchObject({ from: { kind: 'phone', value: '5521988886102' } })
    expect(said('Alguém viu?')).toMatchObject({
      isGroup: true,
      name: 'Condomínio',
      from: { kind: 'group' },
      author: { name: 'Ana Souza' },
    })
    expect(names).toContainEqual({ identity: expect.objectContaining({ kind: 'lid' }), name: 'Ana Souza' })
    expect(session.store.messages()).toEqual([])
  })

  test('has edits, deletions and reactions, and the current text of an edited message', async () => {
    const phone = world.phone()
    const ana = world.server.contact('5511988886107', 'Ana')
    const group = world.server.group('Condomínio', phone, [ana])
    const [wrong, gone, seen, ours] = [
      await ana.chat(phone).text('Duas camisas'),
      await ana.chat(phone).text('Ignore'),
      await ana.chat(group).text('Bom dia'),
      await phone.chat(ana).text('Já vai'),
    ]
    await ana.chat(phone).edit(wrong.id, 'Três camisas')
    await ana.chat(phone).delete(gone.id)
    await phone.chat(group).react({ id: seen.id, fromOther: true }, '☀️')
    await ana.chat(group).react({ id: seen.id }, '👍')
    await phone.chat(ana).edit(ours.id, 'Já está indo')
    const session = await world.link(phone)
    await eventually(() => expect(session.store.history).toHaveLength(3))

    const { messages, changes } = await read(session)
    const bodies = Object.fromEntries(messages.map(({ externalId, body }) => [externalId, body]))
    expect(bodies).toEqual({ [wrong.id]: 'Três camisas', [seen.id]: 'Bom dia', [ours.id]: 'Já está indo' })
    expect(messages).toContainEqual(expect.objectContaining({ externalId: wrong.id, mediaType: 'conversation' }))
    const [of, who] = [{ kind: 'phone', value: '5511988886107' }, { kind: 'group' }]
    expect(changes).toHaveLength(5)
    for (const change of [
      { kind: 'edit', externalId: wrong.id, body: 'Três camisas', from: of },
      { kind: 'delete', externalId: gone.id, from: of },
      { kind: 'reaction', externalId: seen.id, emoji: '☀️', from: expect.objectContaining(who), isEcho: true },
      { kind: 'reaction', externalId: seen.id, emoji: '👍', author: expect.objectContaining({ name: '' }) },
      { kind: 'edit', externalId: ours.id, body: 'Já está indo', isEcho: true },
    ])
      expect(changes).toContainEqual(expect.objectContaining(change))
  })

  test('gives a change without a time the time of its message, so that it does not override later changes', async () => {
    const phone = world.phone()
    const ana = world.server.contact('5511988886108', 'Ana')
    const content = { editedMessage: { message: { conversation: 'Editado' } } }
    phone.remember({ with: ana, content, at: daysAgo(1), id: 'EDITED' })
    const session = await world.link(phone)
    await eventually(() => expect(session.store.history).toHaveLength(3))

    const { messages, changes } = await read(session)
    expect(messages).toMatchObject([{ externalId: 'EDITED', body: 'Editado' }])
    expect(changes).toMatchObject([{ kind: 'edit', body: 'Editado', doneAt: daysAgo(1).toISOString() }])
  })

  test('arrives in order and marks its last chunk', async () => {
    const phone = world.phone()
    const ana = world.server.contact('5511988886103', 'Ana')
    phone.remember(...Array.from({ length: 300 }, (_, day) => ({ with: ana, text: `${day}`, at: daysAgo(day) })))
    const session = await world.link(phone)
    await eventually(() => expect(session.store.history.at(-1)?.isLast).toBe(true))

    expect(session.store.history.map(({ isLast }) => isLast)).toEqual([undefined, undefined, false, true])
    for (const chunk of session.store.history) {
      const { messages } = await readHistory(chunk, (source) => session.session.fetch({ ...source }))
      const days = messages.map(({ body }) => Number(body))
      expect(days).toEqual(days.toSorted((one, other) => other - one))
    }
    expect((await read(session)).messages).toHaveLength(300)
  })

  test('is downloaded if it arrives as a file', async () => {
    const phone = world.phone()
    phone.sendsAllHistory = true
    const ana = world.server.contact('5511988886104', 'Ana')
    phone.remember({ with: ana, text: 'Há muito tempo', at: daysAgo(600), isOld: true })
    const session = await world.link(phone)
    await eventually(() => expect(session.store.history).toHaveLength(4))
    expect((await read(session)).messages).toMatchObject([{ body: 'Há muito tempo' }])
  })

  test('is acknowledged only once it is stored, and comes again if the process died before', async () => {
    const phone = world.phone()
    const ana = world.server.contact('5511988886105', 'Ana')
    phone.remember({ with: ana, text: 'Uma vez', at: daysAgo(1) })
    const session = world.session()
    session.onQr = (qr) => void phone.scan(qr)
    session.store.onWrite = ({ history }) => {
      if (history.length > 0 && session.store.history.length === 0) session.store.refusal ??= new Error('killed')
    }
    session.session.start()
    await eventually(() => expect(session.store.refusal).toBeDefined())
    session.store.onWrite = undefined
    session.store.refusal = undefined

    await eventually(() => expect(session.store.history).toHaveLength(3))
    expect((await read(session)).messages).toMatchObject([{ body: 'Uma vez' }])
  })

  test('is ignored from anybody but our own phone', async () => {
    const session = await world.link()
    const ana = world.server.contact('5511988886106', 'Ana')
    await eventually(() => expect(session.store.history).toHaveLength(3))
    const historySyncNotification = { syncType: proto.HistorySync.HistorySyncType.RECENT, progress: 100 }
    const type = proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION
    await ana.chat(session.phone).raw({ protocolMessage: { type, historySyncNotification } })
    await session.message((await ana.chat(session.phone).text('Depois')).id)
    expect(session.store.history).toHaveLength(3)
  })

  test('is refused if it decompresses to more than the limit', async () => {
    const { deflateSync } = await import('node:zlib')
    const bomb = deflateSync(Buffer.alloc(300 * 1024 * 1024))
    const bytes = proto.Message.HistorySyncNotification.encode({ initialHistBootstrapInlinePayload: bomb }).finish()
    const never = () => Promise.reject(new Error('nothing lies elsewhere'))
    await expect(readHistory({ bytes, own: { id: '', lid: '' } }, never)).rejects.toThrow(/larger than/)
  })
})
