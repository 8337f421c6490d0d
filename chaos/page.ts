import { type Page, chromium } from '@playwright/test'
import { findChromium } from '../scripts/tests/test-programs.ts'
import { mainCompany as participants, nameOf } from './participants.ts'
import { differences } from './differences.ts'
import { type Tenant, processOf } from './testbed.ts'
import { readMessages } from './stored.ts'

/** The customer who is served in the browser. */
export const customerOfPage = participants.customers - 1

/** An attendant in a real browser, who serves one customer. */
export interface PageTalk {
  /** Types and sends a message, and waits until the page shows it. */
  say(): Promise<void>
  violations(): Promise<string[]>
  close(): Promise<void>
}

/** Long, because the machine is busy. */
const timeout = 90_000
const name = 'Vera'

/** Opens the page and accepts the customer's waiting ticket. Undefined when no browser is installed. */
export async function openPage(tenant: Tenant): Promise<PageTalk | undefined> {
  const executablePath = findChromium()
  if (executablePath === undefined) return undefined
  const at = processOf(tenant, 0)
  const vera = await tenant.company.attendant(name, at)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  // So high that all messages are on screen; others are not in the page.
  const viewport = { width: 1280, height: 6000 }
  const page = await browser.newPage({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', viewport })
  page.setDefaultTimeout(timeout)
  await logIn(page, at.url, vera)
  await accept(page, nameOf(customerOfPage))
  const conversation = page.getByRole('log', { name: 'Mensagens' })
  await conversation.waitFor()
  const said: string[] = []
  let last = Promise.resolve()
  return { say: () => (last = last.then(write)), violations, close: () => browser.close() }

  async function write(): Promise<void> {
    const body = `${name} responde ${said.length + 1}.`
    const field = page.getByRole('textbox', { name: 'Mensagem' })
    await field.fill(body)
    await field.press('Enter')
    await conversation.getByRole('listitem').filter({ hasText: body }).first().waitFor()
    said.push(body)
  }

  /** I3, I6: messages written here are stored once and in order, and the page shows what is stored without a reload. */
  async function violations(): Promise<string[]> {
    const rows = (await readMessages(tenant)).filter(({ customer }) => customer === nameOf(customerOfPage))
    const stored = rows.flatMap(({ body }) => sentencesIn(body))
    const shown = sentencesIn(await conversation.innerText())
    return [
      ...differences(
        `I3: what ${name} wrote`,
        said,
        rows.flatMap(({ sender, body }) => (sender === name ? sentencesIn(body) : [])),
      ),
      ...differences(`I6: what the page shows`, stored.slice(-shown.length), shown),
      ...(shown.length >= Math.min(20, stored.length)
        ? []
        : [`I6: the page shows ${shown.length} of ${stored.length}`]),
    ]
  }
}

const sentences = /c\d+ diz \d+|Vera responde \d+\./g
/** Finds the sentences of the talk among names, times and automatic messages. */
const sentencesIn = (text: string): string[] => [...text.matchAll(sentences)].map(([sentence]) => sentence)

async function logIn(page: Page, url: string, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(/\/tickets/)
}

async function accept(page: Page, customer: string): Promise<void> {
  const list = page.getByRole('region', { name: 'Conversas' })
  await list.getByRole('tab', { name: 'Aguardando' }).click()
  await list.getByRole('listitem').filter({ hasText: customer }).getByRole('button', { name: 'Aceitar' }).click()
}
