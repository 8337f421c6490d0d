import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '../listener.ts'
import { cpuOf } from '../processes.ts'
import { type Row, ms, percentile } from '../table.ts'
import type { Testbed } from '../testbed.ts'
import { type Visitor, makeVisitors, write } from '../visitors.ts'

/** Turns per second. */
const load = 100

/** What each customer says in turn: the bot answers with the menu, with the menu once more, and with the queue's greeting. */
const walk = ['Oi', '9', '1']

/**
 * Measures the turns of the bot: customers of a web chat with two queues walk the menu. An answer is committed with the
 * message that it answers, and then it arrives at an attendant's socket.
 */
export async function measureBot(testbed: Testbed): Promise<Row[]> {
  const visitors = await makeVisitors(testbed, testbed.isQuick ? 300 : 1000, await openChat(testbed))
  const answers = await listenForAnswers(testbed)
  const before = cpuOf(testbed.whole.pid)
  const samples: number[] = []
  for (const said of walk) samples.push(...(await everybodySays(visitors, said, answers)))
  const cpu = (cpuOf(testbed.whole.pid) - before) / (visitors.length * walk.length)
  answers.close()
  const p95 = percentile(samples, 0.95)
  const unanswered = samples.filter((sample) => sample === Infinity).length
  return [
    {
      what: `${visitors.length} customers walk the menu of two queues, ${load} messages/s, until the answer is on a socket`,
      ours: `p50 ${ms(percentile(samples, 0.5))}, p95 ${ms(p95)}, ${unanswered} without an answer`,
      wanted: 'p95 < 100 ms, 0',
      holds: p95 < 100 && unanswered === 0,
    },
    {
      what: 'CPU per turn of the bot, including the message and all events',
      ours: `server ${ms(cpu)}`,
      wanted: '< 3 ms',
      holds: cpu < 3,
    },
  ]
}

/** A web chat with a menu. Returns its token. */
async function openChat(testbed: Testbed): Promise<string> {
  const { admin } = testbed.whole
  const make = async (path: string, body: object) => {
    const { status, text } = await admin.post(path, body)
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const queueIds: number[] = []
  for (const color of ['#0b8f6a', '#b07400']) {
    const name = `Menu ${randomUUID().slice(0, 8)}`
    queueIds.push((await make('/queue', { name, color, greetingMessage: 'Aguarde, {{name}}.' })).id)
  }
  const chat = await make('/whatsapp', {
    name: `Site ${randomUUID().slice(0, 8)}`,
    channel: 'webchat',
    queueIds,
    greetingMessage: 'Com quem quer falar, {{name}}?',
  })
  return chat.token
}

interface Answers {
  /** Resolves when the bot has said something to this customer; after a while with Infinity. */
  next: (name: string) => Promise<number>
  close: () => void
}

/** Every text of the bot has the name of its customer. */
async function listenForAnswers(testbed: Testbed): Promise<Answers> {
  const socket = await listen(testbed.whole.url, testbed.whole.tokens)
  const waiting = new Map<string, (at: number) => void>()
  socket.onMessage((body) => {
    const [name = ''] = /Visitante \d+/.exec(body) ?? []
    waiting.get(name)?.(performance.now())
    waiting.delete(name)
  })
  return {
    next: (name) =>
      Promise.race([
        new Promise<number>((resolve) => waiting.set(name, resolve)),
        pause(20_000, Infinity, { ref: false }),
      ]),
    close: socket.close,
  }
}

/** In ms, how long each customer waited for the answer. They begin one after the other, and do not wait for each other. */
async function everybodySays(visitors: Visitor[], said: string, answers: Answers): Promise<number[]> {
  const begun = performance.now()
  return Promise.all(
    visitors.map(async (visitor, nth) => {
      await pause(Math.max(0, begun + (nth * 1000) / load - performance.now()))
      const answered = answers.next(visitor.name)
      const since = performance.now()
      const { status, text } = await write(visitor, said)
      if (status !== 201) throw new Error(`message: ${status} ${text}`)
      return (await answered) - since
    }),
  )
}
