import { beforeAll, describe, expect, test } from 'vitest'
import { type MetaShop, type NumberShop, metaOfFile } from '#test/world/meta-world'
import { type Company, type Person, eventually } from '#test/world'

const meta = metaOfFile()
let operator: Person
let shop: MetaShop
let numbers: NumberShop
beforeAll(async () => {
  operator = await meta.world.operator()
  shop = await meta.shop()
  numbers = await meta.numberShop()
})

async function change({ id }: Company, features: object): Promise<void> {
  const { body } = await operator.get(`/companies/${id}`)
  const { status } = await operator.put(`/plans/${body.plan.id}`, features)
  expect(status).toBe(200)
}

describe.each([
  ['page', 'useFacebook', () => meta.talk('page', shop), () => shop.company, () => shop.page.id],
  ['account', 'useInstagram', () => meta.talk('instagram', shop), () => shop.company, () => shop.page.id],
  ['number', 'useWhatsapp', () => meta.chat(numbers), () => numbers.company, () => numbers.number.id],
] as const)('a %s whose network the plan has no more', (_name, feature, talkThere, companyOf, idAt) => {
  test('sends nothing and loses nothing, and goes on when the plan has it again', async () => {
    const talk = await talkThere()
    await meta.settled()
    await change(companyOf(), { [feature]: false })
    const calls = () => meta.server.requests.filter((one) => one === `POST /v25.0/${idAt()}/messages`).length
    const before = calls()
    const { id } = await talk.write('Enquanto isso')
    await talk.chat.text('Tem alguém aí?')
    await talk.heard('Tem alguém aí?')
    expect(calls()).toBe(before)
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([0, null]))
    await change(companyOf(), { [feature]: true })
    await talk.shown(id, ({ ack, failure }) => expect([ack > 0, failure]).toEqual([true, null]))
    await eventually(() => expect(calls()).toBeGreaterThan(before))
    await meta.settled()
    const got = talk.person.inbox.messages.filter(({ text }) => text.includes('Enquanto isso'))
    expect(got).toHaveLength(1)
  })
})
