import { randomUUID } from 'node:crypto'
import { type Page, expect } from '@playwright/test'
import { must } from './call.ts'
import type { Company, WebChat } from './company.ts'
import { logIn } from './desk.ts'
import type { Server } from './server.ts'

let numbers = 71_000_000
export const someNumber = () => `55119${(numbers += 1)}`

/** A contact without messages. */
export const makeContact = (company: Company, name: string, more: object = {}) =>
  must<{ id: number; number: string }>(
    company.call('POST', '/contacts', { name, number: someNumber(), email: '', ...more }),
  )

/** A visitor of the web chat who has written. */
export async function visitorWrites({ url }: Server, { token }: Pick<WebChat, 'token'>, name: string, body: string) {
  const call = (path: string, content: object, secret?: string) =>
    must<{ secret: string }>(
      fetch(`${url}/web-chat/${token}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
        body: JSON.stringify(content),
      }),
    )
  const { secret } = await call('visitors', { name })
  await call('messages', { id: randomUUID(), body }, secret)
}

/** The list of contacts, opened by the admin. */
export async function openContacts(page: Page, server: Server, company: Company): Promise<void> {
  await logIn(page, server, company.admin)
  await page.getByRole('link', { name: 'Contatos' }).click()
  await expect(page.getByRole('heading', { name: /^Contatos/ })).toBeVisible()
}

export const contactRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Chooses an action in the menu of a row. */
export async function chooseForContact(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Mais ações de ${name}` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
