import { type App, metaJson, signatureOf } from '@guiche/graph-testserver'
import { describe, expect, test } from 'vitest'
import { metaOfFile } from '#test/world/meta-world'
import { type Person, eventually } from '#test/world'

const meta = metaOfFile()
const verifyToken = 'palavra-da-loja'
const fields = ['phone_number_quality_update', 'account_update']

/** A company with a number that is reached by an app of its own, which tells its address here what happens. */
async function shop(app: App = meta.server.app('Da loja')) {
  const company = await meta.world.company()
  const admin = await company.admin()
  const own = { id: app.id, secret: app.secret, verifyToken }
  const { number, connection } = await meta.connectNumber(admin, { app }, { app: own })
  const { webhookUrl } = (await admin.get(`/whatsapp-official/${connection.id}`)).body
  return { company, admin, app, number, connection, webhookUrl: String(webhookUrl) }
}

const noticesOf = async (admin: Person, { id }: { id: number }) =>
  (await admin.get(`/whatsapp/${id}/events`)).body.events.flatMap(({ notice }: { notice: unknown }) => notice ?? [])

const flagged = (accountId: string, number: string) =>
  metaJson({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: accountId,
        time: Math.floor(Date.now() / 1000),
        changes: [{ field: 'phone_number_quality_update', value: { display_phone_number: number, event: 'FLAGGED' } }],
      },
    ],
  })

const post = async (url: string, body: string, secret: string | undefined) => {
  const signature = secret === undefined ? {} : { 'x-hub-signature-256': signatureOf(secret, body) }
  const { status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signature },
    body,
  })
  return status
}

describe('the address of an own app', () => {
  test('answers the handshake for its own word alone', async () => {
    const { webhookUrl, connection } = await shop()
    const ask = async (url: string, word: string) =>
      fetch(`${url}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${word}`)
    const right = await ask(webhookUrl, verifyToken)
    expect([right.status, await right.text()]).toEqual([200, '1158201444'])
    expect((await ask(webhookUrl, 'token-de-verificacao')).status).toBe(403)
    for (const wrong of ['0', '999999999', 'x', `${connection.id}x`, '1e3', '99999999999999999999'])
      expect((await ask(webhookUrl.replace(/\d+$/, wrong), verifyToken)).status).toBe(403)
  })

  test('hears what the app tells of its number, and the test sees it', async () => {
    const { admin, app, number, connection, webhookUrl } = await shop()
    await meta.server.subscribe(app, 'whatsapp_business_account', webhookUrl, verifyToken, fields)
    await number.account.tell('phone_number_quality_update', {
      display_phone_number: number.display,
      event: 'FLAGGED',
    })
    expect(await noticesOf(admin, connection)).toEqual([{ about: 'quality', value: 'FLAGGED' }])
    const { steps } = (await admin.post(`/whatsapp-official/${connection.id}/test`, {})).body
    expect(steps.at(-1)).toMatchObject({ step: 'webhook', outcome: 'ok' })
  })

  test('takes no signature but that of the app, and none for a connection that is not there', async () => {
    const { admin, app, number, connection, webhookUrl } = await shop()
    const body = flagged(number.account.id, number.display)
    for (const secret of [undefined, meta.app.secret, `${app.secret}x`])
      expect(await post(webhookUrl, body, secret)).toBe(401)
    for (const wrong of ['999999999', 'x']) {
      const url = webhookUrl.replace(/\d+$/, wrong)
      expect(await post(url, body, app.secret)).toBe(401)
    }
    expect(await noticesOf(admin, connection)).toEqual([])
    // The last one cannot be deleted otherwise.
    await admin.delete(`/whatsapp/${connection.id}`)
    expect(await post(webhookUrl, body, app.secret)).toBe(401)
  })
})

describe('who has an app can sign anything, which reaches its own numbers alone', () => {
  test('and not those of the installation or of another company', async () => {
    const attacker = await shop()
    const victim = await shop()
    const other = await meta.world.company()
    const admin = await other.admin()
    const ofInstallation = await meta.connectNumber(admin)
    for (const { number } of [victim, ofInstallation]) {
      const body = flagged(number.account.id, number.display)
      expect(await post(attacker.webhookUrl, body, attacker.app.secret)).toBe(200)
      expect(await post(victim.webhookUrl, body, attacker.app.secret)).toBe(401)
      expect(await post(`${await meta.world.url()}/webhook`, body, attacker.app.secret)).toBe(401)
    }
    expect(await noticesOf(victim.admin, victim.connection)).toEqual([])
    expect(await noticesOf(admin, ofInstallation.connection)).toEqual([])
  })

  test('not even if another company uses the same app, or the same company another one', async () => {
    const first = await shop()
    const second = await shop(first.app)
    const body = flagged(second.number.account.id, second.number.display)
    expect(await post(first.webhookUrl, body, first.app.secret)).toBe(200)
    expect(await noticesOf(second.admin, second.connection)).toEqual([])
    expect(await post(second.webhookUrl, body, first.app.secret)).toBe(200)
    expect(await noticesOf(second.admin, second.connection)).toHaveLength(1)

    const { number, connection } = await meta.connectNumber(first.admin)
    const ofInstallation = flagged(number.account.id, number.display)
    expect(await post(first.webhookUrl, ofInstallation, first.app.secret)).toBe(200)
    expect(await noticesOf(first.admin, connection)).toEqual([])
  })

  test('and a page is none of them', async () => {
    const { app, webhookUrl } = await shop()
    const owner = await meta.shop()
    const item = {
      sender: { id: '99' },
      recipient: { id: owner.page.id },
      timestamp: Date.now(),
      message: { mid: 'm_forged', text: 'Falsa' },
    }
    const body = metaJson({ object: 'page', entry: [{ id: owner.page.id, time: Date.now(), messaging: [item] }] })
    expect(await post(webhookUrl, body, app.secret)).toBe(200)
    expect(await meta.world.sql("select from inbox where payload::text like '%Falsa%'")).toEqual([])
    expect(await meta.world.sql("select from messages where body = 'Falsa'")).toEqual([])
  })

  test('and the app of the installation reaches no number with an app of its own', async () => {
    const { admin, number, connection } = await shop()
    const body = flagged(number.account.id, number.display)
    expect(await post(`${await meta.world.url()}/webhook`, body, meta.app.secret)).toBe(200)
    expect(await noticesOf(admin, connection)).toEqual([])
  })
})

test('two numbers of a company with the same app are told at either address', async () => {
  const { admin, app, webhookUrl } = await shop()
  const own = { id: app.id, secret: app.secret, verifyToken }
  const { number, connection } = await meta.connectNumber(admin, { app }, { app: own })
  expect(await post(webhookUrl, flagged(number.account.id, number.display), app.secret)).toBe(200)
  await eventually(async () => expect(await noticesOf(admin, connection)).toHaveLength(1))
})
