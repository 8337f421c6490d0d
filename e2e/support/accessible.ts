import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** False positives: it takes the initials in an avatar and the hint of a key for parts of the label. */
const misled = ['label-content-name-mismatch']

/** Checks the rules of WCAG 2.2 AA that a program can check. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).disableRules(misled).analyze()
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message}`))
  expect(found).toEqual([])
}
