import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Contact, Phone } from '@guiche/wa-testserver'
import { SentMessages } from '../src/outbound/sent-messages.ts'
import { type TestSession, eventually, worldOfFile } from './world.ts'

const world = worldOfFile()
const inAnHour = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)
const until = inAnHour.toISOString()

let session: TestSession & { phone: Phone }
let stranger: Contact
beforeEach(async () => {
  session = await world.link()
  stranger = world.customer()
})

describe('a number that may not write to strangers', () => {
  test('is told so, and told when it may again', async () => {
    await session.phone.restrictNewChats(inAnHour)
    await eventually(() => expect(session.limits).toEqual([{ isOn: true, limit: { scope: 'new_chats', until } }]))
    await session.phone.liftRestriction()
    await eventually(() => expect(session.limits.at(-1)).toEqual({ isOn: false, scope: 'new_chats' }))
  })

  test('learns from a refusal until when; who wrote to it is answered as before', async () => {
    session.phone.timeLock = inAnHour
    expect(await session.send(stranger.number, { body: 'Oferta!' })).toEqual({
      status: 'held',
      limit: { scope: 'new_chats', until },
    })
    expect(session.limits).toEqual([])

    const { id } = await stranger.chat(session.phone).text('Oi')
    await session.message(id)
    expect(await session.send(stranger.number, { body: 'Oi, Ana' })).toEqual({ status: 'sent' })
  })

  test('that has used up its new chats waits for the next cycle', async () => {
    await session.phone.capNewChats(10, 10, inAnHour)
    await eventually(() => expect(session.limits).toEqual([{ isOn: true, limit: { scope: 'new_chats', until } }]))
    expect(await session.send(stranger.number, { body: 'Oferta!' })).toEqual({
      status: 'held',
      limit: { scope: 'new_chats', until },
    })
    expect(stranger.inbox).toEqual([])
  })

  test('waits for as long as the house thinks right where nobody says until when', async () => {
    world.server.faults.rejectMessages(463, { phone: session.phone })
    const undo = world.server.faults.intercept((stanza, direction) => {
      if (direction === 'fromClient' && stanza.tag === 'message')
        world.server.faults.rejectQueries(503, { phone: session.phone, times: 10 })
      return 'pass'
    })
    expect(await session.send(stranger.number, { body: 'Oferta!' })).toEqual({
      status: 'held',
      limit: { scope: 'new_chats' },
    })
    undo()
    world.server.faults.acceptQueries(session.phone)
    expect(session.limits).toEqual([])
  })

  test('is not held to be one for a refusal that no limit explains: it is tried once more', async () => {
    world.server.faults.rejectMessages(463, { phone: session.phone })
    expect(await session.send(stranger.number, { body: 'Oi' })).toEqual({ status: 'sent' })
    expect(stranger.inbox).toHaveLength(1)

    world.server.faults.rejectMessages(463, { phone: session.phone, times: 2 })
    expect(await session.send(stranger.number, { body: 'De novo' })).toEqual({
      status: 'held',
      limit: { scope: 'new_chats' },
    })
    expect(session.limits).toEqual([])
  })
})

test('the token that comes with a message is kept, the newest of each person, for the answer', async () => {
  const token = (t: number, value: string) => ({ token: { t, value: Buffer.from(value) } })
  const chat = stranger.chat(session.phone)
  await session.message((await chat.text('um', token(200, 'newer'))).id)
  await session.message((await chat.text('dois', token(100, 'older'))).id)
  await session.message((await chat.text('três')).id)
  const kept = () => session.store.secrets.get(`tctoken ${stranger.lidJid()}`)
  await eventually(() => expect(kept()).toContain(Buffer.from('newer').toString('base64')))
})

describe('a message that could not go', () => {
  test('because the number sends too much waits with all others', async () => {
    world.server.faults.limitRate({ phone: session.phone })
    expect(await session.send(stranger.number, { body: 'Oi' })).toEqual({
      status: 'held',
      limit: { scope: 'everything' },
    })
  })

  test('because its line was lost has used up no try', async () => {
    world.server.faults.loseMessages('beforeAck', { phone: session.phone })
    const answer = session.send(stranger.number, { body: 'Oi' })
    await eventually(() => expect(session.session.state.status).toBe('connected'))
    await session.phone.chat(stranger).text('da loja')
    session.phone.linkedDevice.cut()
    expect(await answer).toEqual({ status: 'held' })
  })
})

test('an answer that does not come is the line’s fault where nothing else came either', async () => {
  vi.useFakeTimers()
  try {
    const [dead, alive] = [new SentMessages(), new SentMessages()]
    const answers = [dead.untilAcknowledged('1'), alive.untilAcknowledged('1')]
    alive.hear()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await Promise.all(answers)).toEqual([
      { status: 'held' },
      { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' },
    ])
  } finally {
    vi.useRealTimers()
  }
})
