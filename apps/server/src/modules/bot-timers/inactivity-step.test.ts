import { describe, expect, test } from 'vitest'
import { type Silence, stepOf } from './inactivity-step.ts'

const minutes = (count: number) => count * 60

/** Warned after 10 minutes, closed 5 minutes later. */
const silence = (more: Partial<Silence>): Silence => ({
  silentFor: 0,
  warnedFor: undefined,
  isCustomerLast: false,
  warnAfter: minutes(10),
  hasWarning: true,
  closeAfter: minutes(5),
  onlyCustomer: false,
  ...more,
})

describe('a ticket in which nobody writes', () => {
  test.each<[string, Partial<Silence>, ReturnType<typeof stepOf>]>([
    ['waits for its warning', { silentFor: minutes(4) }, { do: 'wait', look: minutes(6) }],
    ['is warned when the time has come', { silentFor: minutes(10) }, { do: 'warn' }],
    ['is warned a little late', { silentFor: minutes(14), closeAfter: minutes(60) }, { do: 'warn' }],
    [
      'is not warned more than five minutes late',
      { silentFor: minutes(16), closeAfter: minutes(60) },
      { do: 'wait', look: minutes(54) },
    ],
    ['is closed late, also without a warning', { silentFor: minutes(1000) }, { do: 'close' }],
    ['waits after the warning', { silentFor: minutes(12), warnedFor: minutes(2) }, { do: 'wait', look: minutes(3) }],
    ['is closed after the warning', { silentFor: minutes(15), warnedFor: minutes(5) }, { do: 'close' }],
    [
      'is closed no sooner after a late warning',
      { silentFor: minutes(16), warnedFor: minutes(2) },
      { do: 'wait', look: minutes(3) },
    ],
    ['is closed without a warning if there is none', { warnAfter: 0, silentFor: minutes(5) }, { do: 'close' }],
    [
      'waits for both times if the warning has no text',
      { hasWarning: false, silentFor: minutes(10) },
      { do: 'wait', look: minutes(5) },
    ],
    ['is warned although it is never closed', { closeAfter: 0, silentFor: minutes(10) }, { do: 'warn' }],
    [
      'is never closed without a time for it',
      { closeAfter: 0, silentFor: minutes(1000), warnedFor: minutes(990) },
      { do: 'wait', look: minutes(10) },
    ],
    ['is closed whoever spoke last', { isCustomerLast: true, silentFor: minutes(15) }, { do: 'close' }],
    [
      'is kept while the attendant owes the answer, if only the customer is meant',
      { isCustomerLast: true, onlyCustomer: true, silentFor: minutes(1000) },
      { do: 'wait', look: minutes(10) },
    ],
    ['is closed if the customer owes the answer', { onlyCustomer: true, silentFor: minutes(15) }, { do: 'close' }],
  ])('%s', (_, more, step) => {
    expect(stepOf(silence(more))).toEqual(step)
  })
})
