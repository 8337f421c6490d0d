import type { OfficialNumberView } from '@guiche/contract'
import type { Meta } from '#channels/meta'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { isMasked, maskedSecret } from '#platform/security/masked'
import { getConnection, liftLimit, presentConnection } from '#modules/connections'
import { getNumber, linkNumber, renewNumber } from './link-number.ts'
import type { OfficialNumber } from './official-numbers.repository.ts'
import { presentMove } from './present-move.ts'
import { testNumber } from './test-number.ts'

/** WhatsApp numbers on the Cloud API, which people connect with a token. */
export function numberRoutes(deps: Deps, meta: Meta, createLimiter: CreateLimiter): void {
  const { routes, units, keys, publicUrl } = deps
  // Meta counts the calls of the app for all companies together.
  const limiter = createLimiter({ name: 'official-numbers', points: 30, duration: 600, failsOpen: true })

  async function linking({ companyId }: UserActor) {
    await limiter.take(String(companyId))
    return { ...deps, meta }
  }

  routes.handle('linkOfficialNumber', async ({ actor, body }) => {
    const { app, ...wanted } = body
    const connectionId = await linkNumber(await linking(actor), actor, { ...wanted, app: app ?? undefined })
    return connectionOf(actor, connectionId)
  })

  routes.handle('moveToOfficial', async ({ actor, params: { id: moves }, body, read }) => {
    await read((ctx) => getConnection(ctx, moves))
    const { app, ...wanted } = body
    await linkNumber(await linking(actor), actor, { ...wanted, app: app ?? undefined, moves })
    return connectionOf(actor, moves)
  })

  routes.handle('getMove', async ({ params: { id }, read }) => {
    const { channel } = await read((ctx) => getConnection(ctx, id))
    return presentMove(channel)
  })

  routes.handle('renewOfficialNumber', async ({ actor, params: { whatsappId }, body, read }) => {
    const before = await read((ctx) => getNumber(ctx, keys.secretsAtRest, whatsappId))
    const { token, app, pin } = body
    const renewal = {
      pin,
      token: unmasked(token),
      app: app && { id: app.id, secret: unmasked(app.secret), verifyToken: unmasked(app.verifyToken) },
    }
    await renewNumber(await linking(actor), actor, before, renewal)
    return connectionOf(actor, whatsappId)
  })

  routes.handle('getOfficialNumber', async ({ params: { whatsappId }, read }) =>
    present(await read((ctx) => getNumber(ctx, keys.secretsAtRest, whatsappId))),
  )

  routes.handle('testOfficialNumber', async ({ actor, params: { whatsappId }, read }) => {
    const number = await read((ctx) => getNumber(ctx, keys.secretsAtRest, whatsappId))
    await linking(actor)
    const steps = await testNumber(meta, number)
    // Whoever tests it may have set right what has stopped them. Otherwise the next one says so again.
    await units.run(actor, (ctx) => liftLimit(ctx, whatsappId, 'templates'))
    return { steps }
  })

  async function connectionOf(actor: UserActor, connectionId: number) {
    const row = await units.read(actor, (ctx) => getConnection(ctx, connectionId))
    return presentConnection(row, { showsCode: actor.profile === 'admin' })
  }

  function present(number: OfficialNumber): OfficialNumberView {
    const { connectionId, routingId, accountId, token, app, webhookSeenAt, tokenEndsAt } = number
    return {
      whatsappId: connectionId,
      phoneNumberId: routingId,
      accountId,
      token: maskedSecret(token),
      app: app ? { id: app.id, secret: maskedSecret(app.secret), verifyToken: maskedSecret(app.verifyToken) } : null,
      webhookUrl: new URL(app ? `/webhook/${connectionId}` : '/webhook', publicUrl).href,
      webhookSeenAt: webhookSeenAt?.toISOString() ?? null,
      tokenEndsAt: tokenEndsAt?.toISOString() ?? null,
    }
  }
}

/** A masked secret is one that was not changed. */
const unmasked = (given: string | undefined) => (isMasked(given) ? undefined : given)
