import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const own = 'scripts/citations.test.ts'
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|sql|md)$/.test(file) && file !== own && existsSync(join(root, file)))

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sources = files.map((file) => ({ file, text: read(file) }))
const linesWith = (isWrong: (match: string[]) => boolean, pattern: RegExp) =>
  sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].filter(isWrong).map(([cited]) => `${file} cites ${cited}`),
  )

test('every page of the documentation that is cited exists', () => {
  const wrong = linesWith(([, page = '']) => !existsSync(join(root, page)), /(?<![\w/.-])(docs\/[\w/-]+\.md)/g)

  expect(wrong).toEqual([])
})

test('every section of the requirements that is cited exists', () => {
  const wrong = linesWith(
    ([, page = '', section = '']) => !read(`docs/requirements/${page}`).includes(`\n## ${section}. `),
    /docs\/requirements\/([\w-]+\.md), sections? (\d+)/g,
  )

  expect(wrong).toEqual([])
})

test('every numbered requirement that is cited exists', () => {
  const known = new Set(
    ['security', 'reliability'].flatMap((page) =>
      [...read(`docs/requirements/${page}.md`).matchAll(/\*\*([SR]\d+)\*\*/g)].map(([, number]) => number),
    ),
  )
  const wrong = linesWith(([, number]) => !known.has(number), /(?<![\w.-])([SR]\d{1,2})(?![\w.%])/g)

  expect(wrong).toEqual([])
})

test('nothing refers to a text outside of the repository', () => {
  const wrong = linesWith(() => true, /specification part \d|wire contract|behaviour of the family/gi)

  expect(wrong).toEqual([])
})
