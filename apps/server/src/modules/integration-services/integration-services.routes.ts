import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import { rooms } from '#platform/live/rooms'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { findCompany } from '#modules/companies'
import { assertAddress, draftIntegration } from '#modules/queue-integrations'
import type { AskIntegration } from './answerer.ts'
import { tryIntegration } from './try-integration.ts'

interface Wiring {
  askIntegration: AskIntegration
  createLimiter: CreateLimiter
}

export function integrationServicesRoutes(
  { routes, outside, keys, live }: Deps,
  { askIntegration, createLimiter }: Wiring,
): void {
  const key = keys.secretsAtRest
  // Nobody shall search the internet with it.
  const limiter = createLimiter({ name: 'integration-test', points: 30, duration: 60, failsOpen: true })

  routes.handle('testIntegration', async ({ actor, body, read }) => {
    await limiter.take(String(actor.companyId))
    await assertAddress(outside, body.urlN8N)
    const [integration, company] = await read(async (ctx) => [
      await draftIntegration(ctx, key, body),
      await companyOf(ctx),
    ])
    return tryIntegration({ outside, askIntegration }, integration, { ...company, text: 'Oi' })
  })

  routes.handle('testIntegrationSession', async ({ actor, body, read }) => {
    await limiter.take(String(actor.companyId))
    const draft = { ...body, type: 'dialogflow' as const, name: 'Dialogflow' }
    const [integration, company] = await read(async (ctx) => [
      await draftIntegration(ctx, key, draft),
      await companyOf(ctx),
    ])
    const trial = { ...company, language: body.language, text: 'Ola' }
    const { outcome, texts } = await tryIntegration({ outside, askIntegration }, integration, trial)
    if (outcome === 'notAllowed' || outcome === 'unreachable') throw badRequest('ERR_TEST_SESSION_DIALOG')
    if (outcome !== 'answered') throw badRequest('ERR_TEST_REPLY_DIALOG')
    const response = { messages: texts.map(withoutName) }
    void live.emit({
      companyId: actor.companyId,
      event: 'integration',
      rooms: [rooms.admins(actor.companyId)],
      masked: 'same',
      payload: { action: 'testSession', response },
    })
    return response
  })
}

async function companyOf(ctx: Ctx) {
  const { language = '', timezone = 'UTC' } = (await findCompany(ctx)) ?? {}
  return { companyId: ctx.companyId, language, timeZone: timezone }
}

const withoutName = (text: string) => text.replace(/^\*Dialogflow:\* /, '')
