import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tool.ts'
import { defects } from './defects.ts'
import { escapePattern } from './escape-pattern.ts'
import { defectsTable } from './table.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

test.each(defects)('the text that "$name" replaces occurs exactly once in its file', ({ file, text, replacement }) => {
  expect(read(file).split(text)).toHaveLength(2)
  expect(replacement).not.toBe(text)
})

test.each(defects)('the test that finds "$name" exists', ({ foundBy: { file, test: title } }) => {
  expect(titlesIn(read(file)).some((pattern) => pattern.test(title))).toBe(true)
})

test('every defect has a unique name', () => {
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length)
})

test('docs/promises/defects.md contains the table of all defects', () => {
  expect(read('docs/promises/defects.md')).toContain(defectsTable(defects))
})

/** The test titles in a source text as patterns; placeholders such as %s and $name match anything. */
function titlesIn(source: string): RegExp[] {
  const titles = [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)*)\1\s*,/g)].map(([, , title = '']) => title)
  return titles.map((title) => {
    const parts = title.replaceAll(/\\(.)/g, '$1').split(/%s|\$\w+/)
    return new RegExp(`^${parts.map((part) => escapePattern(part)).join('.*')}$`)
  })
}
