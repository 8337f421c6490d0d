import type { Locator, Page } from '@playwright/test'
import { type Call, must } from './call.ts'

export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** Chooses an option of a field by its label. */
export async function choose(page: Page, within: Locator, field: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Chooses an action in the menu of a campaign in the list. */
export async function inMenuOf(page: Page, campaign: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Mais ações de ${campaign}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

interface Sheet {
  name: string
  mimeType: string
  buffer: Buffer
}

export const csv = (text: string, name = 'clientes.csv'): Sheet => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

/** Chooses a sheet in the open dialog of an import. */
export async function chooseSheet(page: Page, sheet: Sheet): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Escolher planilha' }).click()
  await (await choosing).setFiles(sheet)
}

/** A list with these people. */
export async function listOf(
  call: Call,
  name: string,
  people: readonly { name: string; number: string }[],
): Promise<number> {
  const { id } = await must<{ id: number }>(call('POST', '/contact-lists', { name }))
  for (const { name: called, number } of people)
    await must(call('POST', '/contact-list-items', { name: called, number, contactListId: id }))
  return id
}

interface Minute {
  day: string
  hour: string
  minute: string
}

/** The minute that has begun, or the next one if that is nearly over, in the zone of a new company. */
export function thisMinute(): Minute {
  const at = new Date(Date.now() + 20_000)
  const [hour = '', minute = ''] = at
    .toLocaleTimeString('en-GB', { timeZone: 'America/Sao_Paulo', hour: '2-digit', minute: '2-digit' })
    .split(':')
  return { day: at.toLocaleDateString('en-GB', { timeZone: 'America/Sao_Paulo' }), hour, minute }
}

/** Writes when a campaign starts into its dialog. */
export async function fillDate(dialog: Locator, { day, hour, minute }: Minute): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Agendamento' }).fill(day)
  await dialog.getByRole('textbox', { name: 'Agendamento' }).press('Tab')
  await dialog.getByRole('spinbutton', { name: 'Horário: hora' }).fill(hour)
  await dialog.getByRole('spinbutton', { name: 'Horário: minuto' }).fill(minute)
}

/** In seconds: how long a number pauses between two messages of campaigns. */
export async function pauseBetween(call: Call, messageInterval: 0 | 5 | 10): Promise<void> {
  const settings = { messageInterval, longerIntervalAfter: 0, greaterInterval: 0, variables: [] }
  await must(call('POST', '/campaign-settings', { settings }))
}
