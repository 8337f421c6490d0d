import { otherIdIn } from '@guiche/meta'
import { afterEach, describe, expect, test } from 'vitest'
import { type PairedShop, bothWaysOfFile } from '#test/world/both-ways'
import { keepSharedHistory } from '#modules/imports'
import { samples } from '#test/files'
import { wamidAround } from '#test/world/wamid'
import { eventually } from '#test/world'
import { forgetLeftNumbers } from './daily.ts'

const both = bothWaysOfFile()
afterEach(() => both.meta.server.faults.clear())

type Official = Awaited<ReturnType<typeof both.moved>>

const isSent = ({ ack, failure }: { ack: number; failure: string | null }) =>
  expect([ack > 0, failure]).toEqual([true, null])

/** Meta does not let the number go as long as these fail. */
const failToLeave = ({ number }: Official) =>
  both.meta.server.faults.reset({ times: 99, on: `DELETE /v25.0/${number.account.id}/subscribed_apps` })

const left = ({ number }: Official) =>
  eventually(() => expect([number.isRegistered, number.account.subscribedApps.size]).toEqual([false, 0]))

const stored = ({ company }: PairedShop) =>
  company.sql(
    `select 'account' as of from network_accounts where company_id = $1
     union all select 'number' from official_numbers where company_id = $1
     union all select 'address' from address_book where company_id = $1 and kind = 'cloud_phone' order by 1`,
    [company.id],
  )

describe('a number that its phone has again, and Meta is left', () => {
  test('still gets what was written and read before, with its files', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const official = await both.moved(shop)
    const chat = talk.person.chat(official.number)
    await chat.text('Para a API')
    await talk.shown('Para a API', ({ fromMe }) => expect(fromMe).toBe(false))
    await talk.write('Da API')
    await talk.shown('Da API', ({ ack }) => expect(ack).toBe(2))
    const late = both.meta.server.webhooks.hold()
    await chat.text('Escrevi antes')
    await chat.image(await samples.jpeg(), { caption: 'Com foto' })
    await chat.read()
    await both.movedBack(shop)
    await left(official)
    expect(late.count).toBeGreaterThan(0)
    await late.release({ order: 'reversed' })
    await talk.shown('Escrevi antes', ({ fromMe }) => expect(fromMe).toBe(false))
    await talk.shown('Com foto', ({ mediaType }) => expect(mediaType).toBe('image'))
    await talk.shown('Da API', ({ ack }) => expect(ack).toBe(3))
    await eventually(async () =>
      expect(
        await shop.company.sql("select state from files where company_id = $1 and mime = 'image/jpeg'", [
          shop.company.id,
        ]),
      ).toEqual([{ state: 'ready' }]),
    )
    await talk.write('Respondo pelo celular')
    await talk.customer.waitForMessage(({ text }) => text?.includes('Respondo pelo celular') === true)
  })

  test('gets two equal messages of one second, of which one came late', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const official = await both.moved(shop)
    const chat = talk.person.chat(official.number)
    const at = new Date(Math.floor(Date.now() / 1000) * 1000)
    await chat.text('ok', { at })
    await talk.shown('ok', ({ fromMe }) => expect(fromMe).toBe(false))
    const late = both.meta.server.webhooks.hold()
    await chat.text('ok', { at })
    await both.movedBack(shop)
    await left(official)
    await late.release()
    await eventually(async () => expect((await talk.messages()).filter(({ body }) => body === 'ok')).toHaveLength(2))
  })

  test('goes on by its phone, whatever Meta tells of the account then', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const official = await both.moved(shop)
    const { account } = official.number
    failToLeave(official)
    await both.movedBack(shop)
    await account.restrict(new Date(Date.now() + 86_400_000))
    await official.number.rate('RED')
    await account.ban()
    await account.uninstall(both.meta.app)
    await both.meta.settled()
    const { status, provider, endReason, sendingLimit } = await both.connection(shop.admin, shop.connectionId)
    expect({ status, provider, endReason, sendingLimit }).toEqual({
      status: 'CONNECTED',
      provider: 'beta',
      endReason: null,
      sendingLimit: null,
    })
    const { events } = (await shop.admin.get(`/whatsapp/${shop.connectionId}/events`)).body
    expect(events.slice(0, 2)).toMatchObject([{ kind: 'connected' }, { kind: 'moved', movedTo: 'phone' }])
    await talk.write('Segue pelo celular')
    await talk.customer.waitForMessage(({ text }) => text?.includes('Segue pelo celular') === true)
  })

  test('goes on by its phone, whatever was refused officially before', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const official = await both.moved(shop)
    await talk.write('Da API')
    await talk.shown('Da API', isSent)
    const [id] = [...official.number.messages.keys()]
    const late = both.meta.server.webhooks.hold()
    await both.movedBack(shop)
    await official.number.account.tell('messages', {
      messaging_product: 'whatsapp',
      metadata: official.number.metadata,
      statuses: [
        {
          id,
          status: 'failed',
          timestamp: String(Math.floor(Date.now() / 1000)),
          recipient_id: talk.customer.number,
          errors: [{ code: 131031, title: 'Account has been locked' }],
        },
      ],
    })
    await left(official)
    await late.release()
    await both.meta.settled()
    expect(await both.connection(shop.admin, shop.connectionId)).toMatchObject({
      status: 'CONNECTED',
      provider: 'beta',
      endReason: null,
    })
  })

  test('is forgotten after a week, with its token', async () => {
    const shop = await both.shop()
    const official = await both.moved(shop)
    await both.movedBack(shop)
    await left(official)
    await forgetLeftNumbers(both.meta.world.app.deps)
    expect((await stored(shop)).map(({ of }) => of)).toEqual(['account', 'address', 'number'])
    await shop.company.sql("update connections set moved_at = moved_at - interval '8 days' where company_id = $1", [
      shop.company.id,
    ])
    await forgetLeftNumbers(both.meta.world.app.deps)
    expect(await stored(shop)).toEqual([])
  })

  test('is forgotten at once if its connection is deleted', async () => {
    const shop = await both.shop()
    const official = await both.moved(shop)
    await both.movedBack(shop)
    await left(official)
    await shop.admin.post('/whatsapp', { name: 'Outra', channel: 'webchat' })
    await shop.company.sql('update connections set is_default = (id <> $2) where company_id = $1', [
      shop.company.id,
      shop.connectionId,
    ])
    expect((await shop.admin.delete(`/whatsapp/${shop.connectionId}`)).status).toBe(200)
    await eventually(async () => expect(await stored(shop)).toEqual([]))
  })

  test('shows no templates, and is not asked about', async () => {
    const shop = await both.shop()
    const official = await both.moved(shop)
    await both.movedBack(shop)
    await left(official)
    expect((await shop.admin.get('/message-templates/connections')).body).toEqual([])
    expect((await shop.admin.get(`/whatsapp-official/${shop.connectionId}`)).status).toBe(404)
    expect((await shop.admin.post(`/whatsapp-official/${shop.connectionId}/test`)).status).toBe(404)
  })

  test('belongs to another company as soon as that proves it, and tells nothing here any more', async () => {
    const [shop, other] = [await both.shop(), await both.meta.numberShop()]
    const official = await both.moved(shop)
    await both.movedBack(shop)
    await left(official)
    const form = { ...official.form, pin: '246810' }
    expect((await other.admin.post('/whatsapp-official', form)).status).toBe(200)
    expect((await stored(shop)).map(({ of }) => of)).toEqual(['account', 'number'])
    await both.meta.customer().chat(official.number).text('Para a outra')
    const heard = (company: PairedShop['company']) =>
      company.sql("select from messages where company_id = $1 and body = 'Para a outra'", [company.id])
    await eventually(async () => expect(await heard(other.company)).toHaveLength(1))
    expect(await heard(shop.company)).toEqual([])
    const again = await shop.admin.post(`/whatsapp/${shop.connectionId}/move/official`, official.claim)
    expect(again).toMatchObject({ status: 400, body: { error: 'ERR_ACCOUNT_TAKEN' } })
    expect(official.number.account.subscribedApps.size).toBe(1)
  })
})

test('a message that waited for days before it went officially is not shown twice when the phone tells of it', async () => {
  const shop = await both.shop()
  const talk = await both.talk(shop)
  const { number } = await both.moved(shop)
  await talk.person.chat(number).text('Para a API')
  await talk.shown('Para a API', ({ fromMe }) => expect(fromMe).toBe(false))
  await talk.write('Esperou dias')
  await talk.shown('Esperou dias', isSent)
  await shop.company.sql(
    "update messages set sent_at = sent_at - interval '2 days' where company_id = $1 and body = 'Esperou dias'",
    [shop.company.id],
  )
  const sent = [...number.messages.values()].find(({ direction }) => direction === 'out')
  const at = sent?.at ?? new Date()
  shop.phone.remember(
    { id: otherIdIn(sent?.id ?? ''), with: talk.customer, by: shop.phone, text: 'Esperou dias', at },
    { with: talk.customer, by: shop.phone, text: 'Só no celular', at: new Date() },
  )
  await both.movedBack(shop)
  await talk.shown('Só no celular', ({ fromMe }) => expect(fromMe).toBe(true))
  await eventually(async () =>
    expect(await shop.company.sql('select from history_chunks where connection_id = $1', [shop.connectionId])).toEqual(
      [],
    ),
  )
  expect((await talk.messages()).filter(({ body }) => body === 'Esperou dias')).toHaveLength(1)
})

test('a history that Meta has told is read as such after the number has gone back to its phone', async () => {
  const shop = await both.shop()
  const { company, connectionId } = shop
  const { number, claim } = both.onPhone(shop)
  expect((await shop.admin.post(`/whatsapp/${connectionId}/move/official`, claim)).status).toBe(200)
  await eventually(async () =>
    expect(await company.sql('select from connection_imports where connection_id = $1', [connectionId])).toHaveLength(
      1,
    ),
  )
  await both.movedBack(shop)
  const { waId } = both.meta.customer()
  const message = {
    from: waId,
    id: wamidAround('3EB0ABCDABCDABCDABCD'),
    timestamp: String(Math.floor(Date.now() / 1000) - 86_400),
    type: 'text',
    text: { body: 'Do passado' },
    history_context: { status: 'READ' },
  }
  const value = {
    metadata: number.metadata,
    history: [{ metadata: { phase: 0, chunk_order: 1, progress: 100 }, threads: [{ id: waId, messages: [message] }] }],
  }
  // As if it had not been read before the move.
  const own = { userScope: number.account.id, tooLarge: '' }
  await both.meta.world.app.deps.units.run({ kind: 'connection', companyId: company.id, connectionId }, (ctx) =>
    keepSharedHistory(ctx, connectionId, { value, own, sent: 100 }),
  )
  await eventually(async () => {
    expect(await company.sql('select from history_chunks where connection_id = $1', [connectionId])).toEqual([])
    expect(
      await company.sql(
        `select from history_messages where connection_id = $1 and payload->>'body' = 'Do passado'
         union all select from messages where connection_id = $1 and body = 'Do passado'`,
        [connectionId],
      ),
    ).toHaveLength(1)
  })
})

describe('a number that goes back and forth', () => {
  test('is official again at once, while Meta has not been left yet, and stays so', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const official = await both.moved(shop)
    failToLeave(official)
    await both.movedBack(shop)
    const again = await shop.admin.post(`/whatsapp/${shop.connectionId}/move/official`, official.claim)
    expect([again.status, again.body]).toMatchObject([200, { provider: 'official', status: 'CONNECTED' }])
    both.meta.server.faults.clear()
    await eventually(async () =>
      expect(
        await shop.company.sql(
          `select from pgboss.job where name = 'networkAccounts.unsubscribe' and state <> 'completed'
             and (data->>'companyId')::int = $1`,
          [shop.company.id],
        ),
      ).toEqual([]),
    )
    expect([official.number.isRegistered, official.number.account.subscribedApps.size]).toEqual([true, 1])
    await talk.write('De novo oficial')
    await talk.shown('De novo oficial', isSent)
    await talk.person.chat(official.number).text('Recebi')
    await talk.shown('Recebi', ({ fromMe }) => expect(fromMe).toBe(false))
  })

  test('may change what its phone has sent first, though Meta has told that again in between', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    await talk.write('Do celular')
    await talk.shown('Do celular', isSent)
    const own = (await talk.messages()).find(({ body }) => body === 'Do celular')
    const { number, claim } = both.onPhone(shop)
    expect((await shop.admin.post(`/whatsapp/${shop.connectionId}/move/official`, claim)).status).toBe(200)
    await number.phoneApp?.text(talk.person, 'Do celular', { id: wamidAround(own.wid) })
    await eventually(async () =>
      expect(await shop.company.sql('select from message_parts where message_id = $1', [own.id])).toHaveLength(1),
    )
    await both.movedBack(shop)
    expect(await shop.attendant.post(`/messages/edit/${own.id}`, { body: 'Editada' })).toMatchObject({ status: 200 })
    await talk.customer.waitForMessage(({ isEdited, text }) => isEdited && text?.includes('Editada') === true)
  })

  test('may have another id at Meta when it comes back', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const first = await both.moved(shop)
    await both.movedBack(shop)
    await left(first)
    const second = await both.moved(shop)
    expect(second.number.id).not.toBe(first.number.id)
    await talk.person.chat(second.number).text('No novo')
    await talk.shown('No novo', ({ fromMe }) => expect(fromMe).toBe(false))
    await talk.write('Do novo')
    await talk.shown('Do novo', isSent)
    expect(await stored(shop)).toHaveLength(3)
  })
})

describe('a move to the phone that is ended while the phone is paired', () => {
  test.each(['at once', 'then', 'when it is seen'])(
    'leaves the number at one way and nothing half done: %s',
    async (when) => {
      const shop = await both.shop()
      const talk = await both.talk(shop)
      const official = await both.moved(shop)
      await talk.person.chat(official.number).text('Para a API')
      await eventually(() => expect(shop.phone.linkedDevices).toEqual([]))
      await shop.admin.post(`/whatsapp/${shop.connectionId}/move/phone`)
      const connection = () => both.connection(shop.admin, shop.connectionId)
      const code = await eventually(async () => {
        const { qrcode } = await connection()
        expect(qrcode).not.toBe('')
        return qrcode
      })
      const scanned = shop.phone.scan(code)
      if (when !== 'at once') await scanned
      const isTime = async () => when !== 'when it is seen' || (await connection()).phoneMove?.state !== 'qrcode'
      await eventually(async () => expect(await isTime()).toBe(true))
      await shop.admin.delete(`/whatsapp/${shop.connectionId}/move/phone`)
      await scanned
      await talk.customer.chat(shop.phone).text('Pelo celular')
      await eventually(async () => {
        const { provider, status, phoneMove } = await both.connection(shop.admin, shop.connectionId)
        expect({ status, phoneMove }).toEqual({ status: 'CONNECTED', phoneMove: null })
        const [session] = await shop.company.sql('select wish from whatsapp_sessions where company_id = $1', [
          shop.company.id,
        ])
        const isOfficial = provider === 'official'
        expect(session?.wish).toBe(isOfficial ? 'none' : 'open')
        expect(shop.phone.linkedDevices).toHaveLength(isOfficial ? 0 : 1)
        expect(official.number.isRegistered).toBe(isOfficial)
      })
      const { provider } = await both.connection(shop.admin, shop.connectionId)
      // What comes before the phone is unlinked is kept too.
      const isHeard = async () => (await talk.messages()).some(({ body }) => body === 'Pelo celular')
      await eventually(async () => expect(provider === 'official' || (await isHeard())).toBe(true))
      await talk.write('Depois')
      await talk.shown('Depois', isSent)
    },
  )
})
