import type { SignedUpNumber } from '@guiche/contract'
import type { Meta } from '#channels/meta'
import type { Ctx, UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest, notFound } from '#platform/errors'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { assertWithinPlan } from '#modules/companies'
import { getConnection, listConnections, presentConnection } from '#modules/connections'
import { findNumbers } from './find-numbers.ts'
import { linkSignedUp } from './link-signed-up.ts'
import { installedIn, loginWindow } from './login-window.ts'
import { assertPaired, findPairedWith } from './numbers/link-number.ts'
import { findNumberHolders } from './numbers/official-numbers.repository.ts'
import { type FoundNumber, findSignUp, keepSignUp, removeOldSignUps, removeSignUp } from './sign-ups.repository.ts'

/** WhatsApp numbers that people connect by a login at Meta: Embedded Signup. */
export function signUpRoutes(deps: Deps, meta: Meta, createLimiter: CreateLimiter): void {
  const { routes, units, keys } = deps
  const login = loginWindow({ ...deps, meta })
  // Meta counts the calls of the app for all companies together.
  const limiter = createLimiter({ name: 'number-sign-ups', points: 30, duration: 600, failsOpen: true })
  deps.jobs.defineTimer('networkAccounts.oldSignUps', '*/10 * * * *', () => removeOldSignUps(units.operator))

  routes.handle('startNumberSignUp', async ({ actor, body: { staysOnPhone, isRenewal = false, whatsappId }, run }) => {
    const configId = configIdIn(meta)
    // Before the window, so that nobody goes through it in vain. It runs, because the count of a plan is locked.
    if (whatsappId !== undefined) await run((ctx) => assertPaired(ctx, whatsappId))
    else if (!isRenewal) await run((ctx) => assertWithinPlan(ctx, 'connections'))
    const extras = { setup: {}, featureType: staysOnPhone ? onPhoneToo : '', sessionInfoVersion: '3' }
    const asked = {
      config_id: configId,
      override_default_response_type: 'true',
      extras: JSON.stringify(extras),
    }
    return { url: login.address(actor, { purpose: 'number', moves: whatsappId, asked }) }
  })

  routes.handle('openNumberSignUp', async ({ actor, body: { code, state }, run }) => {
    const { graph } = installedIn(meta)
    await limiter.take(String(actor.companyId))
    const { token, moves } = await login.tokenFor(actor, { purpose: 'number', code, state })
    const numbers = await findNumbers(graph, token)
    const signUpId = await run((ctx) => keepSignUp(ctx, keys.secretsAtRest, actor.userId, { token, numbers }))
    return { signUpId, numbers: await shown(actor, numbers, moves) }
  })

  routes.handle('linkSignedUpNumber', async ({ actor, params: { signUpId }, body, read, run }) => {
    const owner = { userId: actor.userId, signUpId }
    const signUp = await read((ctx) => findSignUp(ctx, keys.secretsAtRest, owner))
    if (!signUp) throw notFound('ERR_PAGE_LOGIN_REFUSED')
    await limiter.take(String(actor.companyId))
    const connectionId = await linkSignedUp({ ...deps, meta }, actor, signUp, body)
    await run((ctx) => removeSignUp(ctx, signUpId))
    const row = await units.read(actor, (ctx) => getConnection(ctx, connectionId))
    return presentConnection(row, { showsCode: actor.profile === 'admin' })
  })

  async function shown(
    actor: UserActor,
    numbers: readonly FoundNumber[],
    asked: number | undefined,
  ): Promise<SignedUpNumber[]> {
    const ids = numbers.map(({ phoneNumberId }) => phoneNumberId)
    const holders = await findNumberHolders(units.operator, ids)
    const connections = await units.read(actor, listConnections)
    const moves = await units.read(actor, (ctx) => findMoves(ctx, numbers, asked))
    return numbers.map(({ phoneNumberId, number, name, isRegistered, isOnPhone }, choice) => {
      const holder = holders.find(({ phone_number_id }) => phone_number_id === phoneNumberId)
      const own = holder?.company_id === actor.companyId && connections.find(({ id }) => id === holder.connection_id)
      return {
        choice,
        number,
        name,
        isOnPhone,
        needsPin: !isRegistered && !isOnPhone,
        isTaken: holder !== undefined && holder.company_id !== actor.companyId,
        connection: own ? { id: own.id, name: own.name } : null,
        moves: holder ? null : (moves[choice] ?? null),
      }
    })
  }
}

/** The connections that reach the numbers by a phone, or the one that was asked for and has no number yet. */
async function findMoves(
  ctx: Ctx,
  numbers: readonly FoundNumber[],
  asked: number | undefined,
): Promise<(number | undefined)[]> {
  const moves: (number | undefined)[] = []
  for (const { number } of numbers) moves.push(await findPairedWith(ctx, number, asked))
  return moves
}

/** What Meta calls a number that the app on a phone goes on using. */
const onPhoneToo = 'whatsapp_business_app_onboarding'

function configIdIn(meta: Meta): string {
  const { signUpConfigId } = installedIn(meta)
  if (signUpConfigId === undefined) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
  return signUpConfigId
}
