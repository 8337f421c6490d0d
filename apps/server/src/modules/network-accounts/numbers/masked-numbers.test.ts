import { beforeAll, expect, test } from 'vitest'
import { type NumberShop, metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile()
let shop: NumberShop
beforeAll(async () => {
  shop = await meta.numberShop()
  await shop.company.setting('lgpdHideNumber', 'enabled')
})

/** Everything that is said, also what is written in base64, as ids at the network are. */
const allIn = (said: unknown): string => {
  const text = JSON.stringify(said)
  return [
    text,
    ...(text.match(/[\w+/-]{16,}/g) ?? []).map((run) => Buffer.from(run, 'base64').toString('latin1')),
  ].join('\n')
}

test('whoever must not see numbers finds none in the ids of messages, and quotes and reacts all the same', async () => {
  const talk = await meta.chat(shop)
  const { person, chat, ticketId } = talk
  const number = person.waId ?? ''
  const window = await shop.attendant.listen({ lists: ['open', 'pending'], notification: true, tickets: [ticketId] })
  const { id: said } = await chat.text('Quanto custa?')
  await talk.heard('Quanto custa?')
  await chat.text('E aquilo?', { replyTo: said })
  // Of a message that is not stored here.
  await shop.company.sql('delete from messages where company_id = $1 and external_id = $2', [shop.company.id, said])
  const { id, wid } = await talk.heard('E aquilo?')
  const pages = [
    (await shop.attendant.get(`/messages/${ticketId}?pageNumber=1`)).body,
    await talk.write('Dez', { quotedMsg: { id } }),
    (await shop.attendant.post('/react/messages', { text: '🎉', id: wid, ticketId })).body,
    window.events,
    (await shop.attendant.get('/events?after=0')).body,
    (await shop.attendant.get(`/tickets/${ticketId}`)).body,
  ]
  for (const page of pages) expect(allIn(page)).not.toContain(number)
  await eventually(() => expect(person.inbox.messages.map(({ text }) => text)).toEqual(['Dez', '🎉']))
  expect(person.inbox.messages[0]?.quotes).toBeDefined()

  const { body } = await shop.admin.get(`/messages/${ticketId}?pageNumber=1`)
  expect(allIn(body)).toContain(number)
})

test('a message that another conversation has is not found by its masked id', async () => {
  const [mine, other] = [await meta.chat(shop), await meta.chat(shop)]
  const [first] = await other.messages()
  const answer = await shop.attendant.post('/react/messages', { text: '🎉', id: first.wid, ticketId: mine.ticketId })
  expect([answer.status, answer.body.error]).toEqual([404, 'ERR_NO_MESSAGE_FOUND'])
})
