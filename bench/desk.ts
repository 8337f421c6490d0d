import { setTimeout as pause } from 'node:timers/promises'
import { measureSteadily } from './client.ts'
import { listen } from './listener.ts'
import type { ServerUnderTest } from './testbed.ts'
import { makeVisitors, write } from './visitors.ts'

/** In ms. */
export interface DeskTimes {
  /** From the call of a customer to an attendant's socket. */
  arrivals: number[]
  /** How many of them never came, or only after half a minute. */
  missing: number
  /** Answers of an attendant. */
  sends: number[]
}

export interface Desk {
  /** Ten customers a second write, and an attendant answers five. */
  work(seconds: number): Promise<DeskTimes>
  close(): void
}

const customers = 100
const answered = 20

/** Customers of the web chat who write, and an attendant who answers some of them. */
export async function openDesk(product: ServerUnderTest): Promise<Desk> {
  const { admin, data, tokens, url } = product
  const visitors = await makeVisitors(product, customers)
  const socket = await listen(url, tokens)
  for (const visitor of visitors) await write(visitor, 'Bom dia')
  await socket.until(customers, 30_000)
  const { text } = await admin.get(`/tickets?status=pending&showAll=true&queueIds=[${data.queueId}]`)
  const { tickets }: { tickets: { id: number }[] } = JSON.parse(text)
  const ids = tickets.slice(0, answered).map(({ id }) => id)
  for (const id of ids) {
    const taken = await admin.put(`/tickets/${id}`, { status: 'open', userId: tokens.userId, queueId: data.queueId })
    if (taken.status !== 200) throw new Error(`ticket: ${taken.status} ${taken.text}`)
  }
  const since = new Map<string, number>()
  let arrivals: number[] = []
  socket.onMessage((body) => {
    const begun = since.get(body)
    if (begun !== undefined) arrivals.push(performance.now() - begun)
  })
  let turn = 0
  return { work, close: socket.close }

  async function work(seconds: number): Promise<DeskTimes> {
    arrivals = []
    const end = performance.now() + seconds * 1000
    const goesOn = () => performance.now() < end
    const [written, sends] = await Promise.all([
      measureSteadily(10, goesOn, async (nth) => {
        const visitor = visitors[nth % customers]
        if (!visitor) throw new Error('no visitor')
        const body = `pergunta ${(turn += 1)}`
        since.set(body, performance.now())
        return write(visitor, body)
      }),
      measureSteadily(5, goesOn, (nth) =>
        admin.post(`/messages/${ids[nth % ids.length]}`, { body: `resposta ${nth}` }),
      ),
    ])
    for (const latest = performance.now() + 30_000; arrivals.length < written.length && performance.now() < latest;)
      await pause(20)
    return { arrivals, missing: written.length - arrivals.length, sends }
  }
}
