import { expect, test } from 'vitest'
import { metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const hour = 3_600_000
const meta = metaOfFile({ offline: { base: hour, factor: 1, cap: hour, jitter: 0 } })

test('what waits for a page goes as soon as somebody logs in again, and not when the next try was due', async () => {
  const shop = await meta.shop()
  const talk = await meta.talk('page', shop)
  meta.server.changePassword(shop.member)
  const { id } = await talk.write('Depois da senha nova')
  await eventually(async () =>
    expect((await shop.admin.get(`/whatsapp/${shop.connections.page}`)).body.status).toBe('DISCONNECTED'),
  )

  await meta.link(shop.admin, shop.member)

  await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
})

test('what waits for a number goes as soon as it has a token again', async () => {
  const shop = await meta.numberShop()
  const talk = await meta.chat(shop)
  const body = { error: { message: 'Ended', code: 190 } }
  meta.server.faults.answer(401, { body, times: 1, on: `POST /v25.0/${shop.number.id}/messages` })
  const { id } = await talk.write('Quando voltar')
  await eventually(async () =>
    expect((await shop.admin.get(`/whatsapp/${shop.connectionId}`)).body.status).toBe('DISCONNECTED'),
  )

  const token = shop.number.account.business.token(meta.app)
  expect((await shop.admin.put(`/whatsapp-official/${shop.connectionId}`, { token })).status).toBe(200)

  await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
})
