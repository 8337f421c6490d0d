import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from './read-texts.ts'

const src = join(import.meta.dirname, '..')
const ofScreens = new RegExp(`(['"\`])(?:${areas('screens').join('|')})\\.`)

/** What a file fetches at once or later, without its types, and without screens that come with their texts. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/(?:im|ex)port type [^;]*?from '[^']+'/g, '')
    .replaceAll(/withScreenTexts\(\(\) => import\('[^']+'\)\)/g, '')
  const found = text.matchAll(/(?:from|import) ?\(?'(\.[^']+\.tsx?)'/g)
  return [...found].map(([, path = '']) => resolve(dirname(file), path))
}

function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file) || file.startsWith(import.meta.dirname)) return reached
  reached.add(file)
  for (const imported of importsOf(file)) reachedFrom(imported, reached)
  return reached
}

test('only screens that come with their texts use the texts of screens', () => {
  const reached = [...reachedFrom(join(src, 'main.tsx'))]
  expect(reached.length).toBeGreaterThan(300)
  const early = reached.filter((file) => ofScreens.test(readFileSync(file, 'utf8')))
  expect(early.map((file) => relative(src, file))).toEqual([])
})
