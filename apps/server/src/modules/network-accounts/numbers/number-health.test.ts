import { type PhoneNumber, metaJson, signatureOf } from '@guiche/graph-testserver'
import { describe, expect, test } from 'vitest'
import { eventually } from '#test/world'
import { metaOfFile } from '#test/world/meta-world'
import { tellEndingTokens } from './daily.ts'

const meta = metaOfFile()

async function connected(options: Parameters<typeof meta.connectNumber>[1] = {}) {
  const company = await meta.world.company()
  const admin = await company.admin()
  const { number, connection } = await meta.connectNumber(admin, options)
  const shown = async () => (await admin.get(`/whatsapp/${connection.id}`)).body
  const events = async (): Promise<Record<string, unknown>[]> =>
    (await admin.get(`/whatsapp/${connection.id}/events`)).body.events
  const notices = async () => (await events()).flatMap(({ notice }) => notice ?? [])
  return { company, admin, number, connection, account: number.account, shown, events, notices }
}

/** Tells it once more, as at that time, signed by the app of the installation. */
async function tellAt(at: Date, { account }: PhoneNumber, field: string, value: object): Promise<number> {
  const entry = { id: account.id, time: Math.floor(at.getTime() / 1000), changes: [{ field, value }] }
  const body = metaJson({ object: 'whatsapp_business_account', entry: [entry] })
  const url = `${await meta.world.url()}/webhook`
  return meta.server.webhooks.sendRaw(url, body, meta.app.secret)
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

describe('what ends a connection', () => {
  test('is an app that the business removes, until it is connected again', async () => {
    const { admin, number, connection, account, shown, events } = await connected()
    await account.uninstall(meta.app)
    await meta.settled()
    expect(await shown()).toMatchObject({ status: 'DISCONNECTED', endReason: 'app_removed' })
    expect((await events())[0]).toMatchObject({ kind: 'ended', reason: 'app_removed' })
    const token = account.business.token(meta.app)
    expect((await admin.put(`/whatsapp-official/${connection.id}`, { token })).body.status).toBe('CONNECTED')
    // Meta has not heard yet that it arrived, and tells it again.
    const removed = { event: 'PARTNER_APP_UNINSTALLED', waba_info: { waba_id: account.id } }
    expect(await tellAt(minutes(-5), number, 'account_update', removed)).toBe(200)
    expect(await shown()).toMatchObject({ status: 'CONNECTED', endReason: null })
  })

  test('is an account that Meta closes, until Meta opens it again', async () => {
    const { number, account, shown, events } = await connected()
    await account.ban()
    await meta.settled()
    expect(await shown()).toMatchObject({ status: 'DISCONNECTED', endReason: 'restricted' })
    await account.reinstate()
    await meta.settled()
    expect(await shown()).toMatchObject({ status: 'CONNECTED', endReason: null })
    expect((await events()).map(({ kind }) => kind)).toEqual(['connected', 'ended', 'connected'])
    const closed = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } }
    await tellAt(minutes(-5), number, 'account_update', closed)
    expect(await shown()).toMatchObject({ status: 'CONNECTED' })
  })

  test('is told once, and of one company alone', async () => {
    const { number, shown, events } = await connected()
    const other = await connected()
    const removed = { event: 'PARTNER_APP_UNINSTALLED', waba_info: { waba_id: number.account.id } }
    for (let time = 0; time < 3; time += 1) await tellAt(minutes(1), number, 'account_update', removed)
    expect((await events()).filter(({ kind }) => kind === 'ended')).toHaveLength(1)
    expect(await shown()).toMatchObject({ status: 'DISCONNECTED' })
    expect(await other.shown()).toMatchObject({ status: 'CONNECTED' })
  })

  test('an account that opens again is no number whose token has ended', async () => {
    const { company, account, shown } = await connected()
    await company.sql("update network_accounts set ended_because = 'token_ended' where company_id = $1", [company.id])
    await company.sql("update connections set status = 'disconnected' where company_id = $1", [company.id])
    await account.reinstate()
    await meta.settled()
    expect(await shown()).toMatchObject({ status: 'DISCONNECTED', endReason: 'token_ended' })
  })
})

test('a restriction holds what waits until its time, and one that is over holds nothing', async () => {
  const { number, account, shown, events } = await connected()
  const until = minutes(90)
  await account.restrict(until)
  await meta.settled()
  const { status, sendingLimit } = await shown()
  expect([status, sendingLimit.scope]).toEqual(['CONNECTED', 'everything'])
  expect(Math.abs(Date.parse(sendingLimit.until) - until.getTime())).toBeLessThan(1000)
  expect((await events()).filter(({ kind }) => kind === 'limited')).toHaveLength(2)

  const late = await connected()
  const restriction = { restriction_type: 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING', expiration: 1_700_000_000 }
  await tellAt(minutes(1), late.number, 'account_update', {
    event: 'ACCOUNT_RESTRICTION',
    restriction_info: [restriction],
  })
  expect((await late.shown()).sendingLimit).toBeNull()
  number.refusedWith = undefined
})

test('a token that ends within a week is told once, while the number still works', async () => {
  const ending = await connected({ days: 6 })
  const lasting = await connected({ days: 20 })
  for (let time = 0; time < 2; time += 1) await tellEndingTokens(meta.world.app.deps)
  expect(await ending.notices()).toEqual([{ about: 'token', value: expect.stringMatching(/Z$/) }])
  expect(await lasting.notices()).toEqual([])
  expect((await ending.shown()).status).toBe('CONNECTED')
})

describe('what Meta says of a number that goes on', () => {
  test.each([
    ['phone_number_quality_update', { event: 'FLAGGED' }, { about: 'quality', value: 'FLAGGED' }],
    [
      'phone_number_quality_update',
      { event: 'UPGRADE', current_limit: 'TIER_10K', max_daily_conversations_per_business: 'TIER_10K' },
      { about: 'limit', value: 'TIER_10K' },
    ],
    [
      'phone_number_name_update',
      { decision: 'REJECTED', rejection_reason: 'NAME_NOT_CONSISTENT' },
      { about: 'name', value: 'REJECTED', details: 'NAME_NOT_CONSISTENT' },
    ],
    [
      'phone_number_name_update',
      { decision: 'APPROVED', rejection_reason: 'NONE' },
      { about: 'name', value: 'APPROVED' },
    ],
    ['account_review_update', { decision: 'APPROVED' }, { about: 'review', value: 'APPROVED' }],
    [
      'account_update',
      { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } },
      { about: 'violation', value: 'SCAM' },
    ],
    [
      'account_update',
      { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ restriction_type: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION' }] },
      { about: 'restriction', value: 'RESTRICTED_ADD_PHONE_NUMBER_ACTION' },
    ],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE', waba_ban_date: '2026-12-01' } },
      { about: 'closing', value: '2026-12-01' },
    ],
    [
      'account_alerts',
      { entity_type: 'WABA', alert_info: { alert_type: 'OBA_REJECTED', alert_description: 'Add a payment method' } },
      { about: 'alert', value: 'Add a payment method' },
    ],
    ['business_capability_update', { max_daily_conversations_per_business: 2000 }, { about: 'limit', value: '2000' }],
  ])('%s %j stands in the history, once', async (field, value, notice) => {
    const { number, shown, notices } = await connected()
    const told = field.startsWith('phone_number') ? { display_phone_number: number.display, ...value } : value
    for (let time = 0; time < 2; time += 1) expect(await tellAt(minutes(0), number, field, told)).toBe(200)
    expect(await notices()).toEqual([notice])
    expect((await shown()).status).toBe('CONNECTED')
  })

  test('is of the number that it names, and not of another one of the account', async () => {
    const first = await connected()
    const sister = first.account.number('5511955550000')
    const { connection } = await meta.connectNumber(first.admin, { number: sister })
    await tellAt(minutes(0), sister, 'phone_number_quality_update', {
      display_phone_number: '+55 11 95555-0000',
      event: 'FLAGGED',
    })
    expect(await first.notices()).toEqual([])
    const { events } = (await first.admin.get(`/whatsapp/${connection.id}/events`)).body
    expect(events[0]).toMatchObject({ kind: 'notice' })
  })

  test.each([
    ['account_update', { event: 'SOMETHING_NEW' }],
    ['account_update', 'no object'],
    [
      'account_update',
      { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ restriction_type: '__proto__', expiration: 9e9 }] },
    ],
    ['phone_number_quality_update', { event: 7 }],
    ['a_new_field', { anything: true }],
    ['__proto__', {}],
  ])('%s %j has no effect', async (field, value) => {
    const { number, shown, events } = await connected()
    const entry = { id: number.account.id, time: 1, changes: [{ field, value }, 'no change', { field: 1 }] }
    const body = metaJson({ object: 'whatsapp_business_account', entry: [entry, 'no entry'] })
    const url = `${await meta.world.url()}/webhook`
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signatureOf(meta.app.secret, body) },
      body,
    })
    expect(response.status).toBe(200)
    expect(await shown()).toMatchObject({ status: 'CONNECTED', sendingLimit: null })
    expect((await events()).map(({ kind }) => kind)).toEqual(['connected'])
  })
})

describe('what a refused message says of its number', () => {
  test.each([
    [131042, 'ERR_PAYMENT_MISSING', { about: 'payment', value: null }],
    [131037, 'ERR_NAME_NOT_APPROVED', { about: 'name', value: 'NOT_APPROVED' }],
  ])(
    '%d stands in the history once, told in the answer or later, and other messages go on',
    async (code, reason, notice) => {
      const shop = await meta.numberShop()
      const notices = async () => {
        const { events } = (await shop.admin.get(`/whatsapp/${shop.connectionId}/events`)).body
        return events.flatMap((event: { notice: unknown }) => event.notice ?? [])
      }
      const talk = await meta.chat(shop)
      shop.number.refusedWith = code
      const atOnce = await talk.write('Recusada na resposta')
      await talk.shown(atOnce.id, ({ failure }) => expect(failure).toBe(reason))
      expect(await notices()).toEqual([notice])
      shop.number.refusedWith = undefined
      talk.person.failsWith = code
      const later = await talk.write('Recusada depois')
      await talk.shown(later.id, ({ failure }) => expect(failure).toBe(reason))
      expect(await notices()).toEqual([notice])
      talk.person.failsWith = undefined
      const next = await talk.write('Esta vai')
      await talk.shown(next.id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
      expect((await shop.admin.get(`/whatsapp/${shop.connectionId}`)).body.status).toBe('CONNECTED')
    },
  )

  test('is told again a day later, because nobody says when it has passed', async () => {
    const { company, number, notices } = await connected()
    const value = { metadata: number.metadata, errors: [{ code: 131042, title: 'Business eligibility payment issue' }] }
    for (let time = 0; time < 2; time += 1) await tellAt(minutes(0), number, 'messages', value)
    expect(await notices()).toEqual([{ about: 'payment', value: null }])
    await company.sql("update connection_events set created_at = now() - interval '25 hours' where company_id = $1", [
      company.id,
    ])
    await tellAt(minutes(0), number, 'messages', value)
    await eventually(async () => expect(await notices()).toHaveLength(2))
  })

  test('stops or holds what waits, also if it is said after the answer', async () => {
    const shop = await meta.numberShop()
    const talk = await meta.chat(shop)
    const shown = async () => (await shop.admin.get(`/whatsapp/${shop.connectionId}`)).body
    talk.person.failsWith = 131048
    const slow = await talk.write('Espera o limite')
    await eventually(async () => expect((await shown()).sendingLimit).not.toBeNull())
    await shop.company.sql('delete from connection_limits where connection_id = $1', [shop.connectionId])
    talk.person.failsWith = undefined
    await talk.shown(slow.id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
    talk.person.failsWith = 131031
    const last = await talk.write('Espera a conta')
    await eventually(async () =>
      expect(await shown()).toMatchObject({ status: 'DISCONNECTED', endReason: 'restricted' }),
    )
    await talk.shown(last.id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, null]))
    talk.person.failsWith = undefined
    const token = shop.number.account.business.token(meta.app)
    await shop.admin.put(`/whatsapp-official/${shop.connectionId}`, { token })
    await talk.shown(last.id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
  })

  test('is no news if it is told days later', async () => {
    const { company, number, shown } = await connected()
    const failed = (code: number) => ({
      metadata: number.metadata,
      statuses: [
        {
          id: 'wamid.OLD',
          status: 'failed',
          timestamp: '1763680010',
          recipient_id: '5511987654321',
          errors: [{ code }],
        },
      ],
    })
    for (const code of [131048, 131031, 131050])
      expect(await tellAt(minutes(0), number, 'messages', failed(code))).toBe(200)
    expect(await shown()).toMatchObject({ status: 'CONNECTED', sendingLimit: null })
    expect(await company.sql('select id from opt_outs where company_id = $1', [company.id])).toEqual([])
  })
})
