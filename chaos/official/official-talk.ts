import { setTimeout as pause } from 'node:timers/promises'
import type { Person, Received } from '@guiche/graph-testserver'
import { openProcessShop } from '../../apps/server/test/processes/meta-shop.ts'
import { eventually } from '../../apps/server/test/world/index.ts'
import { type Attendant, createAttendant } from '../attendants.ts'
import { attendantOf, nameOf, officialCompany } from '../participants.ts'
import { readMessages } from '../stored.ts'
import type { Clock } from '../talk.ts'
import { type Testbed, processOf } from '../testbed.ts'
import { type NetworkView, type OfficialCustomer, officialViolations } from './official-checker.ts'
import { injectOfficialFault } from './meta-faults.ts'
import type { OfficialFault, OfficialPlan } from './plan.ts'

/** Customers of an official number and of a page, and attendants who answer them, while Meta and the processes fail. */
export interface OfficialTalk {
  go(clock: Clock, tell: (what: string) => void): Promise<void>
  /** Empty when everything has settled. */
  unfinished(): Promise<string[]>
  /** A person sends again what is not confirmed. */
  sendUnconfirmed(): Promise<void>
  violations(): Promise<string[]>
  report(): Promise<string>
  close(): void
}

const lasting: ReadonlySet<OfficialFault['kind']> = new Set(['webhooksReversed', 'down', 'tokenEnded'])
/** In ms. */
const latest = 15_000

const { customers: count, attendants: attendantCount, letter, verb } = officialCompany
/** In ms: a login is valid for a quarter of an hour. */
const sessionLasts = 8 * 60_000
/** In ms: more than a second, because Meta gives times in whole seconds. */
const leastPause = 1050

export async function openOfficialTalk(
  { product, graph, app, official }: Testbed,
  plan: OfficialPlan,
): Promise<OfficialTalk> {
  const { company, companyId, sql } = official
  const [first] = product.processes
  if (!first) throw new Error('no process runs')
  const { calls, url } = first
  let admin = { token: company.admin.token, since: performance.now() }
  const askAsAdmin = async (method: string, path: string, body?: object) => {
    if (performance.now() - admin.since > sessionLasts)
      admin = { token: (await product.logIn(company.admin, first)).token, since: performance.now() }
    return calls.ask(method, path, { token: admin.token, body })
  }
  const { name } = officialCompany.company
  // Like Meta, which does not wait for the answer to one webhook before it sends the next.
  graph.settings.webhooksAtOnce = 3
  graph.settings.webhookPauses = [1, 2]
  const shop = await openProcessShop({
    graph,
    app,
    url,
    name,
    digits: '551133334444',
    queueId: company.queueId,
    ask: askAsAdmin,
  })
  const customers = Array.from({ length: count }, (_, nth) => customerOf(nth))
  const attendants: Attendant[] = []
  for (let nth = 0; nth < attendantCount; nth += 1)
    attendants.push(await createAttendant(official, `${letter}${nth}`, processOf(official, nth)))
  for (const customer of customers) await customer.say()
  const tickets = await acceptAll()
  /** Ids of messages that a person has sent again. */
  const sentAgain = new Set<number>()
  const network: NetworkView = { markOf }
  let isOver = false
  void tellWhatIsDue()
  return { go, unfinished, sendUnconfirmed, violations, report, close }

  function customerOf(nth: number): OfficialCustomer {
    const isOfPage = nth % 3 === 2
    const person = isOfPage
      ? graph.person(undefined, nameOf(nth))
      : graph.person(`5511988885${String(nth).padStart(3, '0')}`, nameOf(nth))
    person.readsAtOnce = nth % 2 === 0
    const said: OfficialCustomer['said'] = []
    let before = Promise.resolve()
    const write = (body: string) => (isOfPage ? ofPage(person, body) : person.chat(shop.number).text(body))
    const say = () => {
      before = before.then(async () => {
        const body = `${person.name} ${verb} ${said.length + 1}`
        const spoken = { id: '', body }
        said.push(spoken)
        const sent = await write(body)
        spoken.id = 'mid' in sent ? sent.mid : sent.id
        await pause(leastPause)
      })
      return before
    }
    return { name: person.name, person, said, say }
  }

  function ofPage(person: Person, body: string) {
    return person.at(shop.page).text(body)
  }

  async function acceptAll(): Promise<number[]> {
    const ids = await eventually(async () => {
      const rows = await sql(
        `select t.id::int from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
         where t.company_id = ${companyId} and c.name = any (array['${customers.map((one) => one.name).join("','")}']) order by c.name`,
      )
      if (rows.length < customers.length) throw new Error(`there are ${rows.length} tickets`)
      return rows.map(({ id }) => Number(id))
    }, 60_000)
    for (const [customer, ticketId] of ids.entries())
      await attendants[attendantOf(officialCompany, customer)]?.accept(ticketId)
    return ids
  }

  /** Meta tells again what was not answered, when its time has come. */
  async function tellWhatIsDue(): Promise<void> {
    while (!isOver) {
      await graph.clock.turn({})
      await pause(200)
    }
  }

  async function go(clock: Clock, tell: (what: string) => void): Promise<void> {
    const until = (at: number) => pause(Math.max(0, at - clock()))
    let before = Promise.resolve()
    await Promise.all([
      ...plan.customerActions.map(async ({ at, customer }) => {
        await until(at)
        await customers[customer]?.say()
      }),
      ...plan.attendantActions.map(async ({ at, attendant, customer, ...action }) => {
        await until(at)
        await attendants[attendant]?.say(tickets[customer] ?? 0, action)
      }),
      ...plan.faults.map(async ({ at, fault }) => {
        await until(at)
        const inject = async () => {
          tell(`${(clock() / 1000).toFixed(1)} s: Meta ${JSON.stringify(fault)}`)
          await injectOfficialFault(graph, shop, fault)
        }
        if (!lasting.has(fault.kind)) return inject()
        // One after the other, so that each is repaired before the next. What would come much too late is left out.
        await (before = before.then(() => (clock() - at > latest ? undefined : inject())))
      }),
    ])
    graph.faults.clear()
  }

  async function unfinished(): Promise<string[]> {
    await graph.webhooks.idle()
    const { waiting } = graph.webhooks
    const rows = await readMessages(official)
    const stored = new Set(rows.map(({ external_id }) => external_id))
    const left = [
      ...(waiting > 0 ? [`${waiting} webhooks wait`] : []),
      ...customers.flatMap(({ name: who, said }) =>
        said.filter(({ id }) => !stored.has(id)).map(({ body }) => `I1: "${body}" of ${who} is not stored`),
      ),
      ...rows
        .filter(({ from_me, ack, failure }) => from_me && (ack < 2 || failure !== null) && failure !== unconfirmed)
        .map(({ body, ack, failure }) => `I3: "${body}" has ack ${ack}, ${failure}`),
    ]
    if (waiting === 0) await waitNoLonger()
    return left
  }

  /** Everything that Meta had to say was said, so nobody needs to wait for five minutes. */
  async function waitNoLonger(): Promise<void> {
    const [{ count: left }] = await sql(`select count(*)::int as count from inbox where company_id = ${companyId}`)
    if (left === 0)
      await sql("update pgboss.job set start_after = now() where name = 'delivery.confirm' and state = 'created'")
  }

  async function sendUnconfirmed(): Promise<void> {
    const rows = await readMessages(official)
    for (const { id, failure } of rows) {
      if (failure !== unconfirmed) continue
      sentAgain.add(id)
      await askAsAdmin('POST', `/messages/${id}/retry`, {})
    }
  }

  function markOf({ id, content }: Received): string | undefined {
    const mark = shop.number.messages.get(id)?.callbackData ?? content['metadata']
    return typeof mark === 'string' ? mark : undefined
  }

  function violations(): Promise<string[]> {
    return officialViolations(official, { customers, attendants, network, sentAgain })
  }

  async function report(): Promise<string> {
    const rows = await readMessages(official)
    const sent = rows.filter(({ from_me }) => from_me).length
    const said = customers.reduce((sum, one) => sum + one.said.length, 0)
    const kinds = Object.groupBy(plan.faults, ({ fault }) => fault.kind)
    const broken = Object.entries(kinds).map(([kind, all]) => `${kind} ${all.length}`)
    return `By an official number and a page customers sent ${said} messages and got ${sent}, of which ${sentAgain.size} were not confirmed. Faults of Meta: ${broken.join(', ')}.\n`
  }

  function close(): void {
    isOver = true
    for (const { view } of attendants) view.close()
  }
}

const unconfirmed = 'ERR_NOT_CONFIRMED'
