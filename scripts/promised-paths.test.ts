import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './tool.ts'

const pagesIn = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
const pages = [
  'docs/promises.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'docs/requirements/reliability.md',
  ...pagesIn('docs/promises'),
  ...pagesIn('docs/flows'),
]

/** All files and folders of the repository, each with its full path. */
const allPaths = ['apps', 'bench', 'chaos', 'docs', 'e2e', 'packages', 'scripts'].flatMap((top) => [
  `/${top}`,
  ...readdirSync(join(root, top), { recursive: true, withFileTypes: true }).map(
    (entry) => `/${relative(root, join(entry.parentPath, entry.name))}`,
  ),
])

/** A word in backticks is a path if it has several parts or the extension of a source file or page. */
const isPath = (text: string) =>
  /^[\w.\-@/{},*]+$/.test(text) && !/^(\/|\.\/|node_modules)/.test(text) && /\/|\.(tsx?|mjs|md)$/.test(text)

/** Expands `a/{b,c}.ts` to two paths. */
function spelledOut(path: string): string[] {
  const [braces, choices] = /\{([^{}]+)\}/.exec(path) ?? []
  if (braces === undefined || choices === undefined) return [path]
  return choices.split(',').flatMap((choice) => spelledOut(path.replace(braces, () => choice)))
}

/** Pages leave out the beginning of a path, and what follows the number of a decision or a migration. `*` is any name. */
function isThere(path: string): boolean {
  const parts = path.replace(/\/$/, '').split('*')
  const pattern = new RegExp(
    `/${parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('[^/]*')}${/\/\d{4}$/.test(path) ? '-' : '$'}`,
  )
  return allPaths.some((known) => pattern.test(known))
}

test.each(pages)('every path named in %s exists', (page) => {
  const named = [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => text)
  const paths = named.filter(isPath).flatMap(spelledOut)
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})
