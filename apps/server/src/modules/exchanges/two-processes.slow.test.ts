import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type AnsweringService, answererOf, createAnsweringService, reaching } from '#test/services/answering-service'
import { type Talk, openTalk, settled } from '#test/services/exchange-talk'
import { type World, createWorld, eventually } from '#test/world'

let service: AnsweringService
let one: World
let other: World
beforeAll(async () => {
  service = await createAnsweringService()
  const outside = reaching(service)
  one = await createWorld({ outside, answerers: [answererOf(service)] })
  other = await createWorld({ outside, answerers: [answererOf(service)], roles: ['worker'], beside: one })
})
afterAll(async () => {
  await other.close()
  await one.close()
  await service.stop()
})
beforeEach(() => {
  service.echo()
  service.questions.length = 0
})

const asked = (count: number) => eventually(() => expect(service.questions.length).toBeGreaterThanOrEqual(count))

/** What each customer of a talk's connection was told. */
const heardBy = ({ company, connection }: Talk): Promise<{ address: string; bodies: string[] }[]> =>
  company.sql(
    `select v.address, coalesce(array_agg(m.body order by m.id) filter (where m.id is not null), '{}') as bodies
     from conversations v left join messages m on m.company_id = v.company_id and m.conversation_id = v.id and m.origin = 'bot'
     where v.connection_id = $1 group by v.address`,
    [connection.id],
  )

test('of two processes one asks, and each customer gets one answer', async () => {
  const talk = await openTalk(one)
  const people = Array.from({ length: 30 }, someNumber)
  await talk.connection.receive(...people.map((number) => said(number, 'Oi')))
  await asked(30)
  await settled(talk)

  expect(service.questions).toHaveLength(30)
  const heard = await heardBy(talk)
  expect(heard).toHaveLength(30)
  expect(heard.map(({ bodies }) => bodies)).toEqual(people.map(() => ['Eco: Oi']))
})

test('a service is asked no more at a time by two processes than by one', async () => {
  const release = service.hold()
  const talk = await openTalk(one)
  const people = Array.from({ length: 40 }, someNumber)
  await talk.connection.receive(...people.map((number) => said(number, 'Oi')))
  await asked(16)
  const states = await talk.company.sql(
    "select count(*) filter (where state = 'asking')::int as asking from exchanges where company_id = $1",
    [talk.company.id],
  )
  expect(states).toEqual([{ asking: 16 }])
  expect(service.questions).toHaveLength(16)
  release()

  await settled(talk)
  expect((await heardBy(talk)).map(({ bodies }) => bodies)).toEqual(people.map(() => ['Eco: Oi']))
})

test('two answers to one question at once are one message', async () => {
  const release = service.hold()
  const talk = await openTalk(one)
  await talk.say('Oi')
  await asked(1)
  // As if the process had been frozen for longer than its claim lasts. It goes on, and answers as well.
  await eventually(async () => {
    await talk.company.sql(
      "update exchanges set claimed_until = now() - interval '1 second' where company_id = $1 and state = 'asking'",
      [talk.company.id],
    )
    expect(service.questions.length).toBeGreaterThanOrEqual(2)
  })
  release()

  expect(await settled(talk)).toMatchObject([{ state: 'answered' }])
  const [{ count }] = await talk.company.sql(
    "select count(*)::int as count from messages where connection_id = $1 and origin = 'bot'",
    [talk.connection.id],
  )
  expect(count).toBe(1)
})

test('a service that fails in both processes is in pause for both', async () => {
  service.reply(() => 500)
  const talk = await openTalk(one)
  await talk.connection.receive(...Array.from({ length: 12 }, () => said(someNumber(), 'Oi')))
  await settled(talk)
  const before = service.questions.length
  await talk.connection.receive(...Array.from({ length: 6 }, () => said(someNumber(), 'Oi')))
  const ended = await eventually(async () => {
    const all = await settled(talk)
    expect(all).toHaveLength(18)
    return all
  })

  expect(ended.slice(-6).map(({ reason }) => reason)).toEqual(Array<string>(6).fill('breakerOpen'))
  expect(service.questions).toHaveLength(before)
})
