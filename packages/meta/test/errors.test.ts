import { describe, expect, test } from 'vitest'
import { ExchangeFailed, GraphError, UnexpectedAnswer, remedyFor } from '@guiche/meta'
import { metaWorld } from './world.ts'

const world = metaWorld()

const fail = (reason: string) => ({ do: 'fail', reason })
const told = (reason: string) => ({ ...fail(reason), tells: true })
const stop = (because: string) => ({ do: 'stop', because })

type Code = number | readonly [code: number, subcode: number]

describe('the documented errors', () => {
  test.each<[name: string, codes: readonly Code[], remedy: object]>([
    ['a token that has ended', [0, 190, [190, 460], [190, 463], [190, 467], [190, 492]], stop('token_ended')],
    ['outside of the window', [[10, 2018278], 131047], fail('ERR_WINDOW_CLOSED')],
    ['a permission that is missing', [3, 10, 200, 299, 131005], stop('permission_lost')],
    ['nobody with this id', [[100, 2018001]], fail('ERR_NO_SUCH_PERSON')],
    ['a tag that has ended', [[100, 1893061]], fail('ERR_WINDOW_CLOSED')],
    ['somebody who is not available', [551, [551, 1545041]], fail('ERR_PERSON_NOT_AVAILABLE')],
    ['a limit of everything', [4, 17, 32, 613, 80007, 133016], { do: 'hold' }],
    ['a limit of campaigns', [131048], { do: 'holdCampaigns', reason: 'ERR_SENDING_LIMITED' }],
    ['a limit of a moment', [130429], { do: 'hold', forSeconds: 2 }],
    ['a limit of one person', [131056], { do: 'holdPair' }],
    ['what passes', [1, 2, 1200, 131000, 131016, 131057, 133004], { do: 'again' }],
    ['what can be done without', [230, 139100], { do: 'without' }],
    ['a block for policies', [368, 131031], stop('restricted')],
    ['a number that is not registered', [133006, 133010, 131045], stop('not_registered')],
    [
      'a file of a page',
      [
        [100, 2018109],
        [100, 2534080],
      ],
      told('ERR_FILE_REFUSED'),
    ],
    ['a file of a number', [131052, 131053], { ...told('ERR_FILE_REFUSED'), mayEncode: true }],
    ['somebody who is not on WhatsApp', [131026], fail('ERR_NOT_ON_WHATSAPP')],
    ['a message to the own number', [131021], fail('ERR_SENT_TO_ITSELF')],
    ['a country that is not allowed', [130497], fail('ERR_COUNTRY_REFUSED')],
    ['a name that is not approved', [131037], fail('ERR_NAME_NOT_APPROVED')],
    ['a payment that is missing', [131042], fail('ERR_PAYMENT_MISSING')],
    ['terms of payments that are not accepted', [134011], fail('ERR_PAYMENT_TERMS')],
    ['marketing that Meta holds back', [131049, 130472], fail('ERR_MARKETING_HELD_BACK')],
    ['marketing that nobody wants', [131050], fail('ERR_MARKETING_STOPPED')],
    ['an id where a number is needed', [131062], fail('ERR_NUMBER_NEEDED')],
    ['values that a template does not take', [132000, 132005, 132007, 132012], told('ERR_TEMPLATE_VALUES')],
    ['a template that is missing', [132001], fail('ERR_TEMPLATE_MISSING')],
    ['a template that is paused', [132015, 132016], fail('ERR_TEMPLATE_PAUSED')],
    ['a form that is blocked', [132068], told('ERR_FORM_BLOCKED')],
    ['a form that was sent too often', [132069], told('ERR_FORM_THROTTLED')],
    ['a kind of message that is not taken', [131051], told('ERR_KIND_REFUSED')],
    ['a flaw in the message', [33, 100, [100, 33], 131008, 131009, 135000], told('ERR_MESSAGE_FLAWED')],
    ['anything else', [77777], told('ERR_REFUSED_BY_META')],
  ])('%s', (_name, codes, remedy) => {
    for (const one of codes) {
      const [code, subcode] = typeof one === 'number' ? [one, undefined] : one
      expect([one, remedyFor(code, subcode)]).toEqual([one, remedy])
    }
  })
})

const errorOf = async (sent: Promise<unknown>): Promise<unknown> => {
  try {
    return await sent
  } catch (error) {
    return error
  }
}

describe('a refusal', () => {
  test('has its remedy, and neither token nor address', async () => {
    const { sending, send } = await world.talk('page')
    world.server.expire(sending.token)
    const error = await errorOf(send('Oi'))
    expect(error).toBeInstanceOf(GraphError)
    expect(error).toMatchObject({ code: 190, subcode: 463, remedy: { do: 'stop', because: 'token_ended' } })
    expect(String(error)).not.toContain(sending.token)
    expect(String(error)).not.toContain(world.server.url)
  })

  test('of a limit says how long to wait, if Meta does', async () => {
    const { send } = await world.talk('page')
    world.server.limits.page = { burst: 0, perSecond: 0 }
    expect(await errorOf(send('Oi'))).toMatchObject({ code: 613, remedy: { do: 'hold' }, retryAfterSeconds: 60 })
  })

  test('waits as long as the usual header says, in seconds', async () => {
    const { send } = await world.talk('page')
    world.server.faults.answer(429, {
      body: { error: { message: 'Slow down', code: 4 } },
      headers: { 'Retry-After': '7' },
      times: 1,
    })
    expect(await errorOf(send('Oi'))).toMatchObject({ code: 4, remedy: { do: 'hold' }, retryAfterSeconds: 7 })
  })

  test('says by what Meta finds it again, and what exactly is wrong', async () => {
    const { send } = await world.talk('page')
    const error = { message: '(#131009) Parameter value is not valid', code: 131009, fbtrace_id: 'Az8or2yhqkZfEZ' }
    const body = { error: { ...error, error_data: { details: 'The button is too long.' } } }
    world.server.faults.answer(400, { body, times: 1 })
    expect(await errorOf(send('Oi'))).toMatchObject({ traceId: 'Az8or2yhqkZfEZ', details: 'The button is too long.' })
  })

  test('of somebody who has blocked the page fails that message alone', async () => {
    const { chat, send } = await world.talk('page')
    chat.friend.failsWith = 551
    expect(await errorOf(send('Oi'))).toMatchObject({ remedy: fail('ERR_PERSON_NOT_AVAILABLE') })
  })
})

describe('a message whose answer does not come', () => {
  test('is sent once, and may have arrived', async () => {
    const { person, send } = await world.talk('page')
    world.server.faults.loseAnswers({ times: 1 })
    const error = await errorOf(send('Oi'))
    expect(error).toBeInstanceOf(ExchangeFailed)
    expect(error).toMatchObject({ mayHaveArrived: true })
    await world.server.webhooks.idle()
    expect(person.inbox.messages).toHaveLength(1)
  })

  test('or that cannot be read, may have arrived too', async () => {
    const { send } = await world.talk('page')
    world.server.faults.garble({ times: 1 })
    expect(await errorOf(send('Oi'))).toMatchObject({ mayBeDone: true })
    world.server.faults.answer(502, { text: '<html>', times: 1 })
    const error = await errorOf(send('Oi'))
    expect(error).toBeInstanceOf(UnexpectedAnswer)
    expect(error).toMatchObject({ mayBeDone: true })
  })
})
