import { setTimeout as pause } from 'node:timers/promises'
import { type GraphServer, type PastChunk, type Person, createGraphServer } from '@guiche/graph-testserver'
import { listen } from '../../listener.ts'
import { until } from '../../phones.ts'
import { countImported, talkSteadily } from '../../steady-talk.ts'
import { type Row, ms, percentile } from '../../table.ts'
import type { ServerUnderTest, Testbed } from '../../testbed.ts'

const day = 86_400_000
const chats = 200
/** Meta puts thousands of messages into a webhook. */
const perWebhook = 2500
const verifyToken = 'token-da-bancada'
const database = 'phone_history'

/**
 * A number that is in the app of a phone too: its history comes by webhooks and is imported while its customers send twenty live
 * messages a second (reliability R14). The baseline is the same talk before anything is imported.
 */
export async function measurePhoneHistory(testbed: Testbed): Promise<Row[]> {
  const count = testbed.isQuick ? 5000 : 50_000
  const graph = await createGraphServer()
  graph.settings.webhooksAtOnce = 50
  const app = graph.app()
  const product = await testbed.fresh(database, {
    GUICHE_META_APP_ID: app.id,
    GUICHE_META_APP_SECRET: app.secret,
    GUICHE_META_VERIFY_TOKEN: verifyToken,
    GUICHE_META_GRAPH_URL: graph.url,
    GUICHE_META_LOGIN_URL: graph.url,
  })
  try {
    return await measure(testbed, { product, graph, app, count })
  } finally {
    await product.stop()
    await graph.stop()
  }
}

interface Place {
  product: ServerUnderTest
  graph: GraphServer
  app: ReturnType<GraphServer['app']>
  count: number
}

async function measure(testbed: Testbed, { product, graph, app, count }: Place): Promise<Row[]> {
  const { admin, data } = product
  await graph.subscribe(app, 'whatsapp_business_account', `${product.url}/webhook`, verifyToken, [
    'messages',
    'history',
  ])
  const account = graph.business('Bancada').account()
  const number = account.number('551133334444', 'Bancada', { isOnPhoneApp: true })
  const customers = Array.from({ length: chats }, (_, nth) =>
    graph.person(`551197${String(1_000_000 + nth)}`, `Antigo ${nth}`),
  )
  // It is told below, beside the talk.
  const form = { name: 'Oficial', phoneNumberId: number.id, accountId: account.id, token: account.business.token(app) }
  const { id } = JSON.parse((await admin.post('/whatsapp-official', form)).text)
  await admin.put(`/whatsapp/${id}`, { queueIds: [data.queueId] })
  await until(async () => number.phoneApp?.asked.has('history'))

  const socket = await listen(product.url, product.tokens)
  const write = (nth: number, body: string) => void customers[nth % 20]?.chat(number).text(body)
  const alone = performance.now() + 5000
  const baseline = await talkSteadily(socket, { write, goesOn: () => performance.now() < alone })

  number.phoneApp?.past.push(...past(customers, count))
  const shown = async () => JSON.parse((await admin.get(`/whatsapp/${id}`)).text)
  const begun = performance.now()
  const progress: number[] = []
  let took = 0
  const watching = (async () => {
    await number.phoneApp?.sync('history')
    while (took === 0) {
      const { importProgress, importOldMessages } = await shown()
      if (importProgress && importProgress.this >= 0) progress.push(importProgress.this)
      // The tickets are closed then, which is a part of it.
      if (importOldMessages === null) took = performance.now() - begun
      await pause(500)
    }
  })()
  const { sent, samples } = await talkSteadily(socket, { write, goesOn: () => took === 0 })
  await watching
  socket.close()
  const kept = await countImported(testbed.adminUrlOf(database), data.companyId)
  const p95 = percentile(samples, 0.95)
  const isMonotone = progress.every((one, index) => one >= (progress[index - 1] ?? 0))
  const { samples: before } = baseline
  return [
    {
      what: `official number, live messages at 20/s beside a history of ${count} messages by webhooks`,
      ours: `p50 ${ms(percentile(samples, 0.5))}, p95 ${ms(p95)} (${samples.length} of ${sent}); ${kept.rows} kept, ${kept.distinct} distinct, ${(took / 1000).toFixed(0)} s with the wait for the last part`,
      baseline: `p50 ${ms(percentile(before, 0.5))}, p95 ${ms(percentile(before, 0.95))}: without a history`,
      wanted: 'p95 < 1 s, none lost, none twice, progress monotone',
      holds: p95 < 1000 && samples.length === sent && kept.rows === count && kept.distinct === count && isMonotone,
    },
  ]
}

function past(customers: Person[], count: number): PastChunk[] {
  const first = Date.now() - 20 * day
  return Array.from({ length: Math.ceil(count / perWebhook) }, (_, nth) => {
    const from = nth * perWebhook
    const length = Math.min(perWebhook, count - from)
    const messages = Array.from({ length }, (_none, one) => ({
      person: customers[(from + one) % chats],
      isFromBusiness: (from + one) % 3 === 0,
      type: 'text',
      content: { body: `antiga ${from + one}` },
      at: new Date(first + (from + one) * 10_000),
      status: 'READ',
    }))
    const threads = [...Map.groupBy(messages, ({ person }) => person)].flatMap(([person, theirs]) =>
      person ? { person, messages: theirs } : [],
    )
    return { phase: 1, order: nth + 1, progress: Math.ceil((100 * (from + length)) / count), threads }
  })
}
