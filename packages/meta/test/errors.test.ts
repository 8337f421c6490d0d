import { describe, expect, test } from 'vitest'
import { ExchangeFailed, GraphError, UnexpectedAnswer, remedyFor } from '@guiche/meta'
import { metaWorld } from './world.ts'

const world = metaWorld()

const fail = (reason: string) => ({ do: 'fail', reason })
const stop = (because: string) => ({ do: 'stop', because })

describe('the documented errors', () => {
  test.each([
    [
      'a token that has ended',
      [
        [190, undefined],
        [190, 460],
        [190, 463],
        [190, 467],
        [190, 492],
      ],
      stop('token_ended'),
    ],
    ['outside of the window', [[10, 2018278]], fail('ERR_WINDOW_CLOSED')],
    [
      'a permission that is missing',
      [
        [10, undefined],
        [200, undefined],
        [3, undefined],
      ],
      stop('permission_lost'),
    ],
    ['nobody with this id', [[100, 2018001]], fail('ERR_NO_SUCH_PERSON')],
    ['a tag that has ended', [[100, 1893061]], fail('ERR_WINDOW_CLOSED')],
    [
      'somebody who is not available',
      [
        [551, undefined],
        [551, 1545041],
      ],
      fail('ERR_PERSON_NOT_AVAILABLE'),
    ],
    [
      'a limit',
      [
        [4, undefined],
        [17, undefined],
        [32, undefined],
        [613, undefined],
      ],
      { do: 'hold' },
    ],
    [
      'what passes',
      [
        [1, undefined],
        [2, undefined],
        [1200, undefined],
      ],
      { do: 'again' },
    ],
    ['a profile that is not shown', [[230, undefined]], { do: 'without' }],
    ['a block for policies', [[368, undefined]], stop('restricted')],
    [
      'a file',
      [
        [100, 2018109],
        [100, 2534080],
      ],
      fail('ERR_FILE_REFUSED'),
    ],
    [
      'anything else',
      [
        [100, undefined],
        [100, 33],
        [77777, undefined],
      ],
      fail('ERR_SENDING_WAPP_MSG'),
    ],
  ] as const)('%s', (_name, codes, remedy) => {
    for (const [code, subcode] of codes) expect(remedyFor(code, subcode)).toEqual(remedy)
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
