import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type AnsweringService, answererOf, createAnsweringService, reaching } from '#test/services/answering-service'
import { type Talk, openTalk, talkOn } from '#test/services/exchange-talk'
import { type World, createWorld, eventually } from '#test/world'

let service: AnsweringService
let world: World
beforeAll(async () => {
  service = await createAnsweringService()
  world = await createWorld({
    outside: reaching(service),
    answerers: [answererOf(service), answererOf(service, { kind: 'prompt', timeLimit: 60_000 })],
  })
})
afterAll(async () => {
  await world.close()
  await service.stop()
})
beforeEach(() => {
  service.echo()
  service.questions.length = 0
})

const withPeople = { isBot: false, place: 'done', useIntegration: false }

describe('two bots that talk to each other', () => {
  const saying = (count: number) => () => ({
    parts: Array.from({ length: count }, (_, nth) => ({ kind: 'text' as const, text: `Balão ${nth + 1}` })),
  })

  async function isWithPerson(talk: Talk) {
    expect((await talk.exchanges()).at(-1)).toMatchObject({ state: 'failed', reason: 'loop' })
    expect(await talk.notes()).toEqual([expect.stringContaining('o limite de mensagens automáticas foi atingido')])
    expect((await talk.ticket())['bot']).toMatchObject(withPeople)
  }

  test('end after 100 messages, and never within an answer', { timeout: 120_000 }, async () => {
    service.reply(saying(19))
    const talk = await openTalk(world)

    expect(await talkOn(talk)).toEqual([...Array<number>(6).fill(19), 0])
    await isWithPerson(talk)
  })

  test('end after 20 answers that come by another way', { timeout: 120_000 }, async () => {
    service.reply(() => ({}))
    const talk = await openTalk(world)

    expect(await talkOn(talk)).toHaveLength(21)
    await isWithPerson(talk)
  })

  test('end in whatever tickets they talk', { timeout: 120_000 }, async () => {
    service.reply(({ texts }) => ({
      ...saying(2)(),
      ...(texts.join().endsWith('9') && { control: { kind: 'close' } }),
    }))
    const talk = await openTalk(world)

    expect(await talkOn(talk)).toEqual([...Array<number>(20).fill(2), 0])
    expect(await talk.company.sql('select 1 from tickets where connection_id = $1', [talk.connection.id])).toHaveLength(
      3,
    )
    await isWithPerson(talk)
  })
})

test('companies whose services never answer leave room for others', async () => {
  service.reply(({ texts }) => (texts.join() === 'Oi' ? undefined : { parts: [{ kind: 'text', text: 'Olá' }] }))
  const crowded = await Promise.all([world.company(), world.company()])
  const ids = crowded.map(({ id }) => id)
  const talks = await Promise.all(
    crowded.flatMap((company) => Array.from({ length: 7 }, (_, nth) => openTalk(world, { prompt: nth + 1 }, company))),
  )
  const asking = async () =>
    (
      await world.sql("select count(*)::int as count from exchanges where company_id = any ($1) and state = 'asking'", [
        ids,
      ])
    )[0].count
  await Promise.all(
    talks.map(({ connection }) => connection.receive(...Array.from({ length: 16 }, () => said(someNumber(), 'Oi')))),
  )
  await eventually(async () => expect(await asking()).toBeGreaterThanOrEqual(130))
  const talk = await openTalk(world)
  await talk.say('Bom dia')

  await eventually(async () => expect(await talk.heard()).toEqual(['Olá']))
  // They are still under way.
  expect(await asking()).toBeGreaterThanOrEqual(130)
  await world.sql("update exchanges set state = 'void', ended_at = now() where company_id = any ($1)", [ids])
})
