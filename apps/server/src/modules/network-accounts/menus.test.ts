import { beforeAll, describe, expect, test } from 'vitest'
import { type MetaShop, metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile()
let shop: MetaShop
let support: { id: number }
beforeAll(async () => {
  shop = await meta.shop()
  support = await shop.company.queue('Suporte')
  await shop.company.setting('chatBotType', 'list')
  for (const id of Object.values(shop.connections))
    await shop.admin.put(`/whatsapp/${id}`, { queueIds: [shop.queue.id, support.id], greetingMessage: 'Olá!' })
})

let count = 0
/** Somebody who has written, and got the menu of the bot. */
async function asked(at: 'page' | 'instagram') {
  const person = meta.server.person(undefined, `Rui Melo ${(count += 1)}`)
  const chat = person.at(shop[at])
  await chat.text('Oi')
  const menu = await person.inbox.waitFor(({ content }) => 'quick_replies' in content)
  const ticket = await meta.ticketOf(shop.company, `${shop[at].id}:${chat.friend.id}`)
  const queueOf = async () => (await shop.admin.get(`/tickets/${ticket.id}`)).body.queueId
  return { person, chat, menu, ticket, queueOf }
}

describe.each(['page', 'instagram'] as const)('the menu of queues on the %s', (at) => {
  test('is shown as quick replies, and people read it with its numbers', async () => {
    const { menu, ticket } = await asked(at)
    expect(menu.content).toMatchObject({
      text: 'Olá!',
      quick_replies: [
        { content_type: 'text', title: shop.queue.name, payload: `queue:${shop.queue.id}` },
        { content_type: 'text', title: 'Suporte', payload: `queue:${support.id}` },
        { content_type: 'text', title: 'Sair', payload: 'leave' },
      ],
    })
    const { body } = await shop.admin.get(`/messages/${ticket.id}?pageNumber=1`)
    expect(body.messages.at(-1)).toMatchObject({ body: expect.stringContaining('*[ 2 ]* - Suporte'), origin: 'bot' })
  })

  test('is answered by a tap', async () => {
    const { chat, menu, queueOf } = await asked(at)
    await chat.choose(menu.id, 'Suporte')
    await eventually(async () => expect(await queueOf()).toBe(support.id))
  })

  test('is answered by number and by name', async () => {
    for (const answer of ['2', 'suporte']) {
      const { chat, queueOf } = await asked(at)
      await meta.settled()
      await shop.company.sql(
        `update tickets set bot = jsonb_set(bot, '{saidAt}', to_jsonb(now() - interval '10 seconds')) where company_id = $1 and bot ? 'saidAt'`,
        [shop.company.id],
      )
      await chat.text(answer)
      await eventually(async () => expect(await queueOf()).toBe(support.id))
    }
  })

  test('leaves a tap on what another program has offered to its text', async () => {
    const { chat, queueOf } = await asked(at)
    await chat.postback('Suporte', 'OUTRO_PROGRAMA')
    await eventually(async () => expect(await queueOf()).toBe(support.id))
  })
})

test('on a WhatsApp number a menu below a long greeting is a list, and a tap answers it', async () => {
  const { company, admin, queue, number, connectionId } = await meta.numberShop()
  const sales = await company.queue('Vendas')
  await company.setting('chatBotType', 'button')
  const greetingMessage = `Olá! ${'Leia com atenção. '.repeat(100)}`.trim()
  await admin.put(`/whatsapp/${connectionId}`, { queueIds: [queue.id, sales.id], greetingMessage })
  const person = meta.server.person('5511977660001', 'Rui Melo')
  const chat = person.chat(number)
  await chat.text('Oi')
  const menu = await person.inbox.waitFor(({ type }) => type === 'interactive')
  expect(menu.content).toMatchObject({ type: 'list', body: { text: greetingMessage } })
  await chat.choose(menu.id, 'Vendas')
  const ticket = await meta.ticketOf(company, '5511977660001')
  await eventually(async () => expect((await admin.get(`/tickets/${ticket.id}`)).body.queueId).toBe(sales.id))
})
