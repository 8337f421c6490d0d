import type { PhoneNumber } from '@guiche/graph-testserver'
import { describe, expect, test } from 'vitest'
import {
  GraphError,
  isNumberOf,
  isSubscribed,
  readAccountNews,
  readChanges,
  readNumber,
  readToken,
  registerNumber,
  subscribeAccount,
  unsubscribeAccount,
} from '@guiche/meta'
import { metaWorld } from './world.ts'

const world = metaWorld()

function place(options: { isRegistered?: boolean; isOnPhoneApp?: boolean } = {}) {
  const account = world.server.business('Loja').account()
  const number = account.number('551133334444', 'Loja', options)
  return { account, ...keysOf(number) }
}

function keysOf(number: PhoneNumber) {
  const { account } = number
  const token = account.business.token(world.shop.app)
  return { token, number, key: { phoneNumberId: number.id, token }, accountKey: { accountId: account.id, token } }
}

describe('a token', () => {
  test('is looked at by the app itself, with what it may do and until when', async () => {
    const { account } = place()
    const token = account.business.token(world.shop.app, { scopes: ['whatsapp_business_messaging'], days: 2 })
    expect(await readToken(world.graph, token)).toEqual({
      isValid: true,
      appId: world.shop.app.id,
      scopes: ['whatsapp_business_messaging'],
      accountIds: [],
      endsAt: expect.any(Date),
    })
    expect(await readToken(world.graph, place().token)).toMatchObject({ isValid: true, endsAt: undefined })
    expect(await readToken(world.graph, 'EAAnever')).toMatchObject({ isValid: false, appId: undefined })
    world.server.expire(token)
    expect(await readToken(world.graph, token)).toMatchObject({ isValid: false })
  })

  test('of another app is refused, and the refusal does not repeat it', async () => {
    const other = world.server.app('Outro')
    const token = place().account.business.token(other)
    const refusal = await readToken(world.graph, token).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(GraphError)
    expect(String(refusal)).not.toContain(token)
  })
})

describe('a number', () => {
  test('is read as Meta shows it', async () => {
    const { key } = place()
    expect(await readNumber(world.graph, key)).toEqual({
      number: '551133334444',
      verifiedName: 'Loja',
      status: 'CONNECTED',
      quality: 'GREEN',
      nameStatus: 'APPROVED',
      tier: 'TIER_250',
      isRegistered: true,
      isOnPhoneApp: false,
    })
    expect(await readNumber(world.graph, place({ isOnPhoneApp: true }).key)).toMatchObject({ isOnPhoneApp: true })
  })

  test('is registered once, with its PIN', async () => {
    const { key, number } = place({ isRegistered: false })
    expect(await readNumber(world.graph, key)).toMatchObject({ isRegistered: false, status: 'PENDING' })
    await registerNumber(world.graph, key, '123456')
    expect([number.pin, number.isRegistered]).toEqual(['123456', true])
    await expect(registerNumber(world.graph, key, '654321')).rejects.toMatchObject({ code: 133005 })
  })

  test('is found among many of its account, and not in another one', async () => {
    const { account, accountKey } = place()
    const others = Array.from({ length: 230 }, (_, nth) => account.number(`5511400${String(1000 + nth)}`))
    expect(await isNumberOf(world.graph, accountKey, others.at(-1)?.id ?? '')).toBe(true)
    expect(await isNumberOf(world.graph, accountKey, place().number.id)).toBe(false)
    await expect(
      isNumberOf(world.graph, { ...accountKey, accountId: place().account.id }, others[0]?.id ?? ''),
    ).rejects.toMatchObject({ code: 100 })
  })
})

test('an account tells the app that is subscribed', async () => {
  const { accountKey, account } = place()
  expect(await isSubscribed(world.graph, accountKey)).toBe(false)
  await subscribeAccount(world.graph, accountKey)
  expect([await isSubscribed(world.graph, accountKey), account.subscribedApps.size]).toEqual([true, 1])
  await unsubscribeAccount(world.graph, accountKey)
  expect(await isSubscribed(world.graph, accountKey)).toBe(false)
})

describe('what happened at accounts', () => {
  const read = (body: unknown) => readChanges(Buffer.from(JSON.stringify(body)))
  const change = (value: unknown, field = 'account_update') => ({ field, value })
  const webhook = (...entry: unknown[]) => ({ object: 'whatsapp_business_account', entry })

  test('is read with what it concerns', () => {
    const messages = change({ metadata: { phone_number_id: '106', display_phone_number: '5511' } }, 'messages')
    const quality = change({ display_phone_number: '+55 11 3333-4444' }, 'phone_number_quality_update')
    const removed = change({ event: 'PARTNER_APP_UNINSTALLED', waba_info: { waba_id: '77' } })
    const whole = webhook({ id: '102', time: 1_763_680_000, changes: [messages, quality, removed] })
    const at = new Date(1_763_680_000_000)
    const common = { accountId: '102', phoneNumberId: undefined, number: undefined, at }
    expect(read(whole)).toEqual({
      changes: [
        { ...common, ...messages, phoneNumberId: '106' },
        { ...common, ...quality, number: '551133334444' },
        { ...common, ...removed, accountId: '77' },
      ],
      ignored: 0,
    })
  })

  test('is counted and left out where it is not as documented', () => {
    expect(read(webhook('x', { id: '1' }, { id: '1', time: 'x', changes: ['x', { value: 1 }, change(null)] }))).toEqual(
      {
        changes: [{ ...change(null), accountId: '1', phoneNumberId: undefined, number: undefined, at: undefined }],
        ignored: 4,
      },
    )
  })

  test('is not what other objects tell, or no JSON', () => {
    expect([read({ object: 'page', entry: [] }), read([]), readChanges(Buffer.from('{'))]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each([
    [{ event: 'PARTNER_APP_UNINSTALLED' }, [{ kind: 'ended', because: 'app_removed' }]],
    [{ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }, [{ kind: 'restored' }]],
    [{ event: 'DISABLED_UPDATE' }, []],
    [
      {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [
          { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1_763_680_000 },
          { restriction_type: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION', expiration: 1_763_680_000 },
          { restriction_type: 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING', expiration: 1e300 },
        ],
      },
      [
        { kind: 'limited', scope: 'new_chats', until: new Date(1_763_680_000_000) },
        { kind: 'notice', about: 'restriction', value: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION' },
      ],
    ],
    [undefined, []],
  ])('%j means %j', (value, news) => {
    expect(readAccountNews(change(value))).toEqual(news)
  })
})
