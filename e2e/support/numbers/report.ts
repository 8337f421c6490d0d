import { type Page, expect } from '@playwright/test'
import type { Server } from '../server.ts'
import { type Row, downloadBy, sheetOf, tableOf } from './tables.ts'

/** What the report says, read as a person reads it. */
export interface ReadReport {
  /** The rows of a tab. */
  rows: (tab: string) => Promise<Row[]>
  /** A file that the page has made, such as 'Esperas em CSV'. */
  file: (kind: string) => Promise<Row[]>
}

export async function openReport(page: Page, { url }: Pick<Server, 'url'>): Promise<ReadReport> {
  await page.goto(`${url}/reports`)
  const table = page.getByRole('main').getByRole('table').filter({ hasText: 'Ticket' })
  const files = page.getByRole('region', { name: 'Arquivos exportados' })

  return {
    rows: async (tab) => {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await expect(table.locator('tbody tr').first()).toBeVisible()
      return tableOf(table)
    },
    file: async (kind) => {
      await page.getByRole('button', { name: 'Exportar', exact: true }).click()
      await page.getByRole('menuitem', { name: kind, exact: true }).click()
      const link = files.getByRole('link', { name: new RegExp(`^Baixar ${kind}`) })
      const rows = await sheetOf(await downloadBy(page, link))
      await files.getByRole('button', { name: new RegExp(`^Remover ${kind}`) }).click()
      await expect(link).toHaveCount(0)
      return rows
    },
  }
}
