import type { App, GraphServer, InstagramAccount, Page, PhoneNumber } from '@guiche/graph-testserver'
import { instagramScopes, pageScopes } from '@guiche/meta'
import type { Said } from './patient-calls.ts'
import { verifyToken } from '../world/meta-world.ts'

/** What processes of the product need to know of the Graph API for tests. */
export const metaEnvironment = ({ url }: GraphServer, app: App): Record<string, string> => ({
  GUICHE_META_APP_ID: app.id,
  GUICHE_META_APP_SECRET: app.secret,
  GUICHE_META_VERIFY_TOKEN: verifyToken,
  GUICHE_META_GRAPH_URL: url,
  GUICHE_META_LOGIN_URL: url,
})

/** A company's number, page and account, with the connections that stand for them. */
export interface ProcessShop {
  number: PhoneNumber
  page: Page
  instagram: InstagramAccount
  connections: { number: number; page: number; instagram: number }
  /** The token of the number ends. */
  endNumber(): void
  /** The tokens of page and account end. */
  endPage(): void
  /** Connects the number again, with another token. */
  renewNumber(): Promise<void>
  /** The same for page and account. */
  renewPage(): Promise<void>
}

interface Wiring {
  graph: GraphServer
  app: App
  /** The address of the product that webhooks are sent to. */
  url: string
  name: string
  digits: string
  queueId: number
  ask(method: string, path: string, body: object): Promise<Said>
}

/** Connects a number, a page and its Instagram account to a company, as its admin does. */
export async function openProcessShop({ graph, app, url, name, digits, queueId, ask }: Wiring): Promise<ProcessShop> {
  const account = graph.business(name).account()
  const number = account.number(digits, name)
  const page = graph.page(name)
  const instagram = page.withInstagram('lojaexemplo')
  const owner = graph.member('Bia Dona').manages(page)
  let token = account.business.token(app)
  const form = { name: 'Oficial', phoneNumberId: number.id, accountId: account.id, token }
  const linked = await ask('POST', '/whatsapp-official', form)
  const accounts = await linkPage()
  const connections = { number: Number(linked.id), page: Number(accounts[0]), instagram: Number(accounts[1]) }
  for (const id of Object.values(connections)) await ask('PUT', `/whatsapp/${id}`, { queueIds: [queueId] })
  const webhook = `${url}/webhook`
  await graph.subscribeToAll(app, webhook, verifyToken)
  return {
    number,
    page,
    instagram,
    connections,
    endNumber: () => graph.expire(token),
    endPage: () => graph.changePassword(owner),
    renewNumber: async () => {
      token = account.business.token(app)
      await ask('PUT', `/whatsapp-official/${connections.number}`, { token })
    },
    renewPage: async () => void (await linkPage()),
  }

  async function linkPage(): Promise<Said[]> {
    const scope = [...pageScopes, ...instagramScopes]
    const opening = { client_id: app.id, scope, response_type: 'token' as const }
    const { response } = graph.login.choose(opening, { kind: 'allow', member: owner.id, without: [] })
    const answer = response.authResponse
    if (!answer || !('accessToken' in answer)) throw new Error('the login was refused')
    const body = { facebookUserId: owner.id, facebookUserToken: String(answer.accessToken), addInstagram: true }
    const { accounts } = await ask('POST', '/facebook', body)
    return accounts.map(({ whatsappId }: Said) => whatsappId)
  }
}
