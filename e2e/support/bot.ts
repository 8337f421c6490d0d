import { type Locator, type Page, expect } from '@playwright/test'
import type { Server } from './server.ts'
import type { Chat } from './visitor.ts'

const invalid = 'Opção inválida, por favor escolha uma opção válida abaixo:'

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
    await expect(chat.message(invalid).first()).toBeVisible({ timeout: 1500 })
  }).toPass()
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
