import type { PhoneProcess, Worker } from '../apps/server/test/processes/phone-processes.ts'
import type { Said } from '../apps/server/test/processes/patient-calls.ts'
import { samples } from '../apps/server/test/files.ts'
import { createForeignCheck } from './participants.ts'
import { type LiveView, openLiveView } from './live-view.ts'
import type { AttendantAction } from './schedule.ts'
import type { Tenant } from './testbed.ts'

export interface SentByUs {
  id: number
  clientId: string
  body: string
  /** Undefined for a text message. */
  picture: Buffer | undefined
}

/** An attendant who answers customers, over HTTP and a live socket. */
export interface Attendant {
  name: string
  view: LiveView
  /** Messages by ticket, in the order in which the server confirmed them. */
  sent: Map<number, SentByUs[]>
  /** The attendant's reactions by the id of the customer's message. */
  reactions: Map<string, string>
  accept(ticketId: number): Promise<void>
  /** Takes a closed ticket again. */
  reopen(ticketId: number): Promise<void>
  close(ticketId: number): Promise<void>
  /** Downloads a file as the browser does. */
  download(address: string): Promise<Buffer>
  say(ticketId: number, action: Pick<AttendantAction, 'kind' | 'clientId'>): Promise<void>
}

const sessionLasts = 8 * 60_000

export async function createAttendant(tenant: Tenant, name: string, at: PhoneProcess): Promise<Attendant> {
  const { company, logIn } = tenant
  const isForeign = createForeignCheck(tenant.participants)
  let worker = await company.attendant(name, at)
  let since = performance.now()
  let view = openLiveView(worker, at, isForeign)
  const sent = new Map<number, SentByUs[]>()
  const reactions = new Map<string, string>()
  let last = Promise.resolve()
  return {
    name,
    get view() {
      return view
    },
    sent,
    reactions,
    accept,
    reopen: take,
    close: async (ticketId) => {
      await ask('PUT', `/tickets/${ticketId}`, { status: 'closed', userId: worker.id, sendFarewellMessage: false })
    },
    download,
    say,
  }

  async function accept(ticketId: number): Promise<void> {
    await take(ticketId)
    sent.set(ticketId, [])
    await view.follow(ticketId)
  }

  async function take(ticketId: number): Promise<void> {
    await ask('PUT', `/tickets/${ticketId}`, { status: 'open', userId: worker.id, queueId: company.queueId })
  }

  async function download(address: string): Promise<Buffer> {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${worker.token}` } })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }

  function say(ticketId: number, action: Pick<AttendantAction, 'kind' | 'clientId'>): Promise<void> {
    last = last.then(() => act(ticketId, action))
    return last
  }

  async function act(ticketId: number, { kind, clientId }: Pick<AttendantAction, 'kind' | 'clientId'>): Promise<void> {
    const mine = sent.get(ticketId) ?? []
    const own = mine.findLast(({ picture }) => !picture)
    if (kind === 'edit' && own) return edit(own)
    if (kind === 'reaction' && (await react(ticketId))) return
    const body = `${name} responde ${ticketId}.${mine.length + 1}`
    const picture = kind === 'picture' ? await samples.png(30 + mine.length) : undefined
    const file = picture && { name: 'foto.png', type: 'image/png', data: picture }
    const { id } = await ask('POST', `/messages/${ticketId}`, { clientId, body }, file)
    mine.push({ id, clientId, body, picture })
  }

  async function edit(own: SentByUs): Promise<void> {
    own.body = `${own.body} (corrigido)`
    await ask('POST', `/messages/edit/${own.id}`, { body: own.body })
  }

  async function react(ticketId: number): Promise<boolean> {
    const theirs = (await view.fetch(ticketId)).findLast(({ fromMe }) => !fromMe)
    if (!theirs) return false
    const { wid } = theirs
    reactions.set(wid, '❤️')
    await ask('POST', '/react/messages', { ticketId, id: wid, text: '❤️' })
    return true
  }

  async function ask(method: string, path: string, body: object, file?: Said): Promise<Said> {
    if (performance.now() - since > sessionLasts) await logInAgain()
    return at.calls.ask(method, path, { token: worker.token, body, file })
  }

  async function logInAgain(): Promise<void> {
    const tickets = [...sent.keys()]
    view.close()
    const next: Worker = await logIn(worker, at)
    worker = next
    since = performance.now()
    view = openLiveView(worker, at, isForeign)
    await Promise.all(tickets.map((ticketId) => view.follow(ticketId)))
  }
}
