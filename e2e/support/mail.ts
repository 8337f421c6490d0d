import { expect, test } from '@playwright/test'
import {
  type ReceivedMail,
  type TestMailServer,
  createMailServer,
} from '../../apps/server/test/getting-in/mail-server.ts'

/** A mail server for all tests of a file. */
export function mailServerOfFile(): () => TestMailServer {
  let server: TestMailServer | undefined
  test.beforeAll(async () => {
    server = await createMailServer({ login: { user: 'guiche', password: 'Segredo-Do-Correio-1' } })
  })
  test.afterAll(() => server?.close())
  return () => {
    if (!server) throw new Error('The mail server is available only while tests run.')
    return server
  }
}

/** The latest mail to an address. */
export async function mailTo({ received }: TestMailServer, address: string): Promise<ReceivedMail> {
  const latest = () => received.findLast(({ to }) => to.includes(address))
  await expect.poll(latest).toBeTruthy()
  const mail = latest()
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}
