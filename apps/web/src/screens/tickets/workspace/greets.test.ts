import { expect, test } from 'vitest'
import { greets } from './greets.ts'

const on = { sendGreetingAccepted: 'enabled' } as const
const off = { sendGreetingAccepted: 'disabled' } as const
const waiting = { status: 'pending', isGroup: false, whatsapp: null } as const
const group = { ...waiting, isGroup: true }
const groupWhere = (groupAsTicket: 'enabled' | 'disabled') => ({
  ...group,
  whatsapp: { groupAsTicket },
})

test('a customer is greeted when a waiting ticket is accepted, if the company wants that', () => {
  expect(greets(waiting, on)).toBe(true)
  expect(greets(waiting, off)).toBe(false)
  expect(greets({ ...waiting, status: 'closed' }, on)).toBe(false)
  expect(greets({ ...waiting, status: 'open' }, on)).toBe(false)
})

test('a group is greeted only on a connection that handles groups as tickets', () => {
  expect(greets(group, on)).toBe(false)
  expect(greets(groupWhere('disabled'), on)).toBe(false)
  expect(greets(groupWhere('enabled'), on)).toBe(true)
  expect(greets(groupWhere('enabled'), off)).toBe(false)
})

test('nobody is greeted after the time in which machines may write', () => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const until = at(86_400_000)
  expect(greets({ ...waiting, answerWindow: { until, usualUntil: at(60_000), templates: false } }, on)).toBe(true)
  expect(greets({ ...waiting, answerWindow: { until, usualUntil: at(-60_000), templates: false } }, on)).toBe(false)
})
