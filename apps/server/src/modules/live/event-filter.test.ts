import { type PlanFeature, planFeatures } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserActor } from '#platform/context'
import { type Emission, payloadFor } from '#platform/live/live'
import { rooms } from '#platform/live/rooms'
import { type World, createWorld } from '#test/world'
import { createEventFilter } from './event-filter.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const attendant = (more: Partial<UserActor> = {}): UserActor => ({
  kind: 'user',
  companyId: 1,
  userId: 7,
  sessionId: '00000000-0000-4000-8000-000000000000',
  name: 'Camila',
  profile: 'user',
  isSuper: false,
  queueIds: [],
  seesAllTickets: false,
  seesGroups: false,
  managesConnections: false,
  seesRealTime: false,
  seesDashboard: false,
  numbersMasked: false,
  subscriptionExpired: false,
  subscriptionEndsAt: undefined,
  features: [...planFeatures],
  ...more,
})

test('a browser that was offline gets events of features in the plan only', async () => {
  const features: PlanFeature[] = planFeatures.filter((feature) => feature !== 'useInternalChat')
  const { mayReceive } = await createEventFilter(world.app.deps.units, attendant({ features }), [])

  expect(planFeatures.filter((feature) => mayReceive(rooms.feature(1, feature)))).toEqual(features)
})

describe('a user for whom numbers are masked', () => {
  const emission = (masked: Emission<'queue'>['masked']): Emission<'queue'> => ({
    companyId: 1,
    event: 'queue',
    rooms: [rooms.company(1)],
    payload: { action: 'delete', queueId: 1 },
    masked,
  })
  const masked = attendant({ numbersMasked: true })

  test('gets the masked payload, or the whole one if it shows no number, or nothing', () => {
    expect(payloadFor(masked, emission('same'))).toEqual({ action: 'delete', queueId: 1 })
    expect(payloadFor(masked, emission({ payload: { action: 'delete', queueId: 2 } }))).toEqual({
      action: 'delete',
      queueId: 2,
    })
    expect(payloadFor(masked, emission('nothing'))).toBeUndefined()
  })

  test('is treated differently from the others, who get everything', () => {
    for (const part of ['same', 'nothing', { payload: { action: 'delete', queueId: 2 } }] as const)
      expect(payloadFor(attendant(), emission(part))).toEqual({ action: 'delete', queueId: 1 })
  })
})
