import { fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, measureSteadily } from '../client.ts'
import { listen } from '../listener.ts'
import { logInAs } from '../seed.ts'
import type { ServerUnderTest } from '../testbed.ts'
import { makeVisitors, write } from '../visitors.ts'

/** In ms. */
export interface DeskTimes {
  /** From the call of a customer to an attendant's socket. */
  arrivals: number[]
  /** How many of them never came, or only after half a minute. */
  missing: number
  /** Answers of an attendant. */
  sends: number[]
}

type Counter = Pick<ServerUnderTest, 'url' | 'data'>

export type DeskOrder = { open: Counter } | { work: number }

export interface Desk {
  /** Ten customers a second write, and an attendant answers five, for so many seconds. */
  work(seconds: number): Promise<DeskTimes>
  close(): void
}

/** Opens a desk in a process of its own, so that it does not wait for what else is done in this one. */
export async function forkDesk({ url, data }: Counter): Promise<Desk> {
  const child = fork(join(import.meta.dirname, 'desk-process.ts'))
  const ask = (order: DeskOrder) =>
    new Promise<DeskTimes>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`the desk has ended with ${code}`))
      child.once('exit', ended)
      child.once('message', (times: DeskTimes) => {
        child.off('exit', ended)
        resolve(times)
      })
      child.send(order)
    })
  await ask({ open: { url, data } })
  return { work: (seconds) => ask({ work: seconds }), close: () => child.disconnect() }
}

const customers = 100
const answered = 20

/** Customers of the web chat who write, and an attendant who answers some of them. */
export async function openDesk({ url, data }: Counter): Promise<Pick<Desk, 'work'>> {
  const { token, publicToken, user } = await logInAs(url, data.attendant)
  const attendant = createClient(url, { authorization: `Bearer ${token}` })
  const visitors = await makeVisitors({ url, data }, customers)
  const socket = await listen(url, { publicToken, companyId: user.companyId, userId: user.id })
  for (const visitor of visitors) await write(visitor, 'Bom dia')
  await socket.until(customers, 30_000)
  const { text } = await attendant.get('/tickets?status=pending&showAll=false&pageNumber=1')
  const { tickets }: { tickets: { id: number }[] } = JSON.parse(text)
  const ids = tickets.slice(0, answered).map(({ id }) => id)
  for (const id of ids) {
    const taken = await attendant.put(`/tickets/${id}`, { status: 'open', userId: user.id, queueId: data.queueId })
    if (taken.status !== 200) throw new Error(`ticket: ${taken.status} ${taken.text}`)
  }
  const since = new Map<string, number>()
  let arrivals: number[] = []
  socket.onMessage((body) => {
    const begun = since.get(body)
    if (begun !== undefined) arrivals.push(performance.now() - begun)
  })
  let turn = 0
  return { work }

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
        attendant.post(`/messages/${ids[nth % ids.length]}`, { body: `resposta ${nth}` }),
      ),
    ])
    for (const latest = performance.now() + 30_000; arrivals.length < written.length && performance.now() < latest;)
      await pause(20)
    return { arrivals, missing: written.length - arrivals.length, sends }
  }
}
