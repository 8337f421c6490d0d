import { beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { pushOfFile } from '#test/scenes/push'
import { type Company, type Person, type World, eventually } from '#test/world'

let company: Company
let queue: { id: number; name: string }
let admin: Person
let world: World
const house = pushOfFile()
const { subscribed, customer, saidTo } = house
beforeAll(() => {
  ;({ company, queue, admin, world } = house.started)
})

describe('a message of a customer', () => {
  test('is pushed once for several messages at the same time, and only to the owner of an open ticket', async () => {
    const [ana, bia] = [await company.attendant({ queues: [queue] }), await company.attendant({ queues: [queue] })]
    const ticket = await customer('Olá')
    await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: ana.id })
    const [ofAna, ofBia] = [await subscribed(ana), await subscribed(bia)]

    await ticket.says('Um', 'Dois', 'Três')

    expect(await saidTo(ofBia)).toEqual([])
    expect(ofAna.notices.filter(({ tag }) => tag === ticket.uuid)).toHaveLength(1)
  })

  test('is not pushed while the customer is asked for their consent, and is when that is not asked again', async () => {
    const own = await world.company()
    const sales = await own.queue()
    await own.setting('enableLGPD', 'enabled')
    await own.setting('lgpdMessage', 'Guardamos os seus dados.')
    const line = await own.connection({ queues: [sales], settings: { timeUseBotQueues: 5 } })
    const browser = await subscribed(await own.attendant({ queues: [sales] }))
    const number = someNumber()
    await line.receive(said(number, 'Oi'))
    await own.sql(
      `update tickets set bot = bot || jsonb_build_object('saidAt', now() - interval '10 seconds') where connection_id = $1`,
      [line.id],
    )

    await line.receive(said(number, 'Alguém aí?'))

    await eventually(() => expect(browser.notices.map(({ body }) => body)).toEqual(['Alguém aí?']))
  })

  test('is pushed without its text if the company wants that, and with a masked number to who must not see it', async () => {
    const house = await world.company()
    const desk = await house.queue()
    const phone = await house.connection({ queues: [desk] })
    const browser = await subscribed(await house.attendant({ queues: [desk] }))
    await house.setting('lgpdHideNumber', 'enabled')
    await house.setting('pushHidesText', 'enabled')

    const number = someNumber()
    await phone.receive({ ...said(number, 'Meu CPF é 1'), name: '' })

    await eventually(() => expect(browser.notices).toHaveLength(1))
    expect(browser.notices[0]?.body).toBe('Nova mensagem')
    expect(JSON.stringify(browser.notices)).not.toContain(number)
  })
})

test('an internal message is pushed to the other members of its chat, and to nobody else', async () => {
  const [ana, bia] = [await company.attendant({ name: 'Ana Prado' }), await company.attendant()]
  const [anas, bias, stranger] = [await subscribed(ana), await subscribed(bia), await subscribed(admin)]
  const { body: chat } = await ana.post('/chats', { title: 'Vendas', users: [{ id: bia.id }] })
  await ana.post(`/chats/${chat.id}/messages`, { message: 'Tem vaga na rota?' })

  await eventually(() => expect(bias.notices).toHaveLength(1))
  expect(bias.notices).toEqual([
    { title: 'Vendas', body: 'Ana Prado: Tem vaga na rota?', tag: chat.uuid, path: `/chats/${chat.uuid}` },
  ])
  for (const other of [anas, stranger]) expect(JSON.stringify(other.notices)).not.toContain('Tem vaga')

  await company.setting('pushHidesText', 'enabled')
  await ana.post(`/chats/${chat.id}/messages`, { message: 'Senha: 1234' })
  await eventually(() => expect(bias.notices.at(-1)?.body).toBe('Nova mensagem'))
  await company.setting('pushHidesText', 'disabled')
})
