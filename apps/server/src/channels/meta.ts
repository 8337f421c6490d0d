import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Channel, type StoredChannel } from '@guiche/channel'
import { limits } from '@guiche/contract'
import { type GraphClient, type LinkedPage, type Network, createGraphClient, isAddressOfMeta } from '@guiche/meta'
import type { Storage } from '#platform/files/storage'
import type { Downloaded, Outside, Target } from '#platform/outside/outside'
import type { MetaAccess, MetaApp } from '#platform/process/config'
import { version } from '#platform/process/version'
import { facebook, instagram, whatsAppCloud } from './facts/meta.ts'
import { createMetaChannel } from './meta/channel.ts'
import { createCloudChannel, type FileToFetch } from './meta/cloud-channel.ts'
import type { MetaHandlers } from './meta/handlers.ts'
import { transportBy } from './meta/transport.ts'

export { createOutsideOfMeta } from './meta/transport.ts'
export type { ConnectionKey, MetaHandlers, NumberOpening, PageAccess, SentParts } from './meta/handlers.ts'

/** The channels of pages, accounts and numbers at Meta. */
export interface Meta {
  readonly access: MetaAccess
  /** Undefined: there is none, so all numbers have apps of their companies. */
  readonly installed: InstalledApp | undefined
  /** For calls in the name of an app of a company. Without one: of that of the installation, if there is one. */
  graphOf(app: AppKey | undefined): GraphClient | undefined
  readonly channels: readonly Channel[]
  /** Starts to send. */
  serve(handlers: MetaHandlers): void
}

/** The app of the installation, and the Graph API as it sees it. */
export interface InstalledApp extends MetaApp {
  readonly graph: GraphClient
}

/** An app at Meta. */
export interface AppKey {
  appId: string
  appSecret: string
}

/** The channel of WhatsApp numbers on the Cloud API. */
export const numberChannel: StoredChannel = whatsAppCloud.name

interface Wiring {
  access: MetaAccess
  outside: Pick<Outside, 'ask' | 'download'>
  storage: Storage
}

export function createMeta({ access, outside, storage }: Wiring): Meta {
  let served: MetaHandlers | undefined
  const handlers = () => {
    if (!served) throw new Error('nobody serves the channels of Meta yet')
    return served
  }
  const transport = transportBy(outside)
  const clientOf = ({ appId, appSecret }: AppKey) =>
    createGraphClient({
      baseUrl: access.graphUrl,
      version: access.version,
      appId,
      appSecret,
      userAgent: `Guiche/${version}`,
      transport,
    })
  const installed = access.app && { ...access.app, graph: clientOf(access.app) }
  const channelOf = ({ graph, mayAnswerLate }: InstalledApp, network: Network) => {
    const facts = { facebook, instagram }[network]
    const { answerWindow, personsWindow } = facts
    return createMetaChannel({
      network,
      facts: { ...facts, personsWindow: mayAnswerLate ? personsWindow : answerWindow },
      graph,
      storage,
      handlers,
      fetchFile: (address) => fetchFile(address),
    })
  }
  const graphOf = (own: AppKey | undefined) => (own ? clientOf(own) : installed?.graph)
  const numbers = createCloudChannel({ facts: whatsAppCloud, graphOf, storage, handlers, fetchFile: fetchSealed })
  return {
    access,
    installed,
    graphOf,
    channels: [...(installed ? [channelOf(installed, 'facebook'), channelOf(installed, 'instagram')] : []), numbers],
    serve: (given) => {
      served = given
    },
  }

  /** By the downloader for addresses that others give: customers' files lie at addresses that webhooks name. */
  async function fetchFile(address: string, target: Partial<Target> = {}, check?: (found: Downloaded) => void) {
    const path = await storage.temporary()
    const discard = () => void rm(path, { force: true }).catch(() => undefined)
    try {
      const found = await outside.download(address, { ...target, path, most: limits.document })
      check?.(found)
    } catch (error) {
      discard()
      throw error
    }
    return createReadStream(path).once('close', discard)
  }

  /** A file that only our token opens, which goes to Meta's hosts alone. */
  async function fetchSealed({ address, token, sha256 }: FileToFetch): Promise<Readable> {
    if (!isAddressOfMeta(address, access.graphUrl)) throw new Error('the file lies outside of Meta')
    const headers = { authorization: `Bearer ${token}`, 'user-agent': `Guiche/${version}` }
    return fetchFile(address, { headers, within: longestFetch }, ({ sha256: found, declaredType }) => {
      // Programs that Meta does not like get a page.
      if (declaredType.startsWith('text/html')) throw new Error('there is a page instead of the file')
      const isRight = sha256 === undefined || [found.toString('base64'), found.toString('hex')].includes(sha256)
      if (!isRight) throw new Error('the file is not the one that was sent')
    })
  }
}

/** In ms. */
const longestFetch = 55_000

/** A page or account that can be connected. */
export interface Linkable {
  network: Network
  channel: Extract<StoredChannel, Network>
  routingId: string
  name: string
}

/** What a page is connected as. Its account on Instagram is named as existing clients name it. */
export function linkablesOf({ id, name, instagram: account }: LinkedPage, withInstagram: boolean): Linkable[] {
  const page: Linkable = { network: 'facebook', channel: 'facebook', routingId: id, name }
  if (!withInstagram || !account) return [page]
  const named = `Insta ${account.username || account.id}`
  return [page, { network: 'instagram', channel: 'instagram', routingId: account.id, name: named }]
}

/** The network of a connection of Meta. */
export const networkOf = (channel: StoredChannel): Network => (channel === 'instagram' ? 'instagram' : 'facebook')
