import { afterAll, beforeAll, expect } from 'vitest'
import { said, someNumber } from '../inbound.ts'
import { type PushService, type TestBrowser, createPushService } from '../push-service.ts'
import { type Company, type Person, type TestConnection, type World, createWorld, eventually } from '#test/world'

/** A company whose users have subscribed with browsers at a push service, for the tests of a file. */
export function pushOfFile() {
  let service: PushService
  let world: World
  let company: Company
  let queue: { id: number; name: string }
  let admin: Person
  let connection: TestConnection
  /** Sees every waiting ticket. */
  let witness: TestBrowser
  beforeAll(async () => {
    service = await createPushService()
    world = await createWorld({ outside: service.outside })
    company = await world.company()
    queue = await company.queue()
    admin = await company.admin()
    connection = await company.connection({ queues: [queue] })
    witness = await subscribed(await company.attendant({ queues: [queue] }))
  })
  afterAll(async () => {
    await world.close()
    await service.close()
  })

  async function subscribed(person: Person): Promise<TestBrowser> {
    const browser = service.browser()
    expect((await person.post('/push/subscriptions', browser.subscription)).status).toBe(200)
    return browser
  }

  /** A customer's first message; resolves when it has been pushed. Returns the ticket and a function that writes more. */
  async function customer(text: string) {
    const number = someNumber()
    await connection.receive(said(number, text))
    const [row] = await company.sql('select id, uuid from tickets where company_id = $1 order by id desc limit 1', [
      company.id,
    ])
    await eventually(() => expect(witness.notices.map(({ tag }) => tag)).toContain(row.uuid))
    return {
      id: Number(row.id),
      uuid: String(row.uuid),
      says: (...more: string[]) => connection.receive(...more.map((body) => said(number, body))),
    }
  }

  /** What the browser has been sent; waits for a message that comes after everything that was caused before. */
  async function saidTo(browser: TestBrowser): Promise<string[]> {
    const mark = `Por fim ${someNumber()}`
    await customer(mark)
    await eventually(() => expect(browser.notices.map(({ body }) => body)).toContain(mark))
    return browser.notices.map(({ body }) => body).filter((body) => !body.startsWith('Por fim'))
  }

  const rowsOf = (person: Person) => company.sql('select id from push_subscriptions where user_id = $1', [person.id])

  return {
    /** For `beforeAll`. */
    get started() {
      return { service, world, company, queue, admin }
    },
    subscribed,
    customer,
    saidTo,
    rowsOf,
  }
}
