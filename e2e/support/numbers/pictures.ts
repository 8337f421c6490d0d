import { type Page, expect } from '@playwright/test'
import sharp from 'sharp'
import { downloadBy } from './tables.ts'

/** The path of the picture that a chart is saved as. */
export async function savedPicture(page: Page, title: string): Promise<string> {
  await page.getByRole('button', { name: `Salvar: ${title}` }).click()
  const picture = await downloadBy(page, page.getByRole('menuitem', { name: 'PNG' }))
  expect(picture.suggestedFilename()).toBe(`${title}.png`)
  return picture.path()
}

/** How many dots of a picture have a strong colour: bars and rings, and no text. */
export async function colouredIn(path: string): Promise<number> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 2400, channels: 3 })
  let count = 0
  for (let at = 0; at < data.length; at += 3) {
    const dot = [...data.subarray(at, at + 3)]
    if (Math.max(...dot) - Math.min(...dot) > 60) count += 1
  }
  return count
}
