import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type MetaShop, type MetaTalk, metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile({ unconfirmed: 1500 })
let shop: MetaShop
beforeAll(async () => {
  shop = await meta.shop()
})
let held: ReturnType<typeof meta.server.webhooks.hold> | undefined
afterEach(async () => {
  meta.server.faults.clear()
  await held?.release()
  held = undefined
})

/** What Meta tells waits until it is released. */
function holdWebhooks() {
  held = meta.server.webhooks.hold()
  return held
}

const sends = () => `POST /v25.0/${shop.page.id}/messages`
const gotBy = ({ person }: MetaTalk) => person.inbox.messages.map(({ text, type }) => text ?? type)

describe('a message whose answer is lost', () => {
  test('is sent once, and its echo says that it was sent', async () => {
    const talk = await meta.talk('page', shop)
    const told = holdWebhooks()
    meta.server.faults.loseAnswers({ times: 1, on: sends() })
    const { id } = await talk.write('Sem resposta')
    await eventually(() => expect(told.count).toBeGreaterThan(0))
    await eventually(async () => {
      const waiting = await shop.company.sql('select part from unconfirmed_parts where message_id = $1', [id])
      expect(waiting).toEqual([{ part: 0 }])
    })
    await told.release()
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
    await meta.settled()
    expect(gotBy(talk).filter((text) => text.includes('Sem resposta'))).toHaveLength(1)
  })

  test('is not confirmed if no echo comes, and is sent again only when a person says so', async () => {
    const talk = await meta.talk('page', shop)
    meta.server.faults.reset({ times: 1, on: sends() })
    const { id } = await talk.write('Nunca chegou')
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, 'ERR_NOT_CONFIRMED']))
    expect(gotBy(talk).some((text) => text.includes('Nunca chegou'))).toBe(false)
    const next = await talk.write('A próxima vai')
    await talk.shown(next.id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    expect(gotBy(talk).some((text) => text.includes('Nunca chegou'))).toBe(false)

    await shop.attendant.post(`/messages/${id}/retry`)
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
    await meta.settled()
    expect(gotBy(talk).filter((text) => text.includes('Nunca chegou'))).toHaveLength(1)
  })

  test('and that is not confirmed becomes sent when its echo comes late', async () => {
    const talk = await meta.talk('page', shop)
    const told = holdWebhooks()
    meta.server.faults.loseAnswers({ times: 1, on: sends() })
    const { id } = await talk.write('Eco atrasado')
    await talk.shown(id, ({ failure }) => expect(failure).toBe('ERR_NOT_CONFIRMED'))
    await told.release()
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
  })
})

describe('a file with a text', () => {
  const upload = async (talk: MetaTalk, body: string) => {
    const files = [{ field: 'medias', name: 'conta.pdf', type: 'application/pdf', data: samples.pdf }]
    const answer = await shop.attendant.upload(`/messages/${talk.ticketId}`, { body }, files)
    return (Array.isArray(answer.body) ? answer.body[0] : answer.body).id
  }

  test('of which the text is refused is known as half, and only that half is sent again', async () => {
    const talk = await meta.talk('page', shop)
    const refused = { body: { error: { message: 'Invalid', code: 100 } } }
    meta.server.faults.answer(400, { ...refused, skip: 1, on: sends() })
    const id = await upload(talk, 'Segue a conta')
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, 'ERR_SENT_IN_PART']))
    await shop.attendant.post(`/messages/${id}/retry`)
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
    await meta.settled()
    expect(talk.person.inbox.messages.map(({ type }) => type).filter((type) => type === 'file')).toHaveLength(1)
  })

  test('of which the file is uncertain goes on with the text when the echo comes', async () => {
    const talk = await meta.talk('page', shop)
    meta.server.faults.loseAnswers({ times: 1, on: sends() })
    const id = await upload(talk, 'Depois do arquivo')
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
    await meta.settled()
    const got = talk.person.inbox.messages.map(({ type }) => type)
    expect(got).toEqual(['file', 'text'])
  })

  test('between which the token ends waits with the text, and each half arrives once', async () => {
    const ended = await meta.shop()
    const talk = await meta.talk('page', ended)
    const expired = { error: { message: 'Error validating access token', code: 190, type: 'OAuthException' } }
    meta.server.faults.answer(401, { body: expired, skip: 1, times: 1, on: `POST /v25.0/${ended.page.id}/messages` })
    const files = [{ field: 'medias', name: 'conta.pdf', type: 'application/pdf', data: samples.pdf }]
    const answer = await ended.attendant.upload(`/messages/${talk.ticketId}`, { body: 'Segue a conta' }, files)
    const id = Number((Array.isArray(answer.body) ? answer.body[0] : answer.body).id)
    await eventually(async () =>
      expect((await ended.admin.get(`/whatsapp/${ended.connections.page}`)).body).toMatchObject({
        status: 'DISCONNECTED',
        endReason: 'token_ended',
      }),
    )
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, null]))
    await meta.link(ended.admin, ended.member, { addInstagram: true })
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
    await meta.settled()
    expect(talk.person.inbox.messages.map(({ type }) => type)).toEqual(['file', 'text'])
  })

  test('that the network does not take fails at once, without asking it', async () => {
    const talk = await meta.talk('instagram', shop)
    const before = meta.server.requests.length
    const files = [{ field: 'medias', name: 'notas.txt', type: 'text/plain', data: Buffer.from('notas') }]
    const { body } = await shop.attendant.upload(`/messages/${talk.ticketId}`, { body: '' }, files)
    const [{ id }] = Array.isArray(body) ? body : [body]
    await talk.shown(id, ({ failure }) => expect(failure).toBe('ERR_FILE_REFUSED'))
    expect(
      meta.server.requests.slice(before).filter((one) => one.endsWith('/messages') && one.startsWith('POST')),
    ).toEqual([])
  })
})

describe('the window', () => {
  const backdate = (days: number, talk: MetaTalk) =>
    shop.company.sql(
      `update conversations v set last_inbound_at = now() - make_interval(days => $2) from tickets t
       where t.id = $1 and v.company_id = t.company_id and v.id = t.conversation_id`,
      [talk.ticketId, days],
    )

  test('is open for a person for seven days, with the tag that says so', async () => {
    const talk = await meta.talk('page', shop)
    await backdate(2, talk)
    talk.chat.friend.lastSeenAt = new Date(Date.now() - 2 * 86_400_000)
    const { id } = await talk.write('Respondo dois dias depois')
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
    await backdate(8, talk)
    const late = await shop.attendant.post(`/messages/${talk.ticketId}`, { body: 'Tarde demais' })
    expect([late.status, late.body.error]).toEqual([400, 'ERR_WINDOW_CLOSED'])
  })

  test('is never that long for machines', async () => {
    const talk = await meta.talk('page', shop)
    await backdate(2, talk)
    talk.chat.friend.lastSeenAt = new Date(Date.now() - 2 * 86_400_000)
    const before = meta.server.requests.length
    await meta.world.sql(
      `with m as (
         insert into messages (company_id, conversation_id, ticket_id, connection_id, external_id, body, from_me, origin)
         select t.company_id, t.conversation_id, t.id, t.connection_id, gen_random_uuid()::text, 'Ainda está aí?', true, 'bot'
         from tickets t where t.id = $1 returning *)
       insert into outbox (company_id, connection_id, conversation_id, message_id, priority, action)
       select company_id, connection_id, conversation_id, id, 1, 'send' from m`,
      [talk.ticketId],
    )
    meta.world.app.delivery.wake(shop.company.id)
    await eventually(async () =>
      expect((await talk.messages()).at(-1)).toMatchObject({ body: 'Ainda está aí?', failure: 'ERR_WINDOW_CLOSED' }),
    )
    expect(meta.server.requests.slice(before).filter((one) => one === sends())).toEqual([])
  })
})

describe('what Meta refuses', () => {
  test('because of somebody fails that message alone', async () => {
    const [blocked, other] = [await meta.talk('page', shop), await meta.talk('page', shop)]
    blocked.chat.friend.failsWith = 551
    const { id } = await blocked.write('Para quem bloqueou')
    await blocked.shown(id, ({ failure }) => expect(failure).toBe('ERR_PERSON_NOT_AVAILABLE'))
    const sent = await other.write('Para quem não')
    await other.shown(sent.id, ({ ack }) => expect(ack).toBeGreaterThan(0))
  })

  test.each([
    [10, 2018278, 'ERR_WINDOW_CLOSED'],
    [100, 2018001, 'ERR_NO_SUCH_PERSON'],
    [100, 1893061, 'ERR_WINDOW_CLOSED'],
    [100, 2018109, 'ERR_FILE_REFUSED'],
    [100, 2534080, 'ERR_FILE_REFUSED'],
    [100, undefined, 'ERR_MESSAGE_FLAWED'],
  ])('with %d/%s fails with the sentence of its row: %s', async (code, subcode, reason) => {
    const talk = await meta.talk('page', shop)
    const error = { message: 'Refused', code, error_subcode: subcode }
    meta.server.faults.answer(400, { body: { error }, times: 1, on: sends() })
    const { id } = await talk.write('Recusada')
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, reason]))
    const next = await talk.write('A seguinte')
    await talk.shown(next.id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
  })

  test.each([
    [3, 'permission_lost'],
    [10, 'permission_lost'],
    [200, 'permission_lost'],
    [368, 'restricted'],
  ])('with %d stops the page until somebody logs in again: %s', async (code, reason) => {
    const stopped = await meta.shop()
    const talk = await meta.talk('page', stopped)
    const on = `POST /v25.0/${stopped.page.id}/messages`
    meta.server.faults.answer(403, { body: { error: { message: 'Refused', code } }, times: 1, on })
    const { id } = await talk.write('Espera alguém')
    await eventually(async () => {
      const { body } = await stopped.admin.get(`/whatsapp/${stopped.connections.page}`)
      expect(body).toMatchObject({ status: 'DISCONNECTED', endReason: reason })
    })
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, null]))
    await meta.link(stopped.admin, stopped.member)
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
  })

  test.each([1, 2, 1200])('with %d is tried again, because that passes', async (code) => {
    const talk = await meta.talk('page', shop)
    meta.server.faults.answer(500, { body: { error: { message: 'Later', code } }, times: 1, on: sends() })
    const { id } = await talk.write('Daqui a pouco')
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
  })

  test('because of a limit holds everything of the page, and nothing is lost', async () => {
    const limited = await meta.shop()
    const talk = await meta.talk('page', limited)
    meta.server.faults.answer(400, {
      body: { error: { message: 'Too many', code: 613 } },
      headers: { 'retry-after': '2' },
      times: 1,
      on: `POST /v25.0/${limited.page.id}/messages`,
    })
    const { id } = await talk.write('No limite')
    await eventually(async () => {
      const { body } = await limited.admin.get(`/whatsapp/${limited.connections.page}`)
      expect(body.sendingLimit).toMatchObject({ scope: 'everything' })
    })
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
  })

  test('because the token has ended holds the connection, others go on, and logging in again loses nothing', async () => {
    const ended = await meta.shop()
    const [talk, other] = [await meta.talk('page', ended), await meta.talk('page', shop)]
    meta.server.changePassword(ended.member)
    const { id } = await talk.write('Depois da senha nova')
    await eventually(async () => {
      const { body } = await ended.admin.get(`/whatsapp/${ended.connections.page}`)
      expect(body).toMatchObject({ status: 'DISCONNECTED', endReason: 'token_ended' })
    })
    const events = (await ended.admin.get(`/whatsapp/${ended.connections.page}/events`)).body.events
    expect(events[0]).toMatchObject({ kind: 'ended', reason: 'token_ended' })
    const elsewhere = await other.write('Em outra página')
    await other.shown(elsewhere.id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, null]))

    const { body } = await meta.link(ended.admin, ended.member, { addInstagram: true })
    expect(body.accounts).toMatchObject([{ outcome: 'renewed' }, { outcome: 'renewed' }])
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
    expect((await ended.admin.get(`/whatsapp/${ended.connections.page}`)).body).toMatchObject({
      status: 'CONNECTED',
      endReason: null,
    })
  })
})
