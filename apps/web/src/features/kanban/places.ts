/** Where a carried card is. The board is measured as it is drawn, so that scrolled lanes need no bookkeeping. */

export interface Target {
  laneId: number
  /** Among the other cards of the lane. */
  index: number
}

export const isSameTarget = (a: Target | undefined, b: Target | undefined): boolean =>
  a?.laneId === b?.laneId && a?.index === b?.index

const lanesIn = (board: Element): HTMLElement[] => [...board.querySelectorAll<HTMLElement>('[data-lane]')]
const idOf = (lane: HTMLElement): number => Number(lane.dataset['lane'])

/** The cards that are drawn in a lane, from the top, without the carried one. */
function othersIn(lane: HTMLElement | undefined, cardId: number): HTMLElement[] {
  return [...(lane?.querySelectorAll<HTMLElement>('[data-card]') ?? [])].filter(
    (card) => Number(card.dataset['card']) !== cardId,
  )
}

const laneOf = (board: Element, laneId: number) => lanesIn(board).find((lane) => idOf(lane) === laneId)

/** The lane at the pointer, and how many of its cards have their middle above it. */
export function targetAt(board: Element, cardId: number, { x, y }: { x: number; y: number }): Target | undefined {
  const lane = lanesIn(board).toSorted((a, b) => distance(a, x) - distance(b, x))[0]
  if (!lane) return undefined
  const index = othersIn(lane, cardId).filter((card) => {
    const { top, height } = card.getBoundingClientRect()
    return top + height / 2 < y
  }).length
  return { laneId: idOf(lane), index }
}

function distance(lane: Element, x: number): number {
  const { left, right } = lane.getBoundingClientRect()
  return Math.max(left - x, x - right, 0)
}

/** Where an arrow key brings the card. Beside the last lane, and above the first card, there is nothing. */
export function targetBeside(board: Element, cardId: number, from: Target, key: string): Target {
  const lanes = lanesIn(board)
  const at = lanes.findIndex((lane) => idOf(lane) === from.laneId)
  if (key === 'ArrowUp') return { ...from, index: Math.max(0, from.index - 1) }
  if (key === 'ArrowDown') return { ...from, index: Math.min(othersIn(lanes[at], cardId).length, from.index + 1) }
  const lane = lanes[at + (key === 'ArrowRight' ? 1 : -1)]
  if (!lane) return from
  return { laneId: idOf(lane), index: Math.min(from.index, othersIn(lane, cardId).length) }
}

/** Where the card is while nobody carries it. */
export function targetOf(board: Element, cardId: number, laneId: number): Target {
  const cards = [...(laneOf(board, laneId)?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  return {
    laneId,
    index: Math.max(
      0,
      cards.findIndex((card) => Number(card.dataset['card']) === cardId),
    ),
  }
}

/** The cards above and below the target. */
export function neighboursOf(
  board: Element,
  cardId: number,
  { laneId, index }: Target,
): { above: number | undefined; below: number | undefined } {
  const ids = othersIn(laneOf(board, laneId), cardId).map((card) => Number(card.dataset['card']))
  return { above: ids[index - 1], below: ids[index] }
}

/** The card that an arrow key goes to from a card. */
export function cardBeside(board: Element, card: HTMLElement, key: string): HTMLElement | undefined {
  const lanes = lanesIn(board)
  const at = lanes.findIndex((lane) => lane.contains(card))
  const cardsOf = (lane: HTMLElement | undefined) => [...(lane?.querySelectorAll<HTMLElement>('[data-card]') ?? [])]
  const index = cardsOf(lanes[at]).indexOf(card)
  if (key === 'ArrowUp') return cardsOf(lanes[at])[index - 1]
  if (key === 'ArrowDown') return cardsOf(lanes[at])[index + 1]
  const further = key === 'ArrowRight' ? lanes.slice(at + 1) : lanes.slice(0, Math.max(0, at)).toReversed()
  const cards = cardsOf(further.find((lane) => cardsOf(lane).length > 0))
  return cards[Math.min(index, cards.length - 1)]
}
