import { type Download, type Locator, type Page, expect } from '@playwright/test'
import { readSheet } from '../../../apps/server/src/platform/sheets/read-sheet.ts'

/** A row of a table or of a file: its cells by the titles of their columns. */
export type Row = Readonly<Record<string, string>>

const limits = { rows: 1000, columns: 30, text: 1_000_000, inflated: 5_000_000, time: 60_000 }

/** What a screen shows as a table, without what only screen readers say. */
export async function tableOf(table: Locator): Promise<Row[]> {
  const titles = await table.locator('thead th').allInnerTexts()
  const rows: Row[] = []
  for (const row of await table.locator('tbody tr').all()) {
    const aloud = await row.locator('.aloud').allInnerTexts()
    const cells = await row.locator('td').allInnerTexts()
    rows.push(
      rowOf(
        titles,
        cells.map((cell) => aloud.reduce((text, part) => text.replace(part.trim(), ''), cell).trim()),
      ),
    )
  }
  return rows
}

/** What a file holds that was saved, as CSV or XLSX. */
export async function sheetOf(file: Download): Promise<Row[]> {
  const lines: string[][] = []
  for await (const part of readSheet(await file.path(), limits)) lines.push(...part.map(({ cells }) => cells))
  const [titles = [], ...rows] = lines
  return rows.map((cells) => rowOf(titles, cells))
}

const rowOf = (titles: readonly string[], cells: readonly string[]): Row =>
  Object.fromEntries(titles.map((title, nth) => [title.trim(), cells[nth] ?? '']))

/** A file that is saved by a press. */
export async function downloadBy(page: Page, press: Locator): Promise<Download> {
  const downloading = page.waitForEvent('download')
  await press.click()
  return downloading
}

/** Of a column of numbers. */
export const sumOf = (rows: readonly Row[], column: string): number =>
  rows.reduce((sum, row) => sum + Number.parseInt(row[column] ?? '', 10), 0)

/** In a time of a file, HH:MM:SS. */
export function secondsIn(time: string | undefined): number {
  expect(time).toMatch(/^\d\d:\d\d:\d\d$/)
  const [hours = 0, minutes = 0, seconds = 0] = (time ?? '').split(':').map(Number)
  return (hours * 60 + minutes) * 60 + seconds
}

/** In a time of a screen, such as 00h 18m. */
export function minutesIn(time: string | undefined): number {
  expect(time).toMatch(/^\d\dh \d\dm$/)
  const [hours = 0, minutes = 0] = (time ?? '').split(' ').map((part) => Number.parseInt(part, 10))
  return hours * 60 + minutes
}

/** The time as screens show it. */
export function hoursOf(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${padded(Math.floor(minutes / 60))}h ${padded(minutes % 60)}m`
}
const padded = (value: number) => String(value).padStart(2, '0')

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
