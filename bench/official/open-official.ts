import { type GraphServer, type PhoneNumber, createGraphServer, metaJson, signatureOf } from '@guiche/graph-testserver'
import type { Reply } from '../client.ts'
import type { ServerUnderTest, Testbed } from '../testbed.ts'

/** The product with an official number, and Meta. */
export interface Official {
  product: ServerUnderTest
  database: string
  graph: GraphServer
  number: PhoneNumber
  /** Has a message of a customer told as Meta does, and answers what the product says. */
  tell(customer: number, body: string): Promise<Reply>
  /** Webhooks of Meta arrive from now on. */
  subscribe(): Promise<void>
  stop(): Promise<void>
}

const verifyToken = 'token-de-verificacao'
export const digitsOf = (customer: number): string => `551197${String(1_000_000 + customer)}`

/** Opens the product in a database of its own, because it has to know where Meta is. */
export async function openOfficial(testbed: Testbed, database: string): Promise<Official> {
  const graph = await createGraphServer()
  const app = graph.app()
  const product = await testbed.fresh(database, {
    GUICHE_META_APP_ID: app.id,
    GUICHE_META_APP_SECRET: app.secret,
    GUICHE_META_VERIFY_TOKEN: verifyToken,
    GUICHE_META_GRAPH_URL: graph.url,
    GUICHE_META_LOGIN_URL: graph.url,
  })
  const account = graph.business('Bench').account()
  const number = account.number('551133330001', 'Bench')
  const form = { name: 'Oficial', phoneNumberId: number.id, accountId: account.id, token: account.business.token(app) }
  const { id } = JSON.parse(right(await product.admin.post('/whatsapp-official', form)))
  right(await product.admin.put(`/whatsapp/${id}`, { queueIds: [product.data.queueId] }))
  let told = 0
  return { product, database, graph, number, tell, subscribe, stop }

  function tell(customer: number, body: string): Promise<Reply> {
    told += 1
    const from = digitsOf(customer)
    const message = { from, id: `wamid.BENCH${told}`, timestamp: seconds(), type: 'text', text: { body } }
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: number.display, phone_number_id: number.id },
      contacts: [{ profile: { name: `Cliente ${customer}` }, wa_id: from }],
      messages: [message],
    }
    const entry = [{ id: account.id, changes: [{ field: 'messages', value }] }]
    const bytes = metaJson({ object: 'whatsapp_business_account', entry })
    return product.admin.postText('/webhook', bytes, { 'x-hub-signature-256': signatureOf(app.secret, bytes) })
  }

  function subscribe(): Promise<void> {
    return graph.subscribe(app, 'whatsapp_business_account', `${product.url}/webhook`, verifyToken, ['messages'])
  }

  async function stop(): Promise<void> {
    await product.stop()
    await graph.stop()
  }
}

const seconds = () => String(Math.floor(Date.now() / 1000))

function right({ status, text }: Reply): string {
  if (status !== 200) throw new Error(`answered ${status}: ${text}`)
  return text
}
