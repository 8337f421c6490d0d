import { limits, variableKey } from '@guiche/contract'
import type { Channels } from '#channels/registry'
import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { createLimitQuestions } from '#modules/campaigns'
import type { NumberCheck } from '#modules/contacts'
import type { SendingGuard } from '#modules/sending-guard'
import { findPlannedConnections } from './connections.repository.ts'
import { pageOfPeople } from './people.repository.ts'
import { previewTexts } from './person-texts.ts'
import { readPlan } from './plan.ts'
import { neededVariable, previewOf } from './preview.ts'
import { sendTest } from './send-test.ts'

interface Wiring {
  channels: Channels
  numbers: NumberCheck
  createLimiter: CreateLimiter
  guard: SendingGuard
  /** In ms. */
  leastPause: number
}

/** In ms: how often a number is asked about while somebody looks at previews. */
const everyMinute = 60_000

export function previewRoutes({ routes, units, log }: Deps, wiring: Wiring): void {
  const { channels, numbers, createLimiter, guard, leastPause } = wiring
  const askLimits = createLimitQuestions({ log, channels }, everyMinute)
  const limiter = createLimiter({
    name: 'campaign-test',
    points: limits.campaignTests,
    duration: 3600,
    failsOpen: true,
  })

  routes.handle('previewCampaign', async ({ actor, body, read, run }) => {
    const { plan, found } = await read(async (ctx) => {
      const asked = await readPlan(ctx, body)
      return { plan: asked, found: await findPlannedConnections(ctx, asked.connectionIds) }
    })
    // Before it is said when each number begins.
    await Promise.all(
      found
        .filter(({ is_connected }) => is_connected)
        .map(({ id, channel }) =>
          askLimits({ companyId: actor.companyId, connection_id: id, channel, campaign_id: null }),
        ),
    )
    // It writes, because a number that nobody has asked about yet begins its warm-up.
    return run((ctx) => previewOf(ctx, plan, { guard, leastPause }))
  })

  routes.handle('previewPeople', ({ body, read }) =>
    read(async (ctx) => {
      const { group, searchParam, pageNumber } = body
      const plan = await readPlan(ctx, body)
      const variable = group === 'lacking' ? await neededVariable(ctx, plan, variableKey(body.variable)) : undefined
      const people = await pageOfPeople(ctx, plan, { group, variable, searchParam, pageNumber })
      return { people: people.slice(0, limits.rowsPerPage), hasMore: people.length > limits.rowsPerPage }
    }),
  )

  routes.handle('previewTexts', ({ body, read }) =>
    read(async (ctx) => previewTexts(ctx, await readPlan(ctx, body), body.key)),
  )

  routes.handle('testCampaign', async ({ actor, params, body }) => ({
    messageId: await sendTest({ units, numbers, guard, limiter }, actor, { id: params.id, wanted: body }),
  }))
}
