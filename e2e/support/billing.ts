import { type PixServer, createPixServer } from '@guiche/pix-testserver'
import { type Page, expect, test } from '@playwright/test'
import { logInByApi, must } from './call.ts'
import { written } from './clock.ts'
import { type Company, createCompany } from './company.ts'
import { logIn } from './desk.ts'
import type { Server } from './server.ts'

interface Pix {
  server: PixServer
  /** Start options of a product that is paid there. */
  environment: NodeJS.ProcessEnv
}

/** Efí and Asaas for all tests of a file. Call this before `serverOfFile`, which needs their addresses. */
export function pixOfFile(): () => Pix {
  let pix: Pix | undefined
  test.beforeAll(async () => {
    const server = await createPixServer()
    pix = { server, environment: server.environment }
  })
  test.afterEach(() => expect(pix?.server.problems).toEqual([]))
  test.afterAll(() => pix?.server.stop())
  return () => {
    if (!pix) throw new Error('The payment providers are available only while tests run.')
    return pix
  }
}

/** Companies pay by the account at Efí from now on. */
export async function payByEfi(server: Server, { settings }: PixServer): Promise<void> {
  const { call } = await logInByApi(server, server.operator)
  await must(call('PUT', '/billing/settings', settings.efi))
  expect(await must(call('POST', '/billing/settings/test', {}))).toEqual({ state: 'works' })
}

/** Moves the due date of a company; returns the invoice of that date. */
export async function makeDue(
  server: Server,
  { id, call }: Pick<Company, 'id' | 'call'>,
  dueDate: string,
): Promise<number> {
  const operator = await logInByApi(server, server.operator)
  await must(operator.call('PUT', `/companies/${id}`, { dueDate }))
  let invoiceId: number | undefined
  await expect(async () => {
    const invoices = await must<{ id: number; dueDate: string }[]>(call('GET', '/invoices/all'))
    invoiceId = invoices.find((invoice) => invoice.dueDate === dueDate)?.id
    expect(invoiceId).toBeDefined()
  }).toPass()
  return invoiceId ?? 0
}

/** Fills in who pays, and goes on to the code. The dialog is open at its second step. */
export async function askForCode(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Dados' }).click()
  await dialog.getByRole('textbox', { name: 'CPF/CNPJ' }).fill('111.444.777-35')
  await dialog.getByRole('button', { name: 'Revisar' }).click()
  await dialog.getByRole('button', { name: 'PAGAR' }).click()
  await expect(codeOn(page)).toBeVisible()
}

export const codeOn = (page: Page) => page.getByRole('img', { name: 'QR Code para pagar com Pix' })

/** The code that people copy. */
export const copiedCode = (page: Page): Promise<string> =>
  page.getByRole('textbox', { name: 'Pix copia e cola' }).inputValue()

export const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
export const dialogOn = (page: Page) => page.getByRole('dialog')

/** A company that pays R$ 99,90, and an admin who looks at the invoice that is due on that day. */
export async function openFinance(
  page: Page,
  server: Server,
  dueDate: string,
): Promise<{ company: Company; invoiceId: number }> {
  const company = await createCompany(server, 'Casa Aurora', { amount: '99.90' })
  const invoiceId = await makeDue(server, company, dueDate)
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/financeiro`)
  await expect(row(page, written(dueDate))).toBeVisible()
  return { company, invoiceId }
}

export const openCheckout = (page: Page, invoiceId: number) =>
  page.getByRole('button', { name: `Pagar a fatura nº ${invoiceId}` }).click()
