import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** False positives: it takes the initials in an avatar and the hint of a key for parts of the label. */
const falsePositives = ['label-content-name-mismatch']

/** Checks the rules of WCAG 2.2 AA that a program can check, in the current color scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).disableRules(falsePositives).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message}`))
  expect(found).toEqual([])
}

/** The same in both color schemes. The page must follow the system's setting. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('main, [role=log]').first()).toHaveCSS('color-scheme', colorScheme)
    await expectAccessible(page)
  }
}
