import { createWorld } from '#test/world'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserActor } from '#platform/context'
import { sql } from '#platform/database/sql'
import { followedLists, maySeeTicket, roomsOfList, roomsToFollow, viewerParameters, ticketIsSeen } from './index.ts'

let world: Awaited<ReturnType<typeof createWorld>>
let companyId: number
beforeAll(async () => {
  world = await createWorld()
  companyId = (await world.company()).id
})
afterAll(() => world.close())

const me = 7
const yesNo = [true, false]
const actors = yesNo.flatMap((seesAllTickets) =>
  yesNo.flatMap((seesGroups) =>
    [[], [1], [1, 2]].map((queueIds): UserActor => ({
      kind: 'user',
      companyId: 0,
      userId: me,
      sessionId: '',
      name: '',
      profile: 'user',
      isSuper: false,
      queueIds,
      seesAllTickets,
      seesGroups,
      managesConnections: false,
      seesRealTime: false,
      seesDashboard: false,
      numbersMasked: false,
      subscriptionExpired: false,
      subscriptionEndsAt: undefined,
      features: [],
    })),
  ),
)
const tickets = [null, me, 8].flatMap((user_id) =>
  [null, 1, 3].flatMap((queue_id) => yesNo.map((is_group) => ({ user_id, queue_id, is_group }))),
)

test.each(actors)(
  'the check, the conditions and the rooms show the same tickets to queues $queueIds, all $seesAllTickets, groups $seesGroups',
  async (rights) => {
    const actor = { ...rights, companyId }
    const rows = JSON.stringify(tickets.map((ticket, position) => ({ ...ticket, position })))
    const { rows: seen } = await world.app.deps.units.read(actor, (ctx) =>
      sql<{ by_condition: boolean; by_function: boolean }>`
        select coalesce(${ticketIsSeen(actor)}, false) as by_condition, sees_ticket(${viewerParameters(actor)}, t.user_id, t.queue_id, t.is_group) as by_function
        from jsonb_to_recordset(${rows}::jsonb) as t (position int, user_id bigint, queue_id bigint, is_group boolean) order by position`.execute(
        ctx.db,
      ),
    )
    for (const [position, ticket] of tickets.entries()) {
      const isSeen = maySeeTicket(actor, ticket)
      expect({ ticket, ...seen[position] }).toEqual({ ticket, by_condition: isSeen, by_function: isSeen })
      for (const list of followedLists) {
        const place = {
          status: 'pending',
          queueId: ticket.queue_id,
          userId: ticket.user_id,
          isGroup: ticket.is_group,
        } as const
        const followed = new Set(roomsToFollow(actor, list))
        const isHeard = roomsOfList(companyId, list, place).some((room) => followed.has(room))
        expect({ ticket, list, isHeard }).toEqual({ ticket, list, isHeard: isSeen })
      }
    }
  },
)

test('a user sees their own tickets, tickets of their queues, and others only with a right', () => {
  const [all, own] = [
    actors.find((actor) => actor.seesAllTickets),
    actors.find((actor) => actor.queueIds.length === 1 && !actor.seesAllTickets && !actor.seesGroups),
  ]
  if (!all || !own) throw new Error('no such users')
  const chat = { user_id: null, queue_id: 3, is_group: false }
  expect([all, own].map((actor) => maySeeTicket(actor, chat))).toEqual([true, false])
  expect(maySeeTicket(own, { ...chat, queue_id: 1 })).toBe(true)
  expect(maySeeTicket(own, { ...chat, queue_id: null })).toBe(false)
  expect(maySeeTicket(own, { ...chat, queue_id: 1, is_group: true })).toBe(false)
  expect(maySeeTicket(own, { ...chat, user_id: me, is_group: true })).toBe(true)
})
