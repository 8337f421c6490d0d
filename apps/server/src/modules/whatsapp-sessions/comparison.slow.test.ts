import { beforeAll, describe, expect, test } from 'vitest'
import type { Contact, Phone, WaServer } from '@guiche/wa-testserver'
import { type Company, type Person, eventually } from '#test/world'
import { whatsAppOfFile } from '#test/whatsapp'

let whatsApp: WaServer
let company: Company
let admin: Person
const office = whatsAppOfFile()
beforeAll(async () => {
  ;({ server: whatsApp, company, admin } = office)
  await company.setting('sendGreetingMessageOneQueues', 'enabled')
})

let numbers = 0
const newCustomer = (name = 'Rita Moura') => whatsApp.contact(`5511940${String(++numbers).padStart(6, '0')}`, name)

/** A time in the past minute. WhatsApp has timestamps in whole seconds. */
const second = (nth: number) => new Date(Date.now() + (nth - 60) * 1000)

/** A session that has been connected for an hour. */
async function paired(settings: object = {}) {
  const connection = await office.paired(settings)
  await company.sql(
    "update connection_events set created_at = created_at - interval '1 hour' where connection_id = $1",
    [connection.id],
  )
  return connection
}

const ticketsOf = (id: number) => company.sql('select * from tickets where connection_id = $1 order by id', [id])

const saidOn = async (id: number): Promise<string[]> => {
  const rows = await company.sql(
    "select body from messages where connection_id = $1 and origin <> 'bot' order by sent_at, id",
    [id],
  )
  return rows.map(({ body }) => body)
}

/** Makes the next comparison due. */
const tenMinutesLater = (id: number) =>
  company.sql("update whatsapp_sessions set compare_at = compare_at - interval '10 minutes' where connection_id = $1", [
    id,
  ])

/** Waits until the comparison that is due was requested and the next one is scheduled. */
async function compared(id: number): Promise<void> {
  await eventually(async () =>
    expect(
      await company.sql('select from whatsapp_sessions where connection_id = $1 and compare_at > now()', [id]),
    ).toHaveLength(1),
  )
}

/** Waits until the answer of the phone is processed. */
async function answered(id: number, rita: Contact): Promise<void> {
  await eventually(async () =>
    expect(
      await company.sql(
        `select from conversations v join contact_identities i on i.company_id = v.company_id and i.contact_id = v.contact_id
         where v.connection_id = $1 and i.key = identity_key('phone', $2) and v.asked_before is not null`,
        [id, rita.number],
      ),
    ).toHaveLength(1),
  )
}

async function talking(phone: Phone, id: number): Promise<Contact> {
  const rita = newCustomer()
  await rita.chat(phone).text('um', { sentAt: second(0) })
  await eventually(async () => expect(await saidOn(id)).toContain('um'))
  await compared(id)
  return rita
}

describe('a message that was lost although the session was connected', () => {
  test('is found by the regular comparison, stored in order without a greeting, and marked in the ticket', async () => {
    const { id, phone } = await paired({ greetingMessage: 'Olá!' })
    const rita = await talking(phone, id)
    phone.remember({ with: rita, text: 'dois, que se perdeu', at: second(1) })
    await rita.chat(phone).text('três', { sentAt: second(6) })
    await eventually(async () => expect(await saidOn(id)).toEqual(['um', 'três']))

    await tenMinutesLater(id)
    await eventually(async () => expect(await saidOn(id)).toEqual(['um', 'dois, que se perdeu', 'três']))
    expect(await ticketsOf(id)).toMatchObject([{ unread_count: 3 }])
    expect(rita.inbox).toHaveLength(1)
    const [ticket] = await ticketsOf(id)
    const { body: log } = await admin.get(`/tickets-log/${ticket.id}`)
    expect(log.find(({ type }: { type: string }) => type === 'recovered')?.recovered).toMatchObject({
      count: 1,
      isGap: true,
    })
    const { body: history } = await admin.get(`/whatsapp/${id}/events`)
    expect(history.events[0]).toMatchObject({ kind: 'recovered', count: 1, isGap: true })
  })

  test('is found after a reconnect, also if it is older than the first stored message', async () => {
    const { id, phone } = await paired()
    await compared(id)
    const rita = newCustomer()
    phone.remember({ with: rita, text: 'O primeiro', at: second(0) })
    await rita.chat(phone).text('O segundo', { sentAt: second(1) })
    await eventually(async () => expect(await saidOn(id)).toEqual(['O segundo']))
    phone.linkedDevice.cut()
    await eventually(async () => expect(await saidOn(id)).toEqual(['O primeiro', 'O segundo']))
    expect(await ticketsOf(id)).toMatchObject([{ unread_count: 2 }])
  })

  test('can be a lost receipt of our message', async () => {
    const queue = await company.queue()
    const { id, phone } = await paired({ queueIds: [queue.id] })
    const rita = await talking(phone, id)
    const [ticket] = await ticketsOf(id)
    await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id })
    const undo = whatsApp.faults.intercept((stanza, direction) =>
      direction === 'toClient' && stanza.tag === 'receipt' ? 'drop' : 'pass',
    )
    await admin.post(`/messages/${ticket.id}`, { body: 'Custa dez' })
    await rita.waitForMessage(({ text }) => text?.includes('Custa dez') === true)
    await rita.read()
    await rita.chat(phone).text('Obrigada')
    const lastOfOurs = async () =>
      (
        await company.sql('select ack from messages where connection_id = $1 and from_me and origin = $2', [id, 'user'])
      )[0]
    await eventually(async () => expect(await saidOn(id)).toContain('Obrigada'))
    await eventually(async () => expect(await lastOfOurs()).toMatchObject({ ack: 1 }))

    await tenMinutesLater(id)
    await eventually(async () => expect(await lastOfOurs()).toMatchObject({ ack: 3 }))
    undo()
  })
})

describe('a comparison', () => {
  test('ignores messages that were deleted here or are older than the connection', async () => {
    const { id, phone } = await paired()
    const rita = newCustomer()
    phone.remember({ with: rita, text: 'De ontem', at: new Date(Date.now() - 86_400_000) })
    await rita.chat(phone).text('Apague isto', { sentAt: second(-1) })
    await eventually(async () => expect(await saidOn(id)).toEqual(['Apague isto']))
    await admin.delete(`/tickets/${(await ticketsOf(id))[0].id}`)
    const bia = newCustomer('Bia')
    phone.remember({ with: bia, text: 'E isto se perdeu', at: second(3) })
    await bia.chat(phone).text('Oi', { sentAt: second(4) })
    await rita.chat(phone).text('Voltei')
    await eventually(async () => expect(await saidOn(id)).toEqual(['Oi', 'Voltei']))

    await tenMinutesLater(id)
    await answered(id, rita)
    // The other conversation has newer activity, so the phone was asked about this one last.
    await eventually(async () => expect(await saidOn(id)).toEqual(['E isto se perdeu', 'Oi', 'Voltei']))
  })

  test('asks a phone again only after new messages', async () => {
    const { id, phone } = await paired()
    const asked: string[] = []
    const undo = whatsApp.faults.intercept((stanza, direction, device) => {
      if (direction === 'fromClient' && device?.account === phone && stanza.attrs['category'] === 'peer') asked.push('')
      return 'pass'
    })
    await talking(phone, id)
    await tenMinutesLater(id)
    await eventually(() => expect(asked).toHaveLength(1))
    await compared(id)
    await tenMinutesLater(id)
    await compared(id)
    await talking(phone, id)
    await tenMinutesLater(id)
    await eventually(() => expect(asked).toHaveLength(2))
    undo()
  })
})
