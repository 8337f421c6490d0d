import { describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile({ hasApp: false })
const verifyToken = 'palavra-da-loja'
const fields = ['messages', 'phone_number_quality_update', 'message_template_status_update']

/** A company with a number that is reached by an app of its own. */
async function shop() {
  const app = meta.server.app('Da loja')
  const own = { id: app.id, secret: app.secret, verifyToken }
  const made = await meta.numberShop({ app }, { app: own })
  const { webhookUrl } = (await made.admin.get(`/whatsapp-official/${made.connectionId}`)).body
  await meta.world.url()
  await meta.server.subscribe(app, 'whatsapp_business_account', webhookUrl, verifyToken, fields)
  return { ...made, app }
}

describe('an installation without an app at Meta', () => {
  test('serves a number by an app of its company: messages and files in and out, ticks, the test', async () => {
    const place = await shop()
    const { chat, messages, write, shown, person } = await meta.chat(place)
    await chat.image(await samples.jpeg(), { caption: 'A foto' })
    await eventually(async () => {
      const { body, mediaUrl } = (await messages()).at(-1)
      expect([body, typeof mediaUrl]).toEqual(['A foto', 'string'])
    })
    const { id } = await write('Bom dia!')
    await shown(id, ({ ack }) => expect(ack).toBe(2))
    expect(person.inbox.last.text).toContain('Bom dia!')
    const { steps } = (await place.admin.post(`/whatsapp-official/${place.connectionId}/test`, {})).body
    expect(steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
  })

  test('lets go of such a number when its connection is deleted', async () => {
    const { admin, number, app, connectionId } = await shop()
    expect(number.account.subscribedApps.has(app)).toBe(true)
    expect((await admin.delete(`/whatsapp/${connectionId}`)).status).toBe(200)
    await eventually(async () => expect(number.account.subscribedApps.has(app)).toBe(false))
  })

  test('connects no number without an app, no page, and offers no login', async () => {
    const admin = await (await meta.world.company()).admin()
    const { form } = meta.numberForm()
    expect(await admin.post('/whatsapp-official', form)).toMatchObject({
      status: 400,
      body: { error: 'ERR_OFFICIAL_OWN_APP' },
    })
    for (const path of ['/facebook/login', '/facebook'])
      expect(await admin.post(path, { facebookUserToken: 'EAAinventado' })).toMatchObject({
        status: 400,
        body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
      })
    expect(await admin.post('/whatsapp-official/login', { staysOnPhone: false })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_NOT_INITIALIZED' },
    })
    const keys = (await admin.get('/settings')).body.map(({ key }: { key: string }) => key)
    expect(keys).not.toContain('pageLogin')
    expect(keys).not.toContain('numberSignUp')
    expect((await fetch(`${await meta.world.url()}/webhook`, { method: 'POST', body: '{}' })).status).toBe(503)
  })

  test('says of a number that was connected by the app of before what is missing, and holds what waits', async () => {
    const { company, admin, connectionId, ...place } = await shop()
    const talk = await meta.chat({ company, admin, connectionId, ...place })
    await company.sql(
      'update official_numbers set app_id = null, key_id = null, ciphertext = null where company_id = $1',
      [company.id],
    )
    const { steps } = (await admin.post(`/whatsapp-official/${connectionId}/test`, {})).body
    expect(steps[0]).toEqual({ step: 'token', outcome: 'failed', reason: 'app_missing' })
    const { id } = await talk.write('Espere')
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, null]))
    const own = { id: place.app.id, secret: place.app.secret, verifyToken }
    expect((await admin.put(`/whatsapp-official/${connectionId}`, { app: own })).status).toBe(200)
    await talk.shown(id, ({ ack }) => expect(ack).toBe(2))
  })
})
