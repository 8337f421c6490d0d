import { type GraphClient, deregisterNumber, maySend, subscribeAccount, unsubscribeAccount } from '@guiche/meta'
import { ConnectionBody, channelFeatures } from '@guiche/contract'
import type { ChannelFacts } from '@guiche/channel'
import { channelsThat, factsOf } from '#channels/facts'
import { type Meta, numberChannel } from '#channels/meta'
import { audit } from '#platform/audit'
import type { Ctx, UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest, notFound } from '#platform/errors'
import { assertFeature, assertWithinPlan, enterAddress, lockCompany } from '#modules/companies'
import {
  createConnection,
  findOfNumber,
  getConnection,
  hasNumber,
  liftLimit,
  moveConnection,
  recordEvent,
  recordNotice,
  showStatus,
} from '#modules/connections'
import { askForTemplates } from '#modules/message-templates'
import { keepStanding } from '#modules/sending-guard'
import {
  type OfficialNumber,
  type OwnApp,
  findNumber,
  findNumberHolder,
  forgetNumber,
  freeLeftNumber,
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

interface Claim extends NumberClaim {
  pin?: string | null | undefined
  app: OwnApp | undefined
}

/** For a new connection of this name, or for one that reaches the same number by its phone until now. */
type Wanted = Claim & ({ name: string; moves?: undefined } | { moves: number; name?: undefined })

/**
 * Connects a number by a token that proves whose it is. Nothing is changed at Meta before that, or if it is taken. A phone that is
 * paired is let go only after that, with the commit; until then nothing changes for it.
 */
export async function linkNumber(deps: LinkDeps, actor: UserActor, wanted: Wanted): Promise<number> {
  const { units, meta, wakes } = deps
  const graph = graphOf(meta, wanted.app)
  // Early, so that Meta is not asked in vain. It runs, because the count of a plan is locked.
  await units.run(actor, async (ctx) => {
    await assertFeature(ctx, feature)
    if (wanted.moves !== undefined) await assertPaired(ctx, wanted.moves)
    else await assertWithinPlan(ctx, 'connections')
  })
  const proven = await proveNumber(graph, wanted)
  await assertFree(units, wanted, actor)
  await units.read(actor, (ctx) => assertRightNumber(ctx, wanted, proven))
  let isOpen = false
  try {
    await openNumber(graph, wanted, proven, wanted.pin)
    isOpen = true
    const connectionId = await units.run(actor, (ctx) => placeNumber(deps, ctx, wanted, proven))
    wakes.call('outbox', actor.companyId)
    return connectionId
  } catch (error) {
    const wasRegisteredHere = isOpen && !proven.isRegistered && !proven.isOnPhoneApp
    if (wasRegisteredHere) await tryToDeregister(deps, graph, wanted)
    await tryToLeave(deps, graph, wanted)
    throw error
  }
}

const feature = channelFeatures[factsOf(numberChannel).shownAs]

/** A way to WhatsApp that is let go when its number becomes official. */
const isOtherWay = ({ linkedBy, shownAs }: ChannelFacts) =>
  linkedBy === 'phone' && shownAs === factsOf(numberChannel).shownAs

/** It reaches a number by its phone, so that it can be moved. */
export async function assertPaired(ctx: Ctx, connectionId: number): Promise<void> {
  const { channel } = await getConnection(ctx, connectionId)
  if (channel === numberChannel) throw badRequest('ERR_OFFICIAL_CONNECTED')
  if (!isOtherWay(factsOf(channel))) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
}

/** The connection that reaches a number by its phone until now, or the one that is asked for, if it has no other number. */
export async function findPairedWith(ctx: Ctx, number: string, asked: number | undefined): Promise<number | undefined> {
  const paired = await findOfNumber(ctx, { number, channels: channelsThat(isOtherWay), but: null })
  if (paired !== undefined || asked === undefined) return paired
  return (await hasNumber(ctx, asked, number)) ? asked : undefined
}

/** A number is one connection: one that is moved has this number or none yet, and a new one is not paired here already. */
async function assertRightNumber(ctx: Ctx, { moves }: Wanted, { number }: ProvenNumber): Promise<void> {
  const own = moves ?? null
  if (own !== null && !(await hasNumber(ctx, own, number))) throw badRequest('ERR_OFFICIAL_OTHER_NUMBER')
  const whatsappId = await findOfNumber(ctx, { number, channels: channelsThat(isOtherWay), but: own })
  if (whatsappId !== undefined) throw badRequest('ERR_NUMBER_IS_PAIRED', { whatsappId })
}

async function placeNumber(deps: LinkDeps, ctx: Ctx, wanted: Wanted, proven: ProvenNumber): Promise<number> {
  await lockCompany(ctx)
  // Somebody may have clicked twice.
  await assertFree(deps.units, wanted, ctx)
  if (wanted.moves !== undefined) await assertPaired(ctx, wanted.moves)
  await assertRightNumber(ctx, wanted, proven)
  const connectionId =
    wanted.moves ?? (await createConnection(ctx, deps, ConnectionBody.parse({ name: wanted.name }), numberChannel))
  await freeLeftNumber(deps.units.operator, { phoneNumberId: wanted.phoneNumberId, but: wanted.moves })
  // It may have been official before, and have had another id at Meta.
  if (wanted.moves !== undefined) await forgetNumber(ctx, wanted.moves)
  const isEntered = await enterAddress(ctx, { kind: 'cloud_phone', key: wanted.phoneNumberId, targetId: connectionId })
  // Somebody else was faster.
  if (!isEntered) throw badRequest('ERR_ACCOUNT_TAKEN')
  if (wanted.moves !== undefined) await moveConnection(ctx, connectionId, { to: numberChannel, number: proven.number })
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
  try {
    await openNumber(graph, claim, proven, renewal.pin)
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

/** What people may see and change. A number that its phone reaches now is none, also while Meta is not told yet. */
export async function getNumber(ctx: Ctx, key: Buffer, connectionId: number): Promise<OfficialNumber> {
  const { channel } = await getConnection(ctx, connectionId)
  const number = channel === numberChannel ? await findNumber(ctx, key, connectionId) : undefined
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
  // A phone that gets the number back is known by it.
  await recordEvent(ctx, connectionId, 'connected', { detail: { number } })
  // What was read before it was registered tells nothing.
  if (proven.isRegistered && !maySend(proven)) await recordNotice(ctx, connectionId, { about: 'status', value: status })
  const detail = { name: verifiedName }
  await audit(ctx, { action: 'session.linked', object: 'connection', objectId: connectionId, detail })
  // Whoever connects it again may have set right what has stopped them.
  await liftLimit(ctx, connectionId, 'templates')
  await ctx.enqueue('networkAccounts.subscribe', { connectionId })
  await askForTemplates(ctx, connectionId)
  await expectPhone(ctx, connectionId)
  const { tier, quality } = proven
  await keepStanding(ctx, connectionId, {
    account: accountId,
    portfolio: portfolioId,
    tier,
    quality: quality || undefined,
  })
  ctx.emit('connection.saved', { connectionId })
}

/** The Graph API as the app of a number sees it. */
function graphOf(meta: Meta, app: OwnApp | undefined): GraphClient {
  const graph = meta.graphOf(keyOf(app))
  if (!graph) throw badRequest('ERR_OFFICIAL_OWN_APP')
  return graph
}

export const keyOf = (app: OwnApp | undefined) => app && { appId: app.id, appSecret: app.secret }

async function assertFree(
  { operator }: Pick<Deps['units'], 'operator'>,
  { phoneNumberId }: NumberClaim,
  { companyId }: { companyId: number },
): Promise<void> {
  const holder = await findNumberHolder(operator, phoneNumberId)
  // It does not say where, unless it is here.
  if (holder) throw badRequest(holder.company_id === companyId ? 'ERR_OFFICIAL_CONNECTED' : 'ERR_ACCOUNT_TAKEN')
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

/** It was registered for nothing, unless somebody else has connected it meanwhile: its phone can use it again. */
async function tryToDeregister({ units, log }: LinkDeps, graph: GraphClient, claim: NumberClaim): Promise<void> {
  if (await findNumberHolder(units.operator, claim.phoneNumberId)) return
  await deregisterNumber(graph, claim).catch((err: unknown) =>
    log.info({ event: 'network-account.number-not-deregistered', err }, 'could not deregister a WhatsApp number'),
  )
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
