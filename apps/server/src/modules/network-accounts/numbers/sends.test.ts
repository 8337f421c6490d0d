import { metaJson } from '@guiche/graph-testserver'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { waitedPauses } from '#test/scenes/waited-pauses'
import { type NumberShop, type NumberTalk, metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile({ unconfirmed: 1500 })
let shop: NumberShop
beforeAll(async () => {
  shop = await meta.numberShop()
})
let held: ReturnType<typeof meta.server.webhooks.hold> | undefined
afterEach(async () => {
  meta.server.faults.clear()
  meta.server.limits.number = unlimited
  meta.server.limits.pair = unlimited
  await held?.release()
  held = undefined
})

const unlimited = { burst: 100_000, perSecond: 100_000 }

function holdWebhooks() {
  held = meta.server.webhooks.hold()
  return held
}

const sends = (of = shop) => `POST /v25.0/${of.number.id}/messages`
const gotBy = ({ person }: NumberTalk, text: string) =>
  person.inbox.messages.filter((message) => message.text.includes(text)).length
const isSent = ({ ack, failure }: { ack: number; failure: string | null }) =>
  expect([ack > 0, failure]).toEqual([true, null])

describe('a message whose answer is lost', () => {
  test('is sent once, and its status says that it was sent', async () => {
    const talk = await meta.chat(shop)
    const told = holdWebhooks()
    meta.server.faults.loseAnswers({ times: 1, on: sends() })
    const { id } = await talk.write('Sem resposta')
    await eventually(async () => {
      const waiting = await shop.company.sql('select part from unconfirmed_parts where message_id = $1', [id])
      expect(waiting).toEqual([{ part: 0 }])
    })
    await told.release()
    await talk.shown(id, isSent)
    await meta.settled()
    expect(gotBy(talk, 'Sem resposta')).toBe(1)
  })

  test('is not confirmed if no status comes, and is sent again only when a person says so', async () => {
    const talk = await meta.chat(shop)
    meta.server.faults.reset({ times: 1, on: sends() })
    const { id } = await talk.write('Nunca chegou')
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, 'ERR_NOT_CONFIRMED']))
    const next = await talk.write('A próxima vai')
    await talk.shown(next.id, isSent)
    expect(gotBy(talk, 'Nunca chegou')).toBe(0)
    await shop.attendant.post(`/messages/${id}/retry`)
    await talk.shown(id, isSent)
    await meta.settled()
    expect(gotBy(talk, 'Nunca chegou')).toBe(1)
  })

  test('and that is not confirmed becomes sent when its status comes late', async () => {
    const talk = await meta.chat(shop)
    const told = holdWebhooks()
    meta.server.faults.loseAnswers({ times: 1, on: sends() })
    const { id } = await talk.write('Status atrasado')
    await talk.shown(id, ({ failure }) => expect(failure).toBe('ERR_NOT_CONFIRMED'))
    await told.release()
    await talk.shown(id, isSent)
  })

  test('of an upload is no uncertain message, because that was not begun', async () => {
    const talk = await meta.chat(shop)
    meta.server.faults.loseAnswers({ times: 1, on: `POST /v25.0/${shop.number.id}/media` })
    const files = [{ field: 'medias', name: 'conta.pdf', type: 'application/pdf', data: samples.pdf }]
    const { body } = await shop.attendant.upload(`/messages/${talk.ticketId}`, { body: 'Segue' }, files)
    const [{ id }] = Array.isArray(body) ? body : [body]
    await talk.shown(id, isSent)
    await meta.settled()
    expect(talk.person.inbox.messages.filter(({ type }) => type === 'document')).toHaveLength(1)
  })
})

describe('what the network does not deliver', () => {
  test.each([
    [131026, 'ERR_NOT_ON_WHATSAPP'],
    [131047, 'ERR_WINDOW_CLOSED'],
    [131053, 'ERR_FILE_REFUSED'],
    [130497, 'ERR_COUNTRY_REFUSED'],
  ])('with code %d fails with a sentence, and can be sent again', async (code, reason) => {
    const talk = await meta.chat(shop)
    talk.person.failsWith = code
    const { id } = await talk.write('Não chega')
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, reason]))
    talk.person.failsWith = undefined
    await shop.attendant.post(`/messages/${id}/retry`)
    await talk.shown(id, isSent)
    await meta.settled()
    expect(gotBy(talk, 'Não chega')).toBe(1)
  })

  test('because of something that passes is sent again by itself', async () => {
    const talk = await meta.chat(shop)
    talk.person.failsWith = 131000
    const { id } = await talk.write('Daqui a pouco')
    await eventually(async () => {
      const lost = await shop.company.sql('select is_lost from message_parts where message_id = $1', [id])
      expect(lost).toEqual([{ is_lost: true }])
    })
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, null]))
    talk.person.failsWith = undefined
    await talk.shown(id, isSent)
    await meta.settled()
    expect(gotBy(talk, 'Daqui a pouco')).toBe(1)
  })

  test('stays failed, whatever of it comes late or twice', async () => {
    const talk = await meta.chat(shop)
    const told = holdWebhooks()
    talk.person.failsWith = 131026
    const { id } = await talk.write('Falhou')
    await talk.shown(id, ({ ack }) => expect(ack).toBe(1))
    await told.release()
    const isLost = ({ ack, failure }: { ack: number; failure: string | null }) =>
      expect([ack, failure]).toEqual([0, 'ERR_NOT_ON_WHATSAPP'])
    await talk.shown(id, isLost)
    const [{ network_id: networkId }] = await shop.company.sql(
      'select network_id from message_parts where message_id = $1',
      [id],
    )
    const failed = { status: 'failed', errors: [{ code: 131026 }] }
    for (const late of [{ status: 'sent' }, failed]) expect(await tell(talk, networkId, late)).toBe(200)
    const next = await talk.write('A seguinte')
    await talk.shown(next.id, isLost)
    await talk.shown(id, isLost)
    talk.person.failsWith = undefined
    await shop.attendant.post(`/messages/${id}/retry`)
    await talk.shown(id, isSent)
    for (const late of [failed, { status: 'sent' }]) expect(await tell(talk, networkId, late)).toBe(200)
    const last = await talk.write('A última')
    await talk.shown(last.id, ({ ack }) => expect(ack).toBe(2))
    await talk.shown(id, isSent)
  })

  test('and was delivered before has not failed', async () => {
    const talk = await meta.chat(shop)
    const { id } = await talk.write('Chegou')
    await talk.shown(id, ({ ack }) => expect(ack).toBe(2))
    const [{ network_id: networkId }] = await shop.company.sql(
      'select network_id from message_parts where message_id = $1',
      [id],
    )
    expect(await tell(talk, networkId, { status: 'failed', errors: [{ code: 131026 }] })).toBe(200)
    const next = await talk.write('A seguinte')
    await talk.shown(next.id, ({ ack }) => expect(ack).toBe(2))
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([2, null]))
  })
})

/** What Meta tells of a message, signed as it signs. Returns the status of the answer. */
async function tell({ person }: NumberTalk, id: string, status: object): Promise<number> {
  const { number } = shop
  const statuses = [{ id, timestamp: '1763680010', recipient_id: person.waId, ...status }]
  const value = { messaging_product: 'whatsapp', metadata: number.metadata, statuses }
  const entry = [{ id: number.account.id, changes: [{ field: 'messages', value }] }]
  const body = metaJson({ object: 'whatsapp_business_account', entry })
  return meta.server.webhooks.sendRaw(`${await meta.world.url()}/webhook`, body, meta.app.secret)
}

describe('what Meta refuses', () => {
  test('because of the pair waits for this person alone', async () => {
    const [first, second] = [await meta.chat(shop), await meta.chat(shop)]
    meta.server.faults.answer(400, {
      body: { error: { message: 'Pair rate', code: 131056 } },
      times: 1,
      on: sends(),
    })
    const { id } = await first.write('Devagar')
    const other = await second.write('Sem espera')
    await second.shown(other.id, isSent)
    await first.shown(id, isSent)
    expect((await shop.admin.get(`/whatsapp/${shop.connectionId}`)).body.sendingLimit).toBeNull()
  })

  test('because of the pair waits longer each time, until Meta has been paid back', async () => {
    const talk = await meta.chat(shop)
    const body = { error: { message: 'Pair rate', code: 131056 } }
    meta.server.faults.answer(400, { body, times: 5, on: sends() })
    const { id } = await talk.write('Com paciência')
    const waited = await waitedPauses(meta.world, shop.company, id, 5)
    // A burst of 45 messages is paid back in 270 seconds.
    expect(waited.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(240)
    await talk.shown(id, isSent)
  })

  test('because of the rate of the number holds it for a moment, and nothing is lost', async () => {
    const limited = await meta.numberShop()
    const talk = await meta.chat(limited)
    meta.server.faults.answer(400, {
      body: { error: { message: 'Rate', code: 130429 } },
      times: 1,
      on: sends(limited),
    })
    const { id } = await talk.write('No limite')
    await talk.shown(id, isSent)
    await meta.settled()
    expect(gotBy(talk, 'No limite')).toBe(1)
  })

  test('because it is closed for a moment is asked again', async () => {
    const talk = await meta.chat(shop)
    meta.server.faults.answer(500, { body: { error: { message: 'Later', code: 131016 } }, times: 2, on: sends() })
    const { id } = await talk.write('Depois')
    await talk.shown(id, isSent)
    await meta.settled()
    expect(gotBy(talk, 'Depois')).toBe(1)
  })

  test('because the token has ended holds the connection, others go on, and connecting again loses nothing', async () => {
    const ended = await meta.numberShop()
    const [talk, other] = [await meta.chat(ended), await meta.chat(shop)]
    meta.server.expire(ended.token)
    const { id } = await talk.write('Depois do token novo')
    await eventually(async () => {
      const { body } = await ended.admin.get(`/whatsapp/${ended.connectionId}`)
      expect(body).toMatchObject({ status: 'DISCONNECTED', endReason: 'token_ended' })
    })
    const elsewhere = await other.write('Em outro número')
    await other.shown(elsewhere.id, isSent)
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, null]))
    const token = ended.number.account.business.token(meta.app)
    expect((await ended.admin.put(`/whatsapp-official/${ended.connectionId}`, { token })).status).toBe(200)
    await talk.shown(id, isSent)
    await meta.settled()
    expect(gotBy(talk, 'Depois do token novo')).toBe(1)
  })

  test('because the number is not registered any more holds it too', async () => {
    const gone = await meta.numberShop()
    const talk = await meta.chat(gone)
    gone.number.isRegistered = false
    await talk.write('Sem registro')
    await eventually(async () => {
      const { body } = await gone.admin.get(`/whatsapp/${gone.connectionId}`)
      expect(body).toMatchObject({ status: 'DISCONNECTED', endReason: 'not_registered' })
    })
  })
})

describe('the window', () => {
  test('that is over refuses an answer before Meta is asked', async () => {
    const talk = await meta.chat(shop)
    await shop.company.sql(
      `update conversations v set last_inbound_at = now() - interval '25 hours' from tickets t
       where t.id = $1 and v.company_id = t.company_id and v.id = t.conversation_id`,
      [talk.ticketId],
    )
    const before = meta.server.requests.length
    const { body } = await shop.attendant.post(`/messages/${talk.ticketId}`, { body: 'Tarde demais' })
    await eventually(async () => expect(body.error ?? (await talk.messages()).at(-1).failure).toBe('ERR_WINDOW_CLOSED'))
    expect(meta.server.requests.slice(before).filter((one) => one === sends())).toEqual([])
  })
})

test('a long text goes in parts, in order', async () => {
  const talk = await meta.chat(shop)
  const long = Array.from({ length: 900 }, (_, nth) => `palavra${nth}`).join(' ')
  const { id } = await talk.write(long)
  await talk.shown(id, isSent)
  await meta.settled()
  const parts = talk.person.inbox.messages.map(({ text }) => text)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.join(' ')).toContain(long)
})

test('what cannot be done here is not offered', async () => {
  const talk = await meta.chat(shop)
  const { id } = await talk.write('Fica assim')
  await talk.shown(id, isSent)
  expect((await shop.attendant.post(`/messages/edit/${id}`, { body: 'Outra' })).status).toBe(400)
  expect((await shop.attendant.delete(`/messages/${id}`)).status).toBe(400)
})
