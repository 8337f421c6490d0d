import type { Contact } from '@guiche/wa-testserver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded-postgres.ts'
import { patience, startCampaignOf } from '../campaigns/campaign-of-processes.ts'
import { preparedDataFolder, removeDataFolder } from '../data-folder.ts'
import { type PhoneProcess, type PhoneProcesses, startPhoneProcesses } from '../processes/phone-processes.ts'
import { eventually } from '#test/world'

/** How many people the campaign has. 2000: with all kills and restarts of R30, which takes some minutes more. */
const size = Number(process.env['CAMPAIGN_PEOPLE'] ?? 300)
const kills = Math.round(size / 100)
const restarts = Math.ceil(size / 700)
/** Messages of campaigns that a connection has in flight, at most. */
const inFlight = 20

let folder: string
let postgres: EmbeddedPostgres
let two: PhoneProcesses
/** The ids of the messages that the company's phone has handed over to the network, in their order. */
const sends: string[] = []

beforeAll(async () => {
  folder = await preparedDataFolder('killed-campaign')
  // This process restarts a killed database, as a supervisor would.
  postgres = await startEmbeddedPostgres(folder, { isOpen: true })
  two = await startPhoneProcesses({
    databaseUrl: postgres.adminUrl,
    count: 2,
    env: { GUICHE_CAMPAIGN_PAUSE: '0' },
  })
  two.whatsApp.faults.intercept(({ tag, attrs }, direction) => {
    if (direction === 'fromClient' && tag === 'message' && attrs['category'] !== 'peer') sends.push(attrs['id'] ?? '')
    return 'pass'
  })
}, 180_000)
afterAll(async () => {
  await two?.stop()
  await postgres?.stop()
  removeDataFolder(folder)
}, 60_000)

let numbers = 0

const contacts = (count: number): Contact[] =>
  Array.from({ length: count }, () => {
    const nth = String((numbers += 1)).padStart(4, '0')
    return two.whatsApp.contact(`551198889${nth}`, `p${nth}`)
  })

/** What the phone of a person has decrypted. */
const textsOf = ({ inbox }: Contact) => inbox.map(({ text }) => text ?? '')

const reached = (people: readonly Contact[]) => people.filter(({ inbox }) => inbox.length > 0).length

const outbox = () => two.sql('select id from outbox').catch(() => ['nobody can look'])

async function killAndStart(one: PhoneProcess): Promise<void> {
  await one.kill()
  one.start()
  await one.ready()
}

/** Kills whoever runs the phone, or the other one in turn. */
async function killOne(nth: number): Promise<void> {
  const owner = (await two.owner().catch(() => undefined)) ?? two.processes[0]
  const found = nth % 2 === 0 ? owner : two.processes.find((one) => one !== owner)
  if (!found) throw new Error('no process runs')
  await killAndStart(found)
}

async function restartDatabase(): Promise<void> {
  process.kill(postgres.pid(), 'SIGQUIT')
  await eventually(() => two.sql('select'), patience)
}

test(
  'with two processes that are killed, and a database that restarts, each phone has decrypted one message, over a cancel and a restart (R30)',
  { timeout: 300_000 + size * 500 },
  async () => {
    const people = contacts(size)
    const campaign = await startCampaignOf(two, two, people)

    /** Kills and restarts while the campaign goes from one number of people to another one. */
    const killBetween = async (from: number, to: number, share: { kills: number; restarts: number }) => {
      const deeds = [
        ...Array.from({ length: share.kills }, (_, nth) => () => killOne(nth)),
        ...Array.from({ length: share.restarts }, () => restartDatabase),
      ]
      for (const [nth, deed] of deeds.entries()) {
        const next = from + ((to - from) * (nth + 1)) / (deeds.length + 1)
        await eventually(() => expect(reached(people)).toBeGreaterThanOrEqual(next), patience)
        await deed()
      }
      await eventually(() => expect(reached(people)).toBeGreaterThanOrEqual(to), patience)
    }
    const half = { kills: Math.floor(kills / 2), restarts: Math.floor(restarts / 2) }
    await killBetween(0, size * 0.3, half)
    await campaign.post('cancel')
    const before = sends.length
    await eventually(async () => expect(await outbox()).toEqual([]), patience)
    // What was in flight arrives; what a killed process has left behind does not.
    expect(sends.length - before).toBeLessThanOrEqual(inFlight)
    expect(reached(people)).toBeLessThan(size)
    expect(await campaign.status()).toBe('CANCELADA')
    const stopped = reached(people)

    await campaign.post('restart')
    await killBetween(stopped, size * 0.9, { kills: kills - half.kills, restarts: restarts - half.restarts })
    await eventually(async () => expect(await campaign.status()).toBe('FINALIZADA'), patience)
    await eventually(async () => expect(await outbox()).toEqual([]), patience)

    expect(people.filter(({ inbox }) => inbox.length > 1).map(textsOf)).toEqual([])
    const recipients = await campaign.recipients()
    expect(recipients).toHaveLength(size)
    const states = new Map(recipients.map(({ name, state, reason }) => [name, `${state} ${reason ?? ''}`.trim()]))
    // A send that a killed process had left behind when the campaign stopped is uncertain, and is not repeated.
    const uncertain = 'uncertain ERR_CAMPAIGN_STOPPED'
    for (const { name, inbox } of people)
      expect({ name, arrived: inbox.length, state: states.get(name) }).toEqual({
        name,
        arrived: states.get(name) === uncertain ? inbox.length : 1,
        state: expect.stringMatching(/^(sent|delivered|read|uncertain ERR_CAMPAIGN_STOPPED)$/),
      })
  },
)

test(
  'a yes that comes twice, and before the ack of the question, counts once, also with a kill between it and the message (R31)',
  { timeout: 300_000 },
  async () => {
    const asked = contacts(3)
    const [yes, no] = asked
    if (!yes || !no) throw new Error('there are to be people')
    const resume = two.whatsApp.faults.dropAcknowledgements()
    const campaign = await startCampaignOf(two, two, asked, {
      confirmation: true,
      confirmationMessage1: 'Posso mandar?',
      message1: 'A oferta',
    })
    await eventually(() => expect(reached(asked)).toBe(3), patience)
    two.whatsApp.faults.deliverTwice({ times: 3 })
    await yes.chat(two.phone).text('Pode sim')
    await no.chat(two.phone).text('Não')
    await yes.chat(two.phone).text('Pode mandar')
    await killOne(0)
    resume()

    await eventually(() => expect(textsOf(yes)).toContainEqual(expect.stringContaining('A oferta')), patience)
    await yes.chat(two.phone).text('Manda outra vez')
    await eventually(async () => {
      expect(await outbox()).toEqual([])
      expect((await campaign.recipients()).map(({ state, reason }) => [state, reason])).toEqual([
        ['answered', null],
        ['skipped', 'declined'],
        [expect.stringMatching(/^(sent|delivered)$/), null],
      ])
    }, patience)
    const question = expect.stringContaining('Posso mandar?')
    expect(asked.map(textsOf)).toEqual([[question, expect.stringContaining('A oferta')], [question], [question]])
    const [confirmed] = await two.sql('select count(*)::int from campaign_recipients where confirmed_at is not null')
    expect(confirmed.count).toBe(1)
  },
)
