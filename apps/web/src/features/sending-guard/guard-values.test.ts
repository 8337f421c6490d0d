import type { NumberGuardView } from '@guiche/contract'
import { expect, test } from 'vitest'
import { bodyOf, guardRules, valuesOf } from './guard-values.ts'

const guard: NumberGuardView = {
  whatsappId: 1,
  name: 'Loja Centro',
  hold: null,
  pausedAt: null,
  warmDays: 3,
  strangers: { used: 0, today: 39, chosen: null, most: 500 },
  known: { used: 0, today: 2000, chosen: 0, most: 2000 },
  byPeople: 0,
  network: null,
  quietHours: { from: '21:00', until: '07:30' },
  quietSundays: true,
  quietHolidays: false,
  severalCampaigns: false,
  installation: { quietHours: null, quietSundays: false, quietHolidays: false },
}
const values = valuesOf(guard)

test('the form gives back what it was given; an empty limit is none, and 0 is a limit', () => {
  expect(bodyOf(values)).toEqual({
    strangersPerDay: null,
    knownPerDay: 0,
    quietHours: { from: '21:00', until: '07:30' },
    quietSundays: true,
    quietHolidays: false,
    severalCampaigns: false,
  })
  expect(bodyOf({ ...values, quietFrom: '', quietUntil: '' }).quietHours).toBeNull()
})

test.each([
  ['as many as the installation allows', { strangersPerDay: 500, knownPerDay: 2000 }, []],
  ['more than that', { strangersPerDay: 501, knownPerDay: 2001 }, ['strangersPerDay', 'knownPerDay']],
  ['no quiet hours', { quietFrom: '', quietUntil: '' }, []],
  ['quiet hours without an end', { quietUntil: '' }, ['quietUntil']],
  ['quiet hours without a beginning', { quietFrom: '' }, ['quietFrom']],
  ['quiet hours that end as they begin', { quietUntil: '21:00' }, ['quietUntil']],
])('%s', (_what, change, wrong) => {
  expect(Object.keys(guardRules(guard)({ ...values, ...change }))).toEqual(wrong)
})
