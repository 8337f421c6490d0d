import { beforeEach, describe, expect, test } from 'vitest'
import { type Card, cardsOf, idsOf, lanesOfFile, move } from '#test/scenes/lanes'
import { type Person, eventually } from '#test/world'

let admin: Person
/** Of sales. */
let ana: Person
const board = lanesOfFile()
const { lane, customer, manyTickets } = board
beforeEach(() => {
  ;({ admin, ana } = board.made)
})

describe('the lanes', () => {
  test('are filled page by page, without a card twice or left out while others move', async () => {
    await manyTickets(100)
    const seen: number[] = []
    let after = ''
    for (;;) {
      const { cards, hasMore } = (await admin.get(`/ticket/kanban/cards?lane=0${after}`)).body
      seen.push(...cards.map(({ id }: Card) => id))
      const last = cards.at(-1)
      after = `&after=${last.place}.${last.id}`
      // Somebody puts a card that was shown at the top again.
      await move(admin, seen[0] ?? 0, null)
      if (!hasMore) break
    }

    expect(seen).toHaveLength(100)
    expect(new Set(seen).size).toBe(100)
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  })
})

describe('the order of cards', () => {
  test('has room between two cards, however often something is put there', async () => {
    const ids = [await customer('Um'), await customer('Dois'), await customer('Três'), await customer('Quatro')]
    const [one = 0, two = 0, three = 0, four = 0] = ids
    const near = await admin.listen()
    for (let nth = 0; nth < 30; nth += 1) {
      const next = nth % 2 === 0 ? two : three
      expect(await move(ana, next, null, four)).toMatchObject({ status: 200 })
      expect((await idsOf(ana)).slice(0, 2)).toEqual([four, next])
    }
    expect((await idsOf(ana)).at(-1)).toBe(one)
    // Who looks at the board fetches it when cards have got other places.
    await eventually(() => expect(near.of('kanban').map(({ payload }) => payload.action)).toContain('reload'))
  })

  test('survives two people who put cards at the same place at once', async () => {
    const budget = await lane('Orçamento')
    const ids = [await customer('Um'), await customer('Dois'), await customer('Três')]

    const answers = await Promise.all(ids.map((id, nth) => move(nth % 2 ? ana : admin, id, budget.id)))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const cards = (await admin.get(`/ticket/kanban/cards?lane=${budget.id}`)).body.cards
    expect(new Set(cards.map(({ place }: { place: number }) => place)).size).toBe(3)
  })
})

describe('an attacker', () => {
  test.each([
    ['lane=-1'],
    ['lane=x'],
    ['after=1'],
    ['after=1.2.3'],
    ['after=99999999999999999999.1'],
    ["after=1.1'--"],
    ['queueIds=nada'],
  ])('with ?%s is refused', async (query) => {
    expect((await admin.get(`/ticket/kanban/cards?${query}`)).status).toBe(400)
  })

  test('gets an empty lane for one that does not exist, and 404 for a move into it', async () => {
    const id = await customer('Rita')

    expect(await cardsOf(admin, 987_654_321)).toEqual([])
    expect(await move(admin, id, 987_654_321)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TAG_FOUND' } })
    expect((await admin.put(`/ticket-tags/${id}/lane1`)).status).toBe(404)
  })
})
