import { expect, test } from 'vitest'
import { costOf } from './cost.ts'

const prices = [
  { prefix: '55', millionths: 345_678 },
  { prefix: '', millionths: 1 },
]
const paid = { all: 1, paid: 1, phones: 0 }

test('is rounded once, and half a cent is a cent', () => {
  const counts = [{ prefix: '55', count: 3 }]
  // 3 × 0.345678 = 1.037034
  expect(costOf({ counts, prices, messagesPerPerson: 1, connections: paid }).cents).toBe(104)
  const half = [{ prefix: '1', millionths: 5000 }]
  const one = [{ prefix: '1', count: 1 }]
  expect(costOf({ counts: one, prices: half, messagesPerPerson: 1, connections: paid }).cents).toBe(1)
  // 10,000 tiny prices are one cent together, and nothing one by one.
  const tiny = [{ prefix: '', count: 10_000 }]
  expect(costOf({ counts: tiny, prices, messagesPerPerson: 1, connections: paid }).cents).toBe(1)
})

test('is exact for a million people at the highest price', () => {
  const highest = [{ prefix: '', millionths: 1_000_000_000 }]
  const counts = [{ prefix: '', count: 1_000_000 }]
  const connections = { all: 50, paid: 49, phones: 1 }
  expect(costOf({ counts, prices: highest, messagesPerPerson: 2, connections }).cents).toBe(196_000_000_000)
})

test('counts only connections that are paid by message, and says what has no price', () => {
  const counts = [
    { prefix: '55', count: 100 },
    { prefix: null, count: 10 },
  ]
  const connections = { all: 2, paid: 1, phones: 1 }
  expect(costOf({ counts, prices, messagesPerPerson: 1, connections })).toEqual({
    cents: 1728,
    priced: [{ prefix: '55', count: 50, millionths: 345_678 }],
    unpriced: 5,
    hasPairedPhone: true,
  })
  expect(costOf({ counts: [], prices, messagesPerPerson: 1, connections: { all: 1, paid: 0, phones: 1 } })).toEqual({
    cents: 0,
    priced: [],
    unpriced: 0,
    hasPairedPhone: true,
  })
})
