import { type GraphServer, type PhoneNumber, type Shop, createGraphServer, openShop } from '@guiche/graph-testserver'
import { expect, test } from '@playwright/test'
import { instagramScopes, pageScopes } from '@guiche/meta'
import { must } from './call.ts'
import type { Company, Queue } from './company.ts'
import type { Server } from './server.ts'

export interface Meta {
  graph: GraphServer
  shop: Shop
  /** Of a server that uses this Graph API with the app of the shop. */
  environment: NodeJS.ProcessEnv
  /** From now on the server is told what happens. */
  tell: (server: Pick<Server, 'url'>) => Promise<void>
}

const verifyToken = 'token-de-verificacao'

/** Meta's Graph API with a shop, for all tests of a file. Call this before `serverOfFile`, which needs its address. */
export function metaOfFile(): () => Meta {
  let meta: Meta | undefined
  test.beforeAll(async () => {
    const graph = await createGraphServer()
    const shop = openShop(graph)
    meta = {
      graph,
      shop,
      environment: {
        GUICHE_META_APP_ID: shop.app.id,
        GUICHE_META_APP_SECRET: shop.app.secret,
        GUICHE_META_VERIFY_TOKEN: verifyToken,
        GUICHE_META_GRAPH_URL: graph.url,
        GUICHE_META_LOGIN_URL: graph.url,
      },
      tell: ({ url }) => graph.subscribeToAll(shop.app, `${url}/webhook`, verifyToken),
    }
  })
  test.afterAll(async () => {
    await meta?.graph.stop()
    expect(meta?.graph.problems).toEqual([])
  })
  return () => {
    if (!meta) throw new Error('The Graph API is available only while tests run.')
    return meta
  }
}

/** A number of a business of its own, on an account of the app. */
export function newNumber({ graph, shop }: Meta, display: string): PhoneNumber {
  return graph.business(`Negócio ${display}`).account().link(shop.app).number(display)
}

/** Connects a number to a company with a token; the answer is the id of the connection. By default that of the shop. */
export async function connectNumber(
  { shop }: Meta,
  { call }: Pick<Company, 'call'>,
  queues: readonly Queue[],
  { number = shop.number, fields = {} }: { number?: PhoneNumber; fields?: object } = {},
): Promise<number> {
  const { account } = number
  const token = account.business.token(shop.app)
  const body = { name: 'Oficial', phoneNumberId: number.id, accountId: account.id, token }
  const { id } = await must<{ id: number }>(call('POST', '/whatsapp-official', body))
  await must(call('PUT', `/whatsapp/${id}`, { queueIds: queues.map((queue) => queue.id), ...fields }))
  return id
}

/** Connects the pages of a member to a company; the answers are the ids of the connections. */
export async function connectPages(
  { graph, shop }: Meta,
  { call }: Pick<Company, 'call'>,
  { queues, member, fields = {} }: { queues: readonly Queue[]; member: { id: string }; fields?: object },
): Promise<number[]> {
  const opening = {
    client_id: shop.app.id,
    scope: [...pageScopes, ...instagramScopes],
    response_type: 'token' as const,
  }
  const { response } = graph.login.choose(opening, { kind: 'allow', member: member.id, without: [] })
  const answer = response.authResponse
  if (!answer || !('accessToken' in answer)) throw new Error('the login was refused')
  const { accounts } = await must<{ accounts: { whatsappId: number }[] }>(
    call('POST', '/facebook', { facebookUserId: member.id, facebookUserToken: String(answer.accessToken) }),
  )
  const ids = accounts.map(({ whatsappId }) => whatsappId)
  for (const id of ids)
    await must(call('PUT', `/whatsapp/${id}`, { queueIds: queues.map((queue) => queue.id), ...fields }))
  return ids
}
