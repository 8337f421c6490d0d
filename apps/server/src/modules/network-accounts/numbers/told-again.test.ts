import type { PhoneApp } from '@guiche/graph-testserver'
import { beforeAll, describe, expect, test } from 'vitest'
import { type NumberShop, type NumberTalk, metaOfFile } from '#test/world/meta-world'
import { wamidAround } from '#test/world/wamid'
import { eventually } from '#test/world'

const meta = metaOfFile()
let shop: NumberShop
let app: PhoneApp
beforeAll(async () => {
  shop = await meta.numberShop({ number: meta.number({ isOnPhoneApp: true }) })
  if (!shop.number.phoneApp) throw new Error('the number is on no phone')
  app = shop.number.phoneApp
})

let count = 0
/** An id as phones make them, and the network's id that is wrapped around it. */
function ids(): { onPhone: string; atNetwork: string } {
  const onPhone = `3EB0${String(++count).padStart(16, '0')}`
  return { onPhone, atNetwork: wamidAround(onPhone) }
}

/** What a paired phone has told of the talk when it had the number: ids of its own, in the same talk. */
async function toldByPhone(
  { ticketId }: NumberTalk,
  { id = ids().onPhone, body, at, fromMe = false }: { id?: string; body: string; at: Date; fromMe?: boolean },
): Promise<number> {
  const [row] = await shop.company.sql(
    `insert into messages (company_id, conversation_id, ticket_id, connection_id, sent_at, external_id, media_type, body, from_me, ack, origin)
     select t.company_id, t.conversation_id, t.id, t.connection_id, $2, $3, 'conversation', $4, $5, 3, $6 from tickets t where t.id = $1
     returning id::int`,
    [ticketId, at, id, body, fromMe, fromMe ? 'phone' : 'channel'],
  )
  return Number(row?.id)
}

const bodies = async ({ messages }: NumberTalk) => (await messages()).map(({ body }: { body: string }) => body)

/** The inbox is empty, so that what does not come has not come. */
async function processed(): Promise<void> {
  await meta.settled()
  await eventually(async () =>
    expect(await shop.company.sql('select from inbox where company_id = $1', [shop.company.id])).toEqual([]),
  )
}

const second = (ms = Date.now()) => new Date(Math.floor(ms / 1000) * 1000)

describe('what is told again under other ids', () => {
  test('is known by the id that it has on the phone, whenever it is told, and changes by its new id', async () => {
    const talk = await meta.chat(shop)
    const { onPhone, atNetwork } = ids()
    const id = await toldByPhone(talk, { id: onPhone, body: 'Do tempo do celular', at: second(), fromMe: true })
    await app.text(talk.person, 'Do tempo do celular', { id: atNetwork, at: second(Date.now() - 90_000) })
    await processed()
    expect((await bodies(talk)).toSorted()).toEqual(['Do tempo do celular', 'Oi'])
    await app.edit(talk.person, atNetwork, 'Mudado no celular')
    await talk.shown(id, ({ body, isEdited }) => expect([body, isEdited]).toEqual(['Mudado no celular', true]))
    await talk.chat.react(atNetwork, '👍')
    await talk.shown(id, ({ reactions }) => expect(reactions).toHaveLength(1))
    await app.revoke(talk.person, atNetwork)
    await talk.shown(id, ({ isDeleted }) => expect(isDeleted).toBe(true))
  })

  test('is known by its talk, side, content and second; each stored message stands for one', async () => {
    const talk = await meta.chat(shop)
    const at = second(Date.now() - 60_000)
    await toldByPhone(talk, { body: 'ok', at: new Date(at.getTime() + 999) })
    await toldByPhone(talk, { body: 'ok', at, fromMe: true })
    await talk.chat.text('ok', { at })
    await processed()
    expect((await bodies(talk)).filter((body) => body === 'ok')).toHaveLength(2)
    // The same again in that second is another message, as is that of another second.
    await talk.chat.text('ok', { at })
    await app.text(talk.person, 'ok', { at })
    await app.text(talk.person, 'ok', { at: new Date(at.getTime() + 5000) })
    await processed()
    expect((await bodies(talk)).filter((body) => body === 'ok')).toHaveLength(4)
  })

  test('in a history that overlaps what was told as it was written is not doubled', async () => {
    const talk = await meta.chat(shop)
    const at = second(Date.now() - 120_000)
    const { atNetwork } = ids()
    await toldByPhone(talk, { body: 'Só do celular', at })
    await app.text(talk.person, 'Resposta do celular', { id: atNetwork, at })
    await processed()
    app.past.push({
      phase: 0,
      order: 1,
      progress: 100,
      threads: [
        {
          person: talk.person,
          messages: [
            { isFromBusiness: false, type: 'text', content: { body: 'Só do celular' }, at, status: 'READ' },
            {
              isFromBusiness: true,
              id: atNetwork,
              type: 'text',
              content: { body: 'Resposta do celular' },
              at,
              status: 'READ',
            },
            { isFromBusiness: true, type: 'text', content: { body: 'Nunca contada' }, at, status: 'READ' },
          ],
        },
      ],
    })
    await app.sync('history')
    await meta.settled()
    await eventually(async () => {
      const [asked] = await shop.company.sql('select state from connection_imports where connection_id = $1', [
        shop.connectionId,
      ])
      expect(asked).toEqual({ state: 'preparing' })
      expect(
        await shop.company.sql('select from history_chunks where connection_id = $1', [shop.connectionId]),
      ).toEqual([])
    })
    await shop.company.sql(
      `update connection_imports set heard_at = heard_at - interval '36 seconds' where connection_id = $1`,
      [shop.connectionId],
    )
    await talk.heard('Nunca contada')
    const said = await bodies(talk)
    expect(said.filter((body) => body === 'Só do celular')).toHaveLength(1)
    expect(said.filter((body) => body === 'Resposta do celular')).toHaveLength(1)
  })
})

describe('a message that was written on the phone', () => {
  test('is marked as such, ends the wait of the customer and quiets the bot; told twice it is one', async () => {
    const { admin, connectionId, company } = shop
    await admin.put(`/whatsapp/${connectionId}`, { greetingMessage: 'Olá!', queueIds: [shop.queue.id] })
    const person = meta.customer()
    const chat = person.chat(shop.number)
    await chat.text('Alguém aí?')
    const ticket = await meta.ticketOf(company, person.waId ?? '')
    meta.server.webhooks.deliverTwice()
    await app.text(person, 'Já respondo')
    await processed()
    const state = async () =>
      company.sql('select waiting_since, bot from tickets where id = $1', [ticket.id]).then(([row]) => row)
    await eventually(async () => expect((await state())?.waiting_since).toBeNull())
    expect((await state())?.bot).toMatchObject({ isBot: false, place: 'done' })
    const before = person.inbox.messages.length
    await chat.text('Certo')
    await processed()
    expect(person.inbox.messages).toHaveLength(before)
    const rows = await company.sql('select origin, from_me from messages where ticket_id = $1 and body = $2', [
      ticket.id,
      'Já respondo',
    ])
    expect(rows).toEqual([{ origin: 'phone', from_me: true }])
    await admin.put(`/whatsapp/${connectionId}`, { greetingMessage: '', queueIds: [shop.queue.id] })
  })

  test('may be changed and deleted there', async () => {
    const talk = await meta.chat(shop)
    const { id } = await app.text(talk.person, 'Segue')
    const { id: messageId } = await talk.heard('Segue')
    await app.edit(talk.person, id, 'Segue o orçamento')
    await talk.shown(messageId, ({ body, isEdited }) => expect([body, isEdited]).toEqual(['Segue o orçamento', true]))
    await app.revoke(talk.person, id)
    await talk.shown(messageId, ({ isDeleted }) => expect(isDeleted).toBe(true))
  })

  test('is not ours told again: an echo of what we have sent is no second message', async () => {
    const talk = await meta.chat(shop)
    const { id } = await talk.write('Pelo Guichê')
    await talk.shown(id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    const [part] = await shop.company.sql('select network_id from message_parts where message_id = $1', [id])
    await app.text(talk.person, 'Pelo Guichê', { id: part?.network_id })
    await processed()
    expect(await bodies(talk)).toEqual(['Oi', expect.stringContaining('Pelo Guichê')])
  })

  test('settles one of ours whose answer was lost', async () => {
    const talk = await meta.chat(shop)
    // Neither its answer nor its statuses come.
    meta.server.webhooks.lose({ times: 2 })
    meta.server.faults.loseAnswers({ times: 1, on: `POST /v25.0/${shop.number.id}/messages` })
    const { id } = await talk.write('Foi ou não foi')
    await eventually(async () =>
      expect(await shop.company.sql('select part from unconfirmed_parts where message_id = $1', [id])).toHaveLength(1),
    )
    const [{ body }] = await shop.company.sql('select body from messages where id = $1', [id])
    await meta.settled()
    await app.text(talk.person, String(body))
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
    await processed()
    expect(await bodies(talk)).toHaveLength(2)
  })
})

test('what was not confirmed is sent as soon as it is told again, and is not shown twice', async () => {
  const talk = await meta.chat(shop)
  const at = second(Date.now() - 60_000)
  const id = await toldByPhone(talk, { body: 'Foi pelo celular', at, fromMe: true })
  await shop.company.sql("update messages set ack = 0, failure = 'ERR_NOT_CONFIRMED', origin = 'user' where id = $1", [
    id,
  ])
  await app.text(talk.person, 'Foi pelo celular', { at: new Date(at.getTime() + 2000) })
  await processed()
  expect((await bodies(talk)).toSorted()).toEqual(['Foi pelo celular', 'Oi'])
  await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
})

test('a number that is on a phone too sends no faster than Meta takes of it', async () => {
  const talks: NumberTalk[] = []
  for (let nth = 0; nth < 5; nth += 1) talks.push(await meta.chat(shop))
  const asked = () => meta.server.requests.filter((one) => one === `POST /v25.0/${shop.number.id}/messages`).length
  const before = asked()
  const written = await Promise.all(
    talks.flatMap((talk) =>
      Array.from({ length: 8 }, (_, nth) => talk.write(`Depressa ${nth}`).then(({ id }) => ({ talk, id }))),
    ),
  )
  for (const { talk, id } of written) await talk.shown(id, ({ ack }) => expect(ack).toBeGreaterThan(0))
  // What is refused is asked again.
  expect(asked() - before).toBe(written.length)
})
