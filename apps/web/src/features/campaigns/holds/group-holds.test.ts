import { describe, expect, test } from 'vitest'
import { groupHolds } from './group-holds.ts'

const whatsapps = [
  { id: 1, name: 'Centro' },
  { id: 2, name: 'Praia' },
  { id: 3, name: 'Norte' },
]
const until = '2031-03-01T11:00:00.000Z'

describe('the holds of a campaign', () => {
  test('are without names if all of its connections wait for the same', () => {
    expect(
      groupHolds({ whatsapps, holds: whatsapps.map(({ id }) => ({ whatsappId: id, reason: 'quietHours', until })) }),
    ).toEqual([{ reason: 'quietHours', until, whatsappIds: [1, 2, 3], names: [] }])
  })

  test('name the connections that wait while another sends or waits for something else', () => {
    expect(
      groupHolds({
        whatsapps,
        holds: [
          { whatsappId: 1, reason: 'limited', until },
          { whatsappId: 2, reason: 'person', until: null },
          { whatsappId: 3, reason: 'limited', until },
        ],
      }),
    ).toEqual([
      { reason: 'limited', until, whatsappIds: [1, 3], names: ['Centro', 'Norte'] },
      { reason: 'person', until: null, whatsappIds: [2], names: ['Praia'] },
    ])
  })

  test('are none if it sends', () => {
    expect(groupHolds({ whatsapps, holds: [] })).toEqual([])
  })
})
