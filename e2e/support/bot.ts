import { type Locator, type Page, expect } from '@playwright/test'
import type { Server } from './server.ts'
import type { Chat } from './visitor.ts'

export const menu = {
  invalid: 'Opção inválida, por favor escolha uma opção válida abaixo:',
  back: 'Voltar para o menu principal',
  leave: 'Encerrar atendimento',
}

/** Sends an answer as short as those to a menu, which other messages contain as well. */
export async function answer({ page }: Pick<Chat, 'page'>, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Mensagem' }).fill(text)
  await page.getByRole('textbox', { name: 'Mensagem' }).press('Enter')
}

/**
 * Sends a text that is no option, until the bot says so: what is written within a second after a menu was written before
 * that was read.
 */
export async function answerWrongly(chat: Chat, text: string): Promise<void> {
  await expect(async () => {
    await answer(chat, text)
    await expect(chat.message(menu.invalid).first()).toBeVisible({ timeout: 1500 })
  }).toPass()
}

/** Creates a list with one text file in the browser. */
export async function makeFileList(page: Page, { url }: Pick<Server, 'url'>, list: { name: string; message: string }) {
  await page.goto(`${url}/files`)
  await page.getByRole('button', { name: 'Nova lista de arquivos' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill(list.name)
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill(list.message)
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Escolher arquivo' }).click()
  await (await choosing).setFiles({ name: 'preços.txt', mimeType: 'text/plain', buffer: Buffer.from('Bolo: 25') })
  await expect(dialog.getByLabel('Nome do arquivo 1')).toHaveValue('preços')
  await saveDialog(page)
}

/** Opens the dialog of a new queue, with its name and greeting filled in. */
export async function openNewQueue(page: Page, { url }: Pick<Server, 'url'>, name: string, greeting: string) {
  await page.goto(`${url}/queues`)
  await page.getByRole('button', { name: 'Adicionar fila' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Adicionar fila' })
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill(name)
  await dialog.getByRole('textbox', { name: 'Mensagem de saudação' }).fill(greeting)
  return dialog
}

export async function saveDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

interface NewOption {
  /** The option above it. */
  below?: string
  message?: string
  /** The queue, the attendant or the list of files that it leads to. */
  leadsTo?: ['Fila' | 'Atendente' | 'Lista de arquivos', string]
  closes?: boolean
}

/** Adds an option in the menu tab of a queue's dialog. */
export async function addOption(dialog: Locator, name: string, option: NewOption = {}): Promise<void> {
  const { below, message, leadsTo, closes = false } = option
  const page = dialog.page()
  const menuTab = dialog.getByRole('tabpanel', { name: 'Menu' })
  const add = below === undefined ? 'Adicionar opção' : `Adicionar opção em ${below}`
  await menuTab.getByRole('button', { name: add, exact: true }).click()
  await menuTab.getByRole('textbox', { name: 'Nome da opção' }).fill(name)
  if (leadsTo) {
    const [field, target] = leadsTo
    await menuTab.getByRole('combobox', { name: 'Tipo' }).click()
    await page.getByRole('option', { name: field === 'Lista de arquivos' ? 'Arquivo' : field, exact: true }).click()
    await menuTab.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: target, exact: true }).click()
  }
  if (message !== undefined) await menuTab.getByRole('textbox', { name: 'Mensagem', exact: true }).fill(message)
  if (closes) await menuTab.getByRole('switch', { name: 'Encerrar o ticket' }).press('Space')
}

/** In the hours of a queue, a connection or the company: no day has a shift. */
export async function closeEveryDay(within: Locator): Promise<void> {
  await within.getByRole('group', { name: 'Segunda-feira' }).getByRole('button', { name: 'Fechar o dia' }).click()
  await within.getByRole('button', { name: 'Repetir segunda-feira em todos os dias' }).click()
  await expect(within.getByText('Fechado', { exact: true })).toHaveCount(7)
}

/** Every day has one shift, which is the whole day but its last minute. */
export async function openEveryDay(within: Locator): Promise<void> {
  const shift = (end: string, part: string) =>
    within.getByRole('spinbutton', { name: `Segunda-feira, turno A, ${end}: ${part}` })
  await shift('início', 'hora').fill('00')
  await shift('início', 'minuto').fill('00')
  await shift('fim', 'hora').fill('23')
  await shift('fim', 'minuto').fill('59')
  await within.getByRole('button', { name: 'Repetir segunda-feira em todos os dias' }).click()
  await expect(within.getByText('Fechado', { exact: true })).toHaveCount(0)
}
