import { type ErrorCode, type LinkedAccount, ConnectionBody, channelFeatures } from '@guiche/contract'
import {
  type GraphClient,
  type LinkedPage,
  GraphError,
  exchangeToken,
  listPages,
  subscribePage,
  unsubscribePage,
} from '@guiche/meta'
import { type InstalledApp, type Linkable, linkablesOf } from '#channels/meta'
import { audit } from '#platform/audit'
import type { Ctx, UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { AppError, badRequest } from '#platform/errors'
import { assertFeature, enterAddress, lockCompany } from '#modules/companies'
import { createConnection, listConnections, recordEvent, showStatus } from '#modules/connections'
import { addressKeyOf, findConnectionOf, findHolder, isPageUsed, saveAccount } from './network-accounts.repository.ts'
import { refusalFor } from './refusal.ts'

interface LinkDeps extends Pick<Deps, 'units' | 'keys' | 'log' | 'wakes'> {
  app: InstalledApp
}

interface Login {
  actor: UserActor
  /** Of the person who has logged in. */
  token: string
  addInstagram: boolean
}

/**
 * Connects the pages that somebody has chosen in a login. The token of the person is exchanged first, because only then those of
 * the pages last. A page that cannot be connected stops no other.
 */
export async function linkPages(deps: LinkDeps, { actor, token, addInstagram }: Login): Promise<LinkedAccount[]> {
  const { graph } = deps.app
  const pages = await refusing(async () => listPages(graph, await exchangeToken(graph, token)))
  if (pages.length === 0) throw badRequest('ERR_NO_PAGE_FOUND')
  const accounts: LinkedAccount[] = []
  for (const page of pages) accounts.push(...(await linkPage(deps, actor, page, addInstagram)))
  return accounts
}

async function linkPage(
  deps: LinkDeps,
  actor: UserActor,
  page: LinkedPage,
  addInstagram: boolean,
): Promise<LinkedAccount[]> {
  const { units, app } = deps
  const wanted = linkablesOf(page, addInstagram)
  if (!page.mayWrite || page.token === '') return wanted.map((one) => refused(one, 'ERR_PAGE_PERMISSION'))
  const results: LinkedAccount[] = []
  const free: Linkable[] = []
  for (const one of wanted) {
    const holder = await findHolder(units.operator, addressKeyOf(one.channel, one.routingId))
    if (holder === undefined || holder === actor.companyId) free.push(one)
    // It does not say where.
    else results.push(refused(one, 'ERR_ACCOUNT_TAKEN'))
  }
  if (free.length === 0) return results
  try {
    await refusing(() => subscribePage(app.graph, page.id, page.token))
  } catch (error) {
    const reason = codeOf(error)
    return [...results, ...free.map((one) => refused(one, reason))]
  }
  for (const one of free) results.push(await linkOne(deps, actor, page, one))
  if (results.every(({ outcome }) => outcome === 'refused')) await tryToLeave(deps, page)
  return wanted.flatMap(({ channel }) => results.filter((one) => one.channel === channel))
}

async function linkOne(
  { units, keys, log, wakes }: LinkDeps,
  actor: UserActor,
  page: LinkedPage,
  linkable: Linkable,
): Promise<LinkedAccount> {
  const { channel, routingId, name } = linkable
  try {
    const linked = await units.run(actor, async (ctx) => {
      await lockCompany(ctx)
      await assertFeature(ctx, channelFeatures[channel])
      const known = await findConnectionOf(ctx, linkable)
      const connectionId = known ?? (await createOne(ctx, { keys }, linkable))
      await saveAccount(ctx, keys.secretsAtRest, { connectionId, routingId, pageId: page.id, token: page.token })
      await showStatus(ctx, connectionId, { status: 'connected', number: null })
      await recordEvent(ctx, connectionId, 'connected')
      await audit(ctx, { action: 'session.linked', object: 'connection', objectId: connectionId, detail: { name } })
      await ctx.enqueue('networkAccounts.subscribe', { connectionId })
      ctx.emit('connection.saved', { connectionId })
      return { connectionId, isKnown: known !== undefined }
    })
    wakes.call('outbox', actor.companyId)
    const outcome = linked.isKnown ? 'renewed' : 'connected'
    return { name, channel, outcome, reason: null, whatsappId: linked.connectionId }
  } catch (error) {
    if (!(error instanceof AppError))
      log.error(
        { event: 'network-account.not-linked', err: error, companyId: actor.companyId },
        'could not link a page',
      )
    return refused(linkable, codeOf(error))
  }
}

async function createOne(
  ctx: Ctx,
  installation: Parameters<typeof createConnection>[1],
  { channel, routingId, name }: Linkable,
): Promise<number> {
  const body = ConnectionBody.parse({ name: await freeName(ctx, name), channel })
  const connectionId = await createConnection(ctx, installation, body)
  const isEntered = await enterAddress(ctx, {
    kind: 'meta_page',
    key: addressKeyOf(channel, routingId),
    targetId: connectionId,
  })
  if (!isEntered) throw badRequest('ERR_ACCOUNT_TAKEN')
  return connectionId
}

const longestName = 50

/** Names of connections differ, and those of pages need not. */
async function freeName(ctx: Ctx, wanted: string): Promise<string> {
  const taken = new Set((await listConnections(ctx)).map(({ name }) => name.toLowerCase()))
  const base = wanted.trim().length < 2 ? `Meta ${wanted.trim()}`.trim() : wanted.trim()
  for (let nth = 1; ; nth += 1) {
    const ending = nth === 1 ? '' : ` ${nth}`
    const name = `${base.slice(0, longestName - ending.length).trim()}${ending}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** Nothing of the page was connected, so its events would go nowhere. */
async function tryToLeave({ units, app, log }: LinkDeps, page: LinkedPage): Promise<void> {
  await leavePage(units, app.graph, page).catch((err: unknown) =>
    log.info({ event: 'network-account.not-left', err }, 'could not unsubscribe from a page'),
  )
}

/** Ends what the app is told of a page, unless another connection needs it. */
export async function leavePage(
  { operator }: Pick<Deps['units'], 'operator'>,
  graph: GraphClient,
  { id, token }: Pick<LinkedPage, 'id' | 'token'>,
): Promise<void> {
  if (await isPageUsed(operator, id)) return
  await unsubscribePage(graph, id, token)
  // Somebody may have connected it in that moment.
  if (await isPageUsed(operator, id)) await subscribePage(graph, id, token)
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalFor(error)
  }
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  return error instanceof GraphError ? 'ERR_PAGE_PERMISSION' : 'ERR_INTERNAL'
}

const refused = ({ name, channel }: Linkable, reason: ErrorCode): LinkedAccount => ({
  name,
  channel,
  outcome: 'refused',
  reason,
  whatsappId: null,
})
