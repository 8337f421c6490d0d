import { limits, variableKey } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import type { NumberCheck } from '#modules/contacts'
import type { SendingGuard } from '#modules/sending-guard'
import { pageOfPeople } from './people.repository.ts'
import { previewTexts } from './person-texts.ts'
import { readPlan } from './plan.ts'
import { neededVariable, previewOf } from './preview.ts'
import { sendTest } from './send-test.ts'

interface Wiring {
  numbers: NumberCheck
  createLimiter: CreateLimiter
  guard: SendingGuard
  /** In ms. */
  leastPause: number
}

export function previewRoutes({ routes, units }: Deps, { numbers, createLimiter, guard, leastPause }: Wiring): void {
  const limiter = createLimiter({
    name: 'campaign-test',
    points: limits.campaignTests,
    duration: 3600,
    failsOpen: true,
  })

  // It writes, because a number that nobody has asked about yet begins its warm-up.
  routes.handle('previewCampaign', ({ body, run }) =>
    run(async (ctx) => previewOf(ctx, await readPlan(ctx, body), { guard, leastPause })),
  )

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
    messageId: await sendTest({ units, numbers, limiter }, actor, { id: params.id, wanted: body }),
  }))
}
