import type { MessagePrice } from '@guiche/contract'
import { expect, test } from 'vitest'
import { costOf } from './cost.ts'

const marketing = { category: 'marketing', variants: 1 } as const
const prices: MessagePrice[] = [
  { category: 'marketing', prefix: '55', millionths: 345_678 },
  { category: 'marketing', prefix: '', millionths: 1 },
  { category: 'utility', prefix: '55', millionths: 40_000 },
]
const paid = { all: 1, paid: 1, phones: 0 }
const planned = { prices, currency: 'BRL', variants: 1, messagesPerPerson: 1, connections: paid }

test('is rounded once, and half a cent is a cent', () => {
  const counts = [{ ...marketing, prefix: '55', count: 3 }]
  // 3 × 0.345678 = 1.037034
  expect(costOf({ ...planned, counts }).cents).toBe(104)
  const half: MessagePrice[] = [{ category: 'marketing', prefix: '1', millionths: 5000 }]
  const one = [{ ...marketing, prefix: '1', count: 1 }]
  expect(costOf({ ...planned, counts: one, prices: half }).cents).toBe(1)
  // 10,000 tiny prices are one cent together, and nothing one by one.
  const tiny = [{ ...marketing, prefix: '', count: 10_000 }]
  expect(costOf({ ...planned, counts: tiny }).cents).toBe(1)
})

test('is exact for a million people at the highest price', () => {
  const highest: MessagePrice[] = [{ category: 'marketing', prefix: '', millionths: 1_000_000_000 }]
  const counts = [{ ...marketing, prefix: '', count: 1_000_000 }]
  const connections = { all: 50, paid: 49, phones: 1 }
  expect(costOf({ ...planned, counts, prices: highest, messagesPerPerson: 2, connections }).cents).toBe(196_000_000_000)
})

test('counts only connections that are paid by message, and says what has no price', () => {
  const counts = [
    { ...marketing, prefix: '55', count: 100 },
    { ...marketing, prefix: null, count: 10 },
  ]
  const connections = { all: 2, paid: 1, phones: 1 }
  expect(costOf({ ...planned, counts, connections })).toEqual({
    cents: 1728,
    currency: 'BRL',
    priced: [{ category: 'marketing', prefix: '55', count: 50, millionths: 345_678 }],
    unpriced: 5,
    hasPairedPhone: true,
  })
  const phone = { all: 1, paid: 0, phones: 1 }
  expect(costOf({ ...planned, counts: [], connections: phone })).toEqual({
    cents: 0,
    currency: 'BRL',
    priced: [],
    unpriced: 0,
    hasPairedPhone: true,
  })
})

test('splits the people between variants of different categories', () => {
  const counts = [
    { category: 'marketing' as const, variants: 1, prefix: '55', count: 30 },
    { category: 'utility' as const, variants: 2, prefix: '55', count: 30 },
  ]
  // 10 × 0.345678 + 20 × 0.04 = 4.25678
  expect(costOf({ ...planned, counts, variants: 3, currency: 'USD' })).toMatchObject({
    cents: 426,
    currency: 'USD',
    priced: [
      { category: 'marketing', count: 10 },
      { category: 'utility', count: 20 },
    ],
  })
})

test('is unknown, not nothing, while the table is empty', () => {
  const counts = [{ ...marketing, prefix: null, count: 5 }]
  expect(costOf({ ...planned, counts, prices: [] }).cents).toBeNull()
})

test('has lines in whole messages that add up to the total, whatever share a variant gets', () => {
  const of = (prefix: string | null, count: number) => [
    { category: 'marketing' as const, variants: 1, prefix, count },
    { category: 'utility' as const, variants: 1, prefix, count },
  ]
  const counts = [...of('55', 1), ...of('1', 1), ...of(null, 3)]
  const dear: MessagePrice[] = ['55', '1'].flatMap((prefix) => [
    { category: 'marketing' as const, prefix, millionths: 350_000 },
    { category: 'utility' as const, prefix, millionths: 120_000 },
  ])
  const { cents, priced, unpriced } = costOf({ ...planned, counts, prices: dear, variants: 2 })
  expect(priced.reduce((all, { count }) => all + count, unpriced)).toBe(5)
  expect(cents).toBe(priced.reduce((sum, { count, millionths }) => sum + count * millionths, 0) / 10_000)
})
