import { type Locator, type Page, expect } from '@playwright/test'

/** The phone of a customer on the page that plays Meta. */
export const phoneOf = (meta: Page, name: string): Locator => meta.getByRole('region', { name: `Celular de ${name}` })

export async function write(phone: Locator, text: string): Promise<void> {
  const field = phone.getByRole('textbox', { name: /^Mensagem de/ })
  await field.fill(text)
  await phone.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(phone.getByRole('log')).toContainText(text)
}

/** Sends one of the rarer kinds. */
export async function send(phone: Locator, kind: string): Promise<void> {
  await phone.getByRole('combobox', { name: /^O que mais/ }).selectOption(kind)
  await phone.getByRole('button', { name: /^Mandar de/ }).click()
}

/** Connects the number of the page with its ids and its token. */
export async function connectWithToken(page: Page, meta: Page, { url, name }: { url: string; name: string }) {
  await page.goto(`${url}/connections`)
  await page.getByRole('button', { name: 'Nova conexão' }).first().click()
  await page.getByRole('menuitem', { name: 'WhatsApp oficial (API da Meta)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conectar um número oficial' })
  await dialog.getByText('Com um token', { exact: true }).click()
  await dialog.getByLabel('Nome').fill(name)
  for (const label of ['ID do número de telefone', 'ID da conta do WhatsApp Business', 'Token de acesso'])
    await dialog.getByLabel(label, { exact: true }).fill(await meta.getByLabel(label, { exact: true }).inputValue())
  await dialog.getByRole('button', { name: 'Conectar', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Acesso de ${name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(meta.getByText('+551133334444, conectado ao Guichê.')).toBeVisible()
}

/** One login connects the page and the Instagram account. */
export async function connectPages(page: Page, { url }: { url: string }): Promise<void> {
  await page.goto(`${url}/connections`)
  await page.getByRole('button', { name: 'Nova conexão' }).first().click()
  await page.getByRole('menuitem', { name: 'Instagram' }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Páginas e contas' }).getByRole('listitem')).toHaveText([
    /Casa Aurora Móveis.*Conectada/,
    /Insta casaaurora.*Conectada/,
  ])
  await page.keyboard.press('Escape')
}

/** Takes a ticket that waits, in the first queue that is offered. */
export async function acceptIn(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: 'Aceitar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Aceitar ticket' })
  await dialog.getByRole('button', { name: 'Aceitar', exact: true }).click()
  await expect(page.getByRole('log', { name: 'Mensagens' })).toBeVisible()
}

/** Gives a number the token that the page of Meta has now. */
export async function renewToken(page: Page, meta: Page, { url, name }: { url: string; name: string }): Promise<void> {
  await page.goto(`${url}/connections`)
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: `Conectar de novo: ${name}` }).click()
  const access = page.getByRole('dialog', { name: `Acesso de ${name}` })
  await access.getByRole('button', { name: 'Trocar: Token de acesso' }).click()
  const token = await meta.getByLabel('Token de acesso', { exact: true }).inputValue()
  await access.getByLabel('Token de acesso', { exact: true }).fill(token)
  await access.getByRole('button', { name: 'Salvar e conectar' }).click()
  await expect(row).toContainText('Conectada')
}

/** Asks Meta for a template with the name of the customer in it. */
export async function makeTemplate(page: Page, { url, name }: { url: string; name: string }): Promise<Locator> {
  await page.goto(`${url}/message-templates`)
  await page.getByRole('button', { name: 'Criar modelo' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome', { exact: false }).first().fill(name)
  await dialog.getByRole('textbox', { name: 'Texto', exact: true }).fill('Olá {{nome}}, seu pedido já saiu.')
  await dialog.getByLabel('Exemplo de {{nome}}').fill('Ana')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Em análise')
  return row
}

/** Sends it from the open ticket, while the customer may be answered freely. */
export async function sendTemplate(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Enviar modelo' }).click()
  await fillTemplate(page.getByRole('dialog'), name)
}

/** Chooses it in a picker, and sends it. */
export async function fillTemplate(picker: Page | Locator, name: string): Promise<void> {
  await picker.getByRole('button', { name: new RegExp(name) }).click()
  await picker.getByLabel('{{nome}}').fill('Rita')
  await picker.getByRole('button', { name: 'Enviar', exact: true }).click()
}
