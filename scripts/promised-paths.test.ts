import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './tool.ts'

const pages = ['docs/promises.md', ...readdirSync(join(root, 'docs/promises')).map((name) => `docs/promises/${name}`)]

/** Every file and folder that a page can name. */
const places = ['apps', 'bench', 'chaos', 'docs', 'e2e', 'packages', 'scripts'].flatMap((top) => [
  `/${top}`,
  ...readdirSync(join(root, top), { recursive: true, withFileTypes: true }).map(
    (entry) => `/${relative(root, join(entry.parentPath, entry.name))}`,
  ),
])

/** Words in code marks that look like a path: of several parts, or with the ending of a source file or a page. */
const isPath = (text: string) =>
  /^[\w.\-@/{},*]+$/.test(text) && !text.startsWith('/') && /\/|\.(tsx?|mjs|md)$/.test(text)

/** `a/{b,c}.ts` is two paths. */
function spelledOut(path: string): string[] {
  const [braces, choices] = /\{([^{}]+)\}/.exec(path) ?? []
  if (braces === undefined || choices === undefined) return [path]
  return choices.split(',').flatMap((choice) => spelledOut(path.replace(braces, () => choice)))
}

/** Pages shorten paths from the left, and some name all files of a kind. */
function isThere(path: string): boolean {
  const parts = path.replace(/\/$/, '').split('*')
  const pattern = new RegExp(`/${parts.map((part) => part.replaceAll('.', String.raw`\.`)).join('[^/]*')}$`)
  return places.some((place) => pattern.test(place))
}

test.each(pages)('every path that %s names leads somewhere', (page) => {
  const named = [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) => text)
  const paths = named.filter(isPath).flatMap(spelledOut)
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})
