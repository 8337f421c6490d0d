import { type Page, expect } from '@playwright/test'
import type { Server } from '../server.ts'
import { type Row, downloadBy, sheetOf, tableOf } from './tables.ts'

/** What the dashboard says, read as a person reads it. */
export interface ReadDashboard {
  /** What each card of the tab shows, by its label. */
  cards: () => Promise<Record<string, string>>
  /** The rows of the list behind a card; none if the card opens none. */
  listOf: (label: string) => Promise<Row[]>
  /** The table behind a chart. */
  chart: (title: string) => Promise<Row[]>
  attendants: () => Promise<Row[]>
  /** The file of all numbers, by their labels. */
  file: () => Promise<Record<string, Row>>
  tab: (name: string) => Promise<void>
}

export async function openDashboard(page: Page, { url }: Pick<Server, 'url'>, query = ''): Promise<ReadDashboard> {
  await page.goto(`${url}/${query}`)
  const opening = 'Abrir a lista de '
  const cards = page.locator('dd').getByRole('button', { name: new RegExp(`^${opening}`) })
  await expect(cards.first()).toBeVisible()

  return {
    cards: async () => {
      const texts = await cards.allTextContents()
      return Object.fromEntries(
        texts.map((text) => {
          const [label = '', shown = ''] = text.replace(opening, '').split(':')
          return [label.trim(), shown.trim()]
        }),
      )
    },
    listOf: async (label) => {
      const card = cards.filter({ hasText: `${opening}${label}:` })
      if (await card.isDisabled()) return []
      await card.click()
      const dialog = page.getByRole('dialog', { name: label })
      await expect(dialog.getByRole('status')).toContainText('ao todo')
      const rows = await tableOf(dialog.getByRole('table'))
      await expect(dialog.getByRole('status')).toHaveText(`${rows.length} ao todo`)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      return rows
    },
    chart: async (title) => {
      const table = page.getByRole('table', { name: title })
      await page.getByRole('button', { name: `Como tabela: ${title}` }).click()
      const rows = await tableOf(table)
      await page.getByRole('button', { name: `Como gráfico: ${title}` }).click()
      return rows
    },
    attendants: () => tableOf(page.getByRole('table', { name: 'Atendentes' })),
    file: async () => {
      const rows = await sheetOf(await downloadBy(page, page.getByRole('button', { name: 'Exportar' })))
      return Object.fromEntries(rows.map((row) => [row['Indicador'] ?? '', row]))
    },
    tab: (name) => page.getByRole('tab', { name }).click(),
  }
}
