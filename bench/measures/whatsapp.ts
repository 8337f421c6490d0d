import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Contact, Phone, WaServer } from '@guiche/wa-testserver'
import type { BaselineOrder, BaselineReport } from '../baselines/baseline-whatsapp.ts'
import { logInOn, openBrowser } from '../browser.ts'
import { Commits } from '../commits.ts'
import { type Listener, listen } from '../listener.ts'
import { linkPhone, until } from '../phones.ts'
import { cpuOf, memoryOf } from '../processes.ts'
import type { Testbed } from '../testbed.ts'
import { type Row, ms, percentile } from '../table.ts'

/** Throughput and CPU per message, of the product or of the bare client library. */
interface Flow {
  perSecond: number
  cpu: number
  /** CPU of this process, which runs the network and the customers' phones. */
  networkCpu: number
}

const people = 20
const nameOf = (index: number) => String(index).padStart(5, '0')

/**
 * Measures WhatsApp with the real client library: in the product, and in a process with only the library and keys in
 * memory. The test server runs in this process and needs about as much CPU as a client.
 */
export async function measureWhatsApp(testbed: Testbed): Promise<Row[]> {
  const { whatsApp } = testbed
  const count = testbed.isQuick ? 400 : 2000
  const { phone, queueId } = await linkPhone(testbed, { name: nameOf(0) })
  const bare = await BaselineClient.start(whatsApp)
  const contacts = Array.from({ length: people }, (_, index) =>
    whatsApp.contact(`551198${String(1_000_000 + index)}`, `Cliente ${index}`),
  )
  const socket = await listen(testbed.whole.url, testbed.whole.tokens)
  await sendFirstMessages(socket, contacts, phone)
  const bareIn = await bare.receive(contacts, count)
  const ourIn = await receive(testbed, socket, contacts, phone, count)
  const bareOut = await bare.send(contacts, count / 4)
  const ourOut = await measureOut(testbed, contacts, phone, queueId, count / 4)
  const unreadable = await unreadableRow(whatsApp, { contacts, phone, socket, bare })
  bare.stop()
  socket.close()
  const slow = await latency(testbed, contacts, phone)
  return [
    flowRow('WhatsApp, in, one session, to the attendant’s socket', ourIn, bareIn, '≥ 50/s'),
    flowRow('WhatsApp, out, one session, to the customer’s phone', ourOut, bareOut, '≥ 50/s'),
    unreadable,
    slow,
    await idle(testbed),
  ]
}

const flowRow = (what: string, ours: Flow, bare: Flow, wanted: string): Row => ({
  what,
  ours: `${ours.perSecond.toFixed(0)}/s, server ${ms(ours.cpu)} CPU (network and phones ${ms(ours.networkCpu)})`,
  baseline: `${bare.perSecond.toFixed(0)}/s, ${ms(bare.cpu)} CPU: the library alone (×${(ours.cpu / bare.cpu).toFixed(1)})`,
  wanted,
  holds: ours.perSecond >= 50,
})

/**
 * The first message of a contact costs more on both sides and is not what is measured, so each contact sends one
 * before.
 */
export async function sendFirstMessages(socket: Listener, contacts: Contact[], phone: Phone): Promise<void> {
  const before = socket.arrived()
  for (const contact of contacts) await contact.chat(phone).text('Oi')
  await socket.until(before + contacts.length, 30_000)
}

/** All customers write at once, each as fast as possible. */
async function burst(contacts: Contact[], phone: Phone, count: number): Promise<void> {
  await Promise.all(
    contacts.map(async (contact) => {
      for (let turn = 0; turn < count / contacts.length; turn += 1) await contact.chat(phone).text(`mensagem ${turn}`)
    }),
  )
}

async function receive(
  testbed: Testbed,
  socket: Listener,
  contacts: Contact[],
  phone: Phone,
  count: number,
): Promise<Flow> {
  const arrived = socket.arrived()
  return timed(testbed.whole.pid, count, async () => {
    await burst(contacts, phone, count)
    await socket.until(arrived + count, 120_000)
    if (socket.arrived() < arrived + count) throw new Error(`only ${socket.arrived() - arrived} of ${count} came in`)
  })
}

/** Answers in the tickets of these contacts, all at once. */
export async function measureOut(
  testbed: Testbed,
  contacts: Contact[],
  phone: Phone,
  queueId: number,
  count: number,
): Promise<Flow> {
  const { admin } = testbed.whole
  const reply = await admin.get(`/tickets?status=pending&showAll=true&queueIds=[${queueId}]`)
  const names = new Set(contacts.map(({ name }) => name))
  const tickets: { id: number; contact: { name: string } }[] = JSON.parse(reply.text).tickets
  const own = tickets.filter(({ contact }) => names.has(contact.name))
  for (const { id } of own)
    await admin.put(`/tickets/${id}`, { status: 'open', userId: testbed.whole.tokens.userId, queueId })
  const had = () => contacts.reduce((sum, { inbox }) => sum + inbox.filter(({ from }) => from === phone).length, 0)
  const before = had()
  const each = Math.floor(count / own.length)
  return timed(testbed.whole.pid, each * own.length, async () => {
    await Promise.all(
      own.map(async ({ id }) => {
        for (let turn = 0; turn < each; turn += 1) {
          const { status, text } = await admin.post(`/messages/${id}`, { body: `resposta ${turn}` })
          if (status !== 200) throw new Error(`send: ${status} ${text}`)
        }
      }),
    )
    await until(async () => had() >= before + each * own.length)
  })
}

/** How many messages of one customer cannot be decrypted, so that the client requests them again. */
const garbled = 60

/**
 * How long unreadable messages of one customer delay a message of another customer behind them, until all have arrived.
 */
async function unreadableRow(
  whatsApp: WaServer,
  { contacts, phone, socket, bare }: { contacts: Contact[]; phone: Phone; socket: Listener; bare: BaselineClient },
): Promise<Row> {
  const [stranger, customer] = contacts
  if (!stranger || !customer) throw new Error('two contacts are needed')
  const sayTo = async (to: Phone) => {
    whatsApp.faults.garble({ times: garbled })
    for (let turn = 0; turn < garbled; turn += 1) await stranger.chat(to).text(`ilegível ${turn}`)
    await customer.chat(to).text('legível')
  }
  const arrived = socket.arrived()
  const ours = await durationOf(async () => {
    await sayTo(phone)
    await socket.until(arrived + garbled + 1, 60_000)
    if (socket.arrived() < arrived + garbled + 1) throw new Error('messages that were requested again did not arrive')
  })
  const baseline = await durationOf(() => bare.hears(garbled + 1, () => sayTo(bare.phone)))
  return {
    what: `WhatsApp, a message behind ${garbled} undecryptable ones of another contact, until all have arrived`,
    ours: ms(ours),
    baseline: `${ms(baseline)}: the library alone, with its defaults`,
    wanted: '< 2 s',
    holds: ours < 2000,
  }
}

async function durationOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/**
 * Latency at a steady 20 messages/s, from the customer's phone to the attendant's screen: a real browser with the
 * ticket list and one of the conversations open. Browser, server and database share the cores. Each message needs two
 * commits one after the other; the baseline is the commit of a single row at the same rate.
 */
async function latency(testbed: Testbed, contacts: Contact[], phone: Phone): Promise<Row> {
  const seconds = testbed.isQuick ? 5 : 20
  const begun = new Map<string, number>()
  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
  await logInOn(page, testbed)
  await page.locator('#tickets-panel a').first().click()
  await page.getByRole('log').locator('[data-message]').first().waitFor()
  await pause(2000)
  await page.evaluate(watchList)
  const commits = await Commits.start(testbed.adminUrlOf('whole'))
  const start = performance.now()
  for (let index = 0; index < seconds * 20; index += 1) {
    const due = start + index * 50
    if (due > performance.now()) await pause(due - performance.now())
    begun.set(`pontual ${index}.`, Date.now())
    void contacts[index % contacts.length]?.chat(phone).text(`pontual ${index}.`)
    void commits.one()
  }
  await pause(2000)
  const bare = await commits.stop()
  const seen: [string, number][] = await page.evaluate('[...window.seenAt]')
  await browser.close()
  // A user has one login at a time: the login in the browser has ended ours.
  await testbed.whole.logIn()
  const samples = seen.flatMap(([body, at]) => {
    const from = begun.get(body)
    return from === undefined ? [] : [at - from]
  })
  const p95 = percentile(samples, 0.95)
  return {
    what: "WhatsApp, customer's phone to an attendant's screen at 20/s",
    ours: `p50 ${ms(percentile(samples, 0.5))}, p95 ${ms(p95)} (${samples.length} of ${seconds * 20})`,
    baseline: `p50 ${ms(percentile(bare, 0.5))}, p95 ${ms(percentile(bare, 0.95))}: one commit of a bare row`,
    wanted: 'p95 < 150 ms',
    holds: p95 < 150 && samples.length === seconds * 20,
  }
}

/** Runs in the page: records when the list first painted each text. Page and this process share the clock. */
const watchList = `(() => {
  window.seenAt = new Map()
  const list = document.querySelector('#tickets-panel')
  const look = () => {
    for (const [text] of list.textContent.matchAll(/pontual \\d+\\./g))
      if (!window.seenAt.has(text)) requestAnimationFrame(() => setTimeout(() => {
        if (!window.seenAt.has(text)) window.seenAt.set(text, Date.now())
      }))
  }
  new MutationObserver(look).observe(list, { childList: true, subtree: true, characterData: true })
})()`

/** Memory of twenty idle sessions in a freshly started process, compared with the same process with one session. */
async function idle(testbed: Testbed): Promise<Row> {
  const sessions = 20
  const whole = await testbed.fresh('sessions')
  const settled = async () => {
    await pause(testbed.isQuick ? 5000 : 30_000)
    return memoryOf(whole.pid)
  }
  await linkPhone({ ...testbed, whole }, { name: nameOf(100) })
  const before = await settled()
  for (let index = 1; index <= sessions; index += 1)
    await linkPhone({ ...testbed, whole }, { name: nameOf(100 + index) })
  const each = ((await settled()) - before) / sessions
  await whole.stop()
  return {
    what: `memory per idle WhatsApp session, ${sessions} in one fresh process`,
    ours: `${each.toFixed(1)} MB`,
    baseline: `${before.toFixed(0)} MB with one session`,
    wanted: '< 25 MB',
    holds: each < 25,
  }
}

async function timed(pid: number, count: number, work: () => Promise<void>): Promise<Flow> {
  const cpu = cpuOf(pid)
  const before = process.cpuUsage()
  const begun = performance.now()
  await work()
  const own = process.cpuUsage(before)
  return {
    perSecond: (count * 1000) / (performance.now() - begun),
    cpu: (cpuOf(pid) - cpu) / count,
    networkCpu: (own.user + own.system) / 1000 / count,
  }
}

/** Controls the process that runs only the client library, with keys in memory. */
export class BaselineClient {
  readonly phone: Phone
  readonly #child: ChildProcess
  #got = 0

  private constructor(child: ChildProcess, phone: Phone) {
    this.#child = child
    this.phone = phone
  }

  static async start(whatsApp: WaServer): Promise<BaselineClient> {
    const phone = whatsApp.phone('5511900099999', 'Bare', { businessName: 'Bare' })
    const child = fork(join(import.meta.dirname, '../baselines/baseline-whatsapp.ts'), {
      env: { ...process.env, ...whatsApp.environment },
    })
    await new Promise<void>((resolve) => {
      child.on('message', (report: BaselineReport) => {
        if (report.kind === 'qr') void phone.scan(report.qr)
        if (report.kind === 'open') resolve()
      })
    })
    return new BaselineClient(child, phone)
  }

  async receive(contacts: Contact[], count: number): Promise<Flow> {
    for (const contact of contacts) await contact.chat(this.phone).text('Oi')
    await this.#until(contacts.length)
    return timed(this.#child.pid ?? 0, count, async () => {
      const done = this.#until(contacts.length + count)
      await burst(contacts, this.phone, count)
      await done
    })
  }

  /** Resolves when `count` more messages have arrived. */
  async hears(count: number, say: () => Promise<void>): Promise<void> {
    const done = this.#until(this.#got + count)
    await say()
    await done
  }

  async send(contacts: Contact[], count: number): Promise<Flow> {
    const each = Math.floor(count / contacts.length)
    const had = () =>
      contacts.reduce((sum, { inbox }) => sum + inbox.filter(({ from }) => from === this.phone).length, 0)
    const before = had()
    return timed(this.#child.pid ?? 0, each * contacts.length, async () => {
      this.#tell({ kind: 'send', to: contacts.map((contact) => contact.jid('pn')), each })
      await until(async () => had() >= before + each * contacts.length)
    })
  }

  /** One message to each of these contacts, so many a second. Resolves when the last one was sent. */
  async sendSteadily(contacts: readonly Contact[], perSecond: number): Promise<void> {
    const start = performance.now()
    for (const [nth, contact] of contacts.entries()) {
      await pause(Math.max(0, start + (nth * 1000) / perSecond - performance.now()))
      this.#tell({ kind: 'send', to: [contact.jid('pn')], each: 1 })
    }
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }

  #tell(order: BaselineOrder): void {
    this.#child.send(order)
  }

  #until(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const hear = (report: BaselineReport) => {
      if (report.kind !== 'got') return
      this.#got = report.count
      if (report.count < count) return
      this.#child.off('message', hear)
      resolve()
    }
    this.#child.on('message', hear)
    this.#tell({ kind: 'count' })
    return promise
  }
}
