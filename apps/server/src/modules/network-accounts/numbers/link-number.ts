import { type GraphClient, maySend, subscribeAccount, unsubscribeAccount } from '@guiche/meta'
import { ConnectionBody, channelFeatures } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import { type Meta, numberChannel } from '#channels/meta'
import { audit } from '#platform/audit'
import type { Ctx, UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest, notFound } from '#platform/errors'
import { assertFeature, assertWithinPlan, enterAddress, lockCompany } from '#modules/companies'
import { createConnection, getConnection, recordEvent, recordNotice, showStatus } from '#modules/connections'
import { askForTemplates } from '#modules/message-templates'
import {
  type OfficialNumber,
  type OwnApp,
  findNumber,
  findNumberHolder,
  isAccountUsed,
  keepPortfolio,
  saveNumber,
} from './official-numbers.repository.ts'
import { expectPhone } from './phone/expect-phone.ts'
import { askToRescope } from './portfolios.ts'
import { type NumberClaim, type ProvenNumber, openNumber, proveNumber } from './prove-number.ts'

export interface LinkDeps extends Pick<Deps, 'units' | 'keys' | 'log' | 'wakes'> {
  meta: Meta
}

interface Wanted extends NumberClaim {
  name: string
  pin?: string | null | undefined
  app: OwnApp | undefined
}

/** Connects a number by a token that proves whose it is. Nothing is changed at Meta before that, or if it is taken. */
export async function linkNumber(deps: LinkDeps, actor: UserActor, wanted: Wanted): Promise<number> {
  const { units, meta } = deps
  const graph = graphOf(meta, wanted.app)
  // Early, so that Meta is not asked in vain. It runs, because the count of a plan is locked.
  await units.run(actor, async (ctx) => {
    await assertFeature(ctx, feature)
    await assertWithinPlan(ctx, 'connections')
  })
  const proven = await proveNumber(graph, wanted)
  const holder = await findNumberHolder(units.operator, wanted.phoneNumberId)
  if (holder) throw takenBy(holder, actor)
  await openNumber(graph, wanted, proven, wanted.pin)
  try {
    return await units.run(actor, (ctx) => createNumber(deps, ctx, wanted, proven))
  } catch (error) {
    await tryToLeave(deps, graph, wanted)
    throw error
  }
}

const feature = channelFeatures[factsOf(numberChannel).shownAs]

async function createNumber(deps: LinkDeps, ctx: Ctx, wanted: Wanted, proven: ProvenNumber): Promise<number> {
  await lockCompany(ctx)
  const body = ConnectionBody.parse({ name: wanted.name })
  const connectionId = await createConnection(ctx, deps, body, numberChannel)
  const isEntered = await enterAddress(ctx, { kind: 'cloud_phone', key: wanted.phoneNumberId, targetId: connectionId })
  // Somebody else was faster.
  if (!isEntered) throw badRequest('ERR_ACCOUNT_TAKEN')
  await keepNumber(deps, ctx, { connectionId, ...wanted }, proven)
  return connectionId
}

interface Renewal {
  token?: string | undefined
  pin?: string | null | undefined
  /** Null: that of the installation. Absent: as it is. */
  app?: { id: string; secret?: string | undefined; verifyToken?: string | undefined } | null | undefined
}

/** Connects a number again, after its token has ended or its app has changed. The number stays the same. */
export async function renewNumber(
  deps: LinkDeps,
  actor: UserActor,
  before: OfficialNumber,
  renewal: Renewal,
): Promise<void> {
  const { units, meta, keys, wakes } = deps
  const { connectionId } = before
  const claim = {
    phoneNumberId: before.routingId,
    accountId: before.accountId,
    token: renewal.token ?? before.token,
    app: appAfter(before.app, renewal.app),
  }
  const graph = graphOf(meta, claim.app)
  const proven = await proveNumber(graph, claim)
  await openNumber(graph, claim, proven, renewal.pin)
  try {
    await units.run(actor, async (ctx) => {
      await lockCompany(ctx)
      // It may have been deleted meanwhile.
      await getNumber(ctx, keys.secretsAtRest, connectionId)
      await keepNumber(deps, ctx, { connectionId, ...claim }, proven)
    })
  } catch (error) {
    await tryToLeave(deps, graph, claim)
    throw error
  }
  wakes.call('outbox', actor.companyId)
  const left = before.app?.id === claim.app?.id ? undefined : meta.graphOf(keyOf(before.app))
  if (left) await tryToLeave(deps, left, before)
}

function appAfter(before: OwnApp | undefined, change: Renewal['app']): OwnApp | undefined {
  if (change === undefined) return before
  if (change === null) return undefined
  const kept = before?.id === change.id ? before : undefined
  const { id, secret = kept?.secret, verifyToken = kept?.verifyToken } = change
  if (secret === undefined || verifyToken === undefined) {
    const field = secret === undefined ? 'secret' : 'verifyToken'
    throw badRequest('ERR_VALIDATION', { issues: [{ path: `body.app.${field}`, message: 'required' }] })
  }
  return { id, secret, verifyToken }
}

/** What people may see and change. */
export async function getNumber(ctx: Ctx, key: Buffer, connectionId: number): Promise<OfficialNumber> {
  await getConnection(ctx, connectionId)
  const number = await findNumber(ctx, key, connectionId)
  if (!number) throw notFound('ERR_NO_WAPP_FOUND')
  return number
}

async function keepNumber(
  { keys }: LinkDeps,
  ctx: Ctx,
  {
    connectionId,
    phoneNumberId,
    accountId,
    token,
    app,
  }: NumberClaim & { connectionId: number; app: OwnApp | undefined },
  proven: ProvenNumber,
): Promise<void> {
  const { number, verifiedName, status, tokenEndsAt, portfolioId } = proven
  const routingId = phoneNumberId
  const isOnPhone = proven.isOnPhoneApp
  await saveNumber(ctx, keys.secretsAtRest, { connectionId, routingId, accountId, token, app, tokenEndsAt, isOnPhone })
  if (portfolioId !== undefined) {
    await keepPortfolio(ctx, accountId, portfolioId)
    await askToRescope(ctx, { accountId, portfolioId })
  }
  await showStatus(ctx, connectionId, { status: 'connected', number })
  await recordEvent(ctx, connectionId, 'connected')
  // What was read before it was registered tells nothing.
  if (proven.isRegistered && !maySend(proven)) await recordNotice(ctx, connectionId, { about: 'status', value: status })
  const detail = { name: verifiedName }
  await audit(ctx, { action: 'session.linked', object: 'connection', objectId: connectionId, detail })
  await askForTemplates(ctx, connectionId)
  await expectPhone(ctx, connectionId)
  ctx.emit('connection.saved', { connectionId })
}

/** The Graph API as the app of a number sees it. */
function graphOf(meta: Meta, app: OwnApp | undefined): GraphClient {
  const graph = meta.graphOf(keyOf(app))
  if (!graph) throw badRequest('ERR_OFFICIAL_OWN_APP')
  return graph
}

export const keyOf = (app: OwnApp | undefined) => app && { appId: app.id, appSecret: app.secret }

function takenBy({ company_id: companyId }: { company_id: number }, actor: UserActor): Error {
  // It does not say where, unless it is here.
  return badRequest(companyId === actor.companyId ? 'ERR_OFFICIAL_CONNECTED' : 'ERR_ACCOUNT_TAKEN')
}

/** Ends what an app is told of an account, unless another connection needs it. */
export async function leaveAccount(
  { operator }: Pick<Deps['units'], 'operator'>,
  graph: GraphClient,
  { accountId, token, app }: Pick<OfficialNumber, 'accountId' | 'token' | 'app'>,
): Promise<void> {
  const isUsed = () => isAccountUsed(operator, { accountId, appId: app?.id })
  if (await isUsed()) return
  await unsubscribeAccount(graph, { accountId, token })
  // Somebody may have connected a number of it in that moment.
  if (await isUsed()) await subscribeAccount(graph, { accountId, token })
}

/** Nothing was connected, or by another app: what happens at the account would go nowhere. */
async function tryToLeave(
  { units, log }: LinkDeps,
  graph: GraphClient,
  number: Parameters<typeof leaveAccount>[2],
): Promise<void> {
  await leaveAccount(units, graph, number).catch((err: unknown) =>
    log.info({ event: 'network-account.number-not-left', err }, 'could not unsubscribe from a WhatsApp account'),
  )
}
