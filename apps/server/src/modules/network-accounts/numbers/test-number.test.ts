import { afterEach, expect, test } from 'vitest'
import { metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile()
afterEach(() => meta.server.faults.clear())

async function connected(options: Parameters<typeof meta.connectNumber>[1] = {}) {
  const admin = await (await meta.world.company()).admin()
  const { number, token, connection } = await meta.connectNumber(admin, options)
  const steps = async () => {
    const { status, body } = await admin.post(`/whatsapp-official/${connection.id}/test`, {})
    expect(status).toBe(200)
    return body.steps.map(({ step, outcome, reason, detail }: Record<string, string>) =>
      [step, outcome, reason, detail].filter((part) => part !== undefined),
    )
  }
  return { admin, number, token, steps }
}

const waiting = (...steps: string[]) => steps.map((step) => [step, 'waiting'])

test('all is well, and a webhook is awaited until one has come', async () => {
  const { number, steps } = await connected()
  const fine = [
    ['token', 'ok'],
    ['scopes', 'ok'],
    ['expiry', 'ok', 'never_ends'],
    ['number', 'ok'],
    ['registration', 'ok'],
  ]
  expect(await steps()).toEqual([...fine, ['webhook', 'waiting', 'no_webhook_yet']])
  await meta.server.person('5531987654321', 'Ana Lima').chat(number).text('Oi')
  await meta.settled()
  expect(await steps()).toEqual([...fine, ['webhook', 'ok', expect.stringMatching(/^\d{4}-/)]])
})

test('a token that ends is told with its time', async () => {
  const { steps } = await connected({ days: 3 })
  expect((await steps())[2]).toEqual(['expiry', 'ok', 'ends_soon', expect.stringMatching(/Z$/)])
  const later = await connected({ days: 50 })
  expect((await later.steps())[2]).toEqual(['expiry', 'ok', expect.stringMatching(/Z$/)])
})

test('what fails is told, and the steps after it wait', async () => {
  const ended = await connected()
  meta.server.expire(ended.token)
  expect(await ended.steps()).toEqual([
    ['token', 'failed', 'token_refused'],
    ...waiting('scopes', 'expiry', 'number', 'registration', 'webhook'),
  ])

  const narrow = await connected()
  meta.server.narrow(narrow.token, ['whatsapp_business_messaging'])
  expect((await narrow.steps()).slice(1)).toEqual([
    ['scopes', 'failed', 'scopes_missing', 'whatsapp_business_management'],
    ...waiting('expiry', 'number', 'registration', 'webhook'),
  ])

  const unregistered = await connected()
  unregistered.number.isRegistered = false
  expect((await unregistered.steps()).slice(4)).toEqual([
    ['registration', 'failed', 'not_registered'],
    ...waiting('webhook'),
  ])

  const restricted = await connected()
  restricted.number.forcedStatus = 'RESTRICTED'
  expect((await restricted.steps())[4]).toEqual(['registration', 'failed', 'cannot_send', 'RESTRICTED'])

  const left = await connected()
  // What is connected is subscribed to once more by a job.
  await eventually(async () => {
    left.number.account.subscribedApps.clear()
    expect((await left.steps())[5]).toEqual(['webhook', 'failed', 'not_subscribed'])
  })
})

test('Meta that does not answer is no fault of the token', async () => {
  const { steps } = await connected()
  meta.server.faults.reset({ times: 9, on: 'GET /v25.0/debug_token' })
  expect(await steps()).toEqual([
    ['token', 'failed', 'unavailable'],
    ...waiting('scopes', 'expiry', 'number', 'registration', 'webhook'),
  ])
})
