import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Hour, IdParams, When, changeOf, whole } from '../shared/fields.ts'

/**
 * Why a number does not start talks now. `person`: somebody has paused it. `failures`, `optOuts`, `logout`: a bad sign, which
 * a person has to end. `quality`: its network rates it badly; it ends with that, or by a person. `limited`: by its network. `tier`:
 * its portfolio has reached as many people as it may. `template`: a template of the campaign cannot be sent now. `strangers`,
 * `known`: today's budget is used up. `otherCampaign`: another campaign uses the number first.
 */
export const holdReasons = [
  'person',
  'failures',
  'optOuts',
  'logout',
  'quality',
  'offline',
  'limited',
  'tier',
  'template',
  'quietHours',
  'otherCampaign',
  'strangers',
  'known',
] as const
export const HoldReason = z.enum(holdReasons)
export type HoldReason = z.output<typeof HoldReason>

/** `until` is null if nobody knows when it ends, or a person has to end it. */
export const SendingHold = z.object({ reason: HoldReason, until: When.nullable() })
export type SendingHold = z.output<typeof SendingHold>

/** `today`: what the number may do today. `chosen`: the company's own limit; null: none. `most`: that of the installation. */
const Budget = z.object({ used: z.number(), today: z.number(), chosen: z.number().nullable(), most: z.number() })

const QuietHours = z.object({ from: Hour, until: Hour })

/** The guard of one number: what it may send to people with whom no talk goes on. */
export const NumberGuardView = z.object({
  whatsappId: z.number(),
  name: z.string(),
  /** Why it starts no talks now; budgets aside. */
  hold: SendingHold.nullable(),
  /** Since when a bad sign has paused it. */
  pausedAt: When.nullable(),
  /** Days of the warm-up that count. */
  warmDays: z.number(),
  strangers: Budget,
  known: Budget,
  /** What the network itself allows. Null: it says nothing, as for a paired phone. Its warm-up and budgets count only there. */
  network: z
    .object({
      /** In the words of the network; null: it has not said so. */
      tier: z.string().nullable(),
      quality: z.string().nullable(),
      /** People whom the portfolio may reach in 24 hours, and has. Null: no limit, or none that we know. */
      limit: z.number().nullable(),
      used: z.number(),
      /** Connections that share the limit. */
      connections: z.number(),
    })
    .nullable(),
  /** Talks that people have started today; they are part of the budgets. */
  byPeople: z.number(),
  /** The company's quiet hours, besides those of the installation. */
  quietHours: QuietHours.nullable(),
  quietSundays: z.boolean(),
  quietHolidays: z.boolean(),
  severalCampaigns: z.boolean(),
  /** What the installation demands of all numbers. */
  installation: z.object({
    quietHours: QuietHours.nullable(),
    quietSundays: z.boolean(),
    quietHolidays: z.boolean(),
  }),
})
export type NumberGuardView = z.output<typeof NumberGuardView>

/** Nobody starts more talks; what is not limited has this limit. */
export const mostPerDay = 1_000_000
const PerDay = whole(0, mostPerDay).nullable()

const NumberGuardBody = z.object({
  strangersPerDay: PerDay,
  knownPerDay: PerDay,
  quietHours: QuietHours.nullable(),
  quietSundays: z.boolean(),
  quietHolidays: z.boolean(),
  severalCampaigns: z.boolean(),
})

export const sendingGuardCalls = {
  listNumberGuards: endpoint({
    method: 'GET',
    path: '/sending-guard',
    summary: 'The guards of the numbers, with what they have used today',
    access: 'manager',
    feature: 'useCampaigns',
    answer: z.array(NumberGuardView),
  }),
  updateNumberGuard: endpoint({
    method: 'PUT',
    path: '/sending-guard/:id',
    summary: 'Let a number send less than the installation allows',
    access: 'admin',
    feature: 'useCampaigns',
    params: IdParams,
    body: changeOf(NumberGuardBody),
    answer: NumberGuardView,
  }),
  resumeNumber: endpoint({
    method: 'POST',
    path: '/sending-guard/:id/resume',
    summary: 'Let a number go on that a bad sign has paused',
    access: 'admin',
    // Also messages of programs and schedules are held while it is paused.
    feature: 'none',
    params: IdParams,
    answer: NumberGuardView,
  }),
} as const
