import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Contact } from '@guiche/wa-testserver'
import { patience, startCampaignOf } from '../apps/server/test/campaigns/campaign-of-processes.ts'
import type { PhoneProcesses } from '../apps/server/test/processes/phone-processes.ts'
import { eventually } from '../apps/server/test/world/index.ts'
import { differences } from './differences.ts'
import type { Clock } from './talk.ts'

/** A campaign to strangers while faults happen, and an attendant who writes over the same number meanwhile. */
export interface CampaignTalk {
  go(clock: Clock, duration: number): Promise<void>
  /** Empty when the campaign has ended. */
  unfinished(): Promise<string[]>
  /**
   * I10: each person gets the campaign's message once, whatever state the campaign says is that of their phone, and the
   * answers of attendants over the same number keep their order.
   */
  violations(): Promise<string[]>
  report(): string
}

const size = 200
/** Of campaigns of the company: with so many the campaign lasts about as long as the shortest run. */
const perHour = 10_000
/** Every so many-th person answers the campaign. */
const answers = 5
/** In ms: between two answers of the attendant. */
const betweenAnswers = 1500

/** Starts the campaign, before anything fails. */
export async function openCampaign(product: PhoneProcesses): Promise<CampaignTalk> {
  const { whatsApp, processes, sql } = product
  const company = await product.company({ name: 'Casa Dália', domain: 'campanha.test', number: '5511900000004' })
  const { phone, admin, queueId } = company
  const { companyId, token } = admin
  const [first] = processes
  if (!first) throw new Error('no process runs')
  const { calls } = first
  await sql('update plans set campaigns_per_hour = $1', [perHour])
  const people = Array.from({ length: size }, (_, nth) =>
    whatsApp.contact(`5511988883${String(nth).padStart(3, '0')}`, `p${String(nth).padStart(3, '0')}`),
  )
  const talker = whatsApp.contact('5511988884000', 'd0')
  const said: string[] = []
  /** Who has answered the campaign. */
  const answered = new Set<Contact>()
  const ticketId = await begin()
  const campaign = await startCampaignOf(product, company, people)

  return {
    go: async (clock, duration) => {
      await Promise.all([writeAnswers(clock, duration), answerCampaign(clock, duration), cut(duration / 3)])
    },
    unfinished: async () => {
      const status = await campaign.status()
      return status === 'FINALIZADA' ? [] : [`the campaign is ${status}`]
    },
    violations: async () => [...(await peopleAreRight()), ...answersAreInOrder()],
    report: () => `A campaign reached ${people.filter(isReached).length} people, ${answered.size} of them answered.\n`,
  }

  /** The ticket of somebody with whom the attendant writes meanwhile. */
  async function begin(): Promise<number> {
    await talker.chat(phone).text('d0 pergunta')
    const id = await eventually(async () => {
      const [ticket] = await sql('select id::int from tickets where company_id = $1', [companyId])
      if (!ticket) throw new Error('there is no ticket yet')
      return Number(ticket.id)
    }, patience)
    await calls.ask('PUT', `/tickets/${id}`, { token, body: { status: 'open', userId: admin.id, queueId } })
    return id
  }

  async function cut(after: number): Promise<void> {
    await pause(after)
    phone.linkedDevice.cut()
  }

  async function writeAnswers(clock: Clock, duration: number): Promise<void> {
    while (clock() < duration) {
      const body = `d0 recebe ${said.length + 1}`
      await calls.ask('POST', `/messages/${ticketId}`, { token, body: { clientId: randomUUID(), body } })
      said.push(body)
      await pause(betweenAnswers)
    }
  }

  async function answerCampaign(clock: Clock, duration: number): Promise<void> {
    while (clock() < duration) {
      const [next] = people.filter((person, nth) => nth % answers === 0 && isReached(person) && !answered.has(person))
      if (next) {
        answered.add(next)
        await next.chat(phone).text('Quero saber mais')
      }
      await pause(next ? 50 : 300)
    }
  }

  async function peopleAreRight(): Promise<string[]> {
    const recipients = await campaign.recipients()
    const states = new Map(recipients.map(({ name, state, reason }) => [name, { state, reason }]))
    return [
      ...differences(
        'I10: the people of the campaign',
        people.map(({ name }) => name),
        recipients.map(({ name }) => name),
      ),
      ...people.flatMap((person) => {
        const { name, inbox } = person
        const { state = 'nothing', reason = null } = states.get(name) ?? {}
        const right = answered.has(person) ? ['answered'] : ['sent', 'delivered', 'read']
        return inbox.length === 1 && right.includes(state)
          ? []
          : [`I10: ${name} has ${inbox.length} messages of the campaign, which says ${state} ${reason ?? ''}`]
      }),
    ]
  }

  function answersAreInOrder(): string[] {
    return differences(
      'I10: what the attendant wrote beside the campaign',
      said,
      talker.inbox.map(({ text }) => said.find((body) => text?.endsWith(body)) ?? `${text}`),
    )
  }
}

const isReached = ({ inbox }: Contact) => inbox.length > 0
