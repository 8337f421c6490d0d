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
  test('is reported, and so is the end of the limit', async () => {
    await session.phone.restrictNewChats(inAnHour)
    await eventually(() => expect(session.limits).toEqual([{ isOn: true, limit: { scope: 'new_chats', until } }]))
    await session.phone.liftRestriction()
    await eventually(() => expect(session.limits.at(-1)).toEqual({ isOn: false, scope: 'new_chats' }))
  })

  test('queries the end of the limit after a refusal; existing chats are not affected', async () => {
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

  test('is reported without an end if WhatsApp does not tell one', async () => {
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

  test('is read when somebody asks, and so is its end', async () => {
    const ask = () => session.session.ask({ about: 'limits', companyId: 1, connectionId: 1 })
    const lifted = { isOn: false, scope: 'new_chats' }
    await ask()
    expect(session.limits).toEqual([lifted])
    session.phone.timeLock = inAnHour
    await ask()
    expect(session.limits.at(-1)).toEqual({ isOn: true, limit: { scope: 'new_chats', until } })
    session.phone.timeLock = undefined
    session.phone.newChatCap = { total: 10, used: 10, endsAt: inAnHour }
    session.limits.length = 0
    await Promise.all([ask(), ask()])
    expect(session.limits).toEqual([{ isOn: true, limit: { scope: 'new_chats', until } }])
    session.phone.newChatCap = { total: 10, used: 9, endsAt: inAnHour }
    await ask()
    expect(session.limits.at(-1)).toEqual(lifted)
    world.server.faults.rejectQueries(503, { phone: session.phone, times: 10 })
    await expect(ask()).rejects.toThrow('internal-server-error')
    world.server.faults.acceptQueries(session.phone)
  })

  test('is not assumed after a refusal without a limit; the message is tried once more', async () => {
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

test('the newest token of each person is stored from messages for the answer', async () => {
  const token = (t: number, value: string) => ({ token: { t, value: Buffer.from(value) } })
  const chat = stranger.chat(session.phone)
  await session.message((await chat.text('um', token(200, 'newer'))).id)
  await session.message((await chat.text('dois', token(100, 'older'))).id)
  await session.message((await chat.text('três')).id)
  const kept = () => session.store.secrets.get(`tctoken ${stranger.lidJid()}`)
  await eventually(() => expect(kept()).toContain(Buffer.from('newer').toString('base64')))
})

describe('a message that could not be sent', () => {
  test('because of a rate limit is held like all others', async () => {
    world.server.faults.limitRate({ phone: session.phone })
    expect(await session.send(stranger.number, { body: 'Oi' })).toEqual({
      status: 'held',
      limit: { scope: 'everything' },
    })
  })

  test('because a query for it exceeded the rate limit is held too', async () => {
    world.server.faults.rejectQueries(429, { phone: session.phone, times: 10 })
    expect(await session.send(stranger.number, { body: 'Oi' })).toEqual({
      status: 'held',
      limit: { scope: 'everything' },
    })
    world.server.faults.acceptQueries(session.phone)
  })

  test('because the connection was lost has used up no attempt', async () => {
    world.server.faults.loseMessages('beforeAck', { phone: session.phone })
    const answer = session.send(stranger.number, { body: 'Oi' })
    await eventually(() => expect(session.session.state.status).toBe('connected'))
    await session.phone.chat(stranger).text('da loja')
    session.phone.linkedDevice.cut()
    expect(await answer).toEqual({ status: 'held', mayHaveLeft: true })
  })
})

test('a missing answer counts as a lost connection if nothing else was received either', async () => {
  vi.useFakeTimers()
  try {
    const [dead, alive] = [new SentMessages(), new SentMessages()]
    const answers = [dead.untilAcknowledged('1'), alive.untilAcknowledged('1')]
    alive.hear()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await Promise.all(answers)).toEqual([
      { status: 'held', mayHaveLeft: true },
      { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' },
    ])
  } finally {
    vi.useRealTimers()
  }
})
