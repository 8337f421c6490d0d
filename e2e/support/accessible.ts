import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Takes the initials in an avatar and the hint of a key for words of the label. */
const misled = ['label-content-name-mismatch']

/** WCAG 2.2 AA as far as a program can tell, in the colors that the page has now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).disableRules(misled).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message}`))
  expect(found).toEqual([])
}

/** The same in both color schemes. The page must follow the system's choice. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('main, [role=log]').first()).toHaveCSS('color-scheme', colorScheme)
    await expectAccessible(page)
  }
}
