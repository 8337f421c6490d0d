import { randomBytes } from 'node:crypto'
import type { Contact, Phone } from '@guiche/wa-testserver'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestSession, endTimer, eventually, worldOfFile } from './world.ts'

const world = worldOfFile()
let session: TestSession & { phone: Phone }
let ana: Contact
beforeEach(async () => {
  session = await world.link()
  ana = world.customer()
})

const chat = () => ana.chat(session.phone)

describe('a message without its content, as from an advertisement', () => {
  test('is requested from the phone and received like any other', async () => {
    const { id } = await chat().text('Vi o anúncio. Quanto custa?', { withheld: '' })

    expect(await session.message(id)).toMatchObject({
      body: 'Vi o anúncio. Quanto custa?',
      mediaType: 'conversation',
      from: { kind: 'phone', value: ana.number },
      aliases: [{ kind: 'lid' }],
      name: 'Ana',
    })
    expect(session.store.messages()).toHaveLength(1)
    await eventually(() => expect(session.store.namesOf('missing')).toEqual([]))
  })

  test('is received with its file, and can be edited later', async () => {
    const file = randomBytes(20_000)
    const { id } = await chat().image(file, { caption: 'Este', withheld: '' })
    const { media } = await session.message(id)
    if (!media || !('source' in media)) throw new Error('no file')
    expect(media.mime).toBe('image/jpeg')
    const said = await chat().text('Quero dois', { withheld: '' })
    await session.message(said.id)
    await chat().edit(said.id, 'Quero três')
    expect(await session.told('edit', said.id)).toMatchObject({ body: 'Quero três' })
  })

  test('is marked as missed if its content arrives late, so that it gets no automatic reply', async () => {
    const [early, now] = [new Date(Date.now() - 3_600_000), await chat().text('Agora', { withheld: '' })]
    const { id } = await chat().text('De manhã', { withheld: '', sentAt: early })
    expect((await session.message(id)).missed).toMatchObject({ isGap: true })
    expect((await session.message(now.id)).missed).toBeUndefined()
  })

  test('is shown as a placeholder if too many are waiting', async () => {
    const undo = unanswered()
    const ids = []
    for (let turn = 0; turn < 101; turn += 1) ids.push((await chat().text(`${turn}`, { withheld: '' })).id)
    expect(await session.message(`${ids[0] ?? ''}:missing`)).toMatchObject({ mediaType: 'placeholderMessage' })
    await eventually(() => expect(session.store.namesOf('missing')).toHaveLength(100))
    undo()
  })

  test('is requested again after a restart', async () => {
    const undo = unanswered()
    const { id } = await chat().text('Vi o anúncio', { withheld: '' })
    await eventually(() => expect(session.store.namesOf('missing')).toHaveLength(1))
    undo()
    const again = await world.restarted(session)

    expect(await again.message(id)).toMatchObject({ body: 'Vi o anúncio', name: 'Ana' })
  })

  test('is shown as one placeholder if the phone does not answer, and received when it does', async () => {
    const undo = unanswered()
    const { result, again } = await endTimer(20_000, () => chat().text('Vi o anúncio', { withheld: '' }))
    again()

    await eventually(() => expect(session.store.messages()).toHaveLength(1))
    expect(session.store.messages()).toMatchObject([
      { mediaType: 'placeholderMessage', body: '', name: 'Ana', from: { kind: 'phone', value: ana.number } },
    ])
    const [placeholder] = session.store.messages()
    if (!placeholder) throw new Error('nothing was told')
    const { externalId } = placeholder
    await session.send(ana.number, { kind: 'read', externalId, readIds: [externalId] })
    await eventually(() => expect(ana.sent.get(result.id)?.progress).toBe('read'))
    undo()
    const next = await world.restarted(session)
    expect(await next.message(result.id)).toMatchObject({ body: 'Vi o anúncio' })
    expect(session.store.messages()).toHaveLength(2)
  })
})

test('view-once content is shown as such, because linked devices never get it', async () => {
  const photo = await chat().image(randomBytes(500), { withheld: 'view_once' })
  expect(await session.message(photo.id)).toMatchObject({ mediaType: 'viewOnceMessage', body: '', name: 'Ana' })
  const stripped = await chat().raw({ viewOnceMessageV2: { message: { imageMessage: { viewOnce: true } } } })
  expect(await session.message(stripped.id)).toMatchObject({ mediaType: 'viewOnceMessage' })
  expect(session.store.namesOf('missing')).toEqual([])
})

test('a message to a broadcast list of the sender is a message to us', async () => {
  const { id } = await chat().text('Cardápio de hoje: feijoada', { list: '1700000000' })
  expect(await session.message(id)).toMatchObject({
    body: 'Cardápio de hoje: feijoada',
    from: { kind: 'phone', value: ana.number },
    name: 'Ana',
  })
  expect((await session.message(id)).isGroup).toBeUndefined()
})

test('the announcement of an album is not a message; its pictures are', async () => {
  await chat().raw({ albumMessage: { expectedImageCount: 2 } })
  const ids = [await chat().image(randomBytes(500)), await chat().image(randomBytes(500))].map(({ id }) => id)
  for (const id of ids) await session.message(id)
  expect(session.store.messages()).toHaveLength(2)
})

test.for([
  [{ groupMentionedMessage: { message: { conversation: 'Vejam isto' } } }, 'conversation', 'Vejam isto'],
  [{ interactiveMessage: { body: { text: 'Escolha um horário' } } }, 'interactiveMessage', 'Escolha um horário'],
  [{ groupInviteMessage: { groupName: 'Clube', caption: 'Entre!' } }, 'groupInviteMessage', 'Clube\nEntre!'],
] as const)('the text of an unsupported type is shown: %o', async ([content, mediaType, body]) => {
  const { id } = await chat().raw(content)
  expect(await session.message(id)).toMatchObject({ mediaType, body })
})

/** Requests to the phone are lost, as if it were off. */
function unanswered(): () => void {
  return world.server.faults.intercept((stanza, direction) =>
    direction === 'fromClient' && stanza.tag === 'message' && stanza.attrs['category'] === 'peer' ? 'drop' : 'pass',
  )
}
