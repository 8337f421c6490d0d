import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = import.meta.dirname
const features = join(src, 'features')

interface Import {
  from: string
  to: string
  /** True for `import('…')`, which makes the file a chunk that is loaded later. */
  isDynamic: boolean
}

const imports = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => join(src, file))
  .flatMap(importsOf)

function importsOf(from: string): Import[] {
  const found = readFileSync(from, 'utf8').matchAll(/(?:from|import) ?(\(?)'(\.[^']+)'/g)
  return [...found].map(([, bracket, path = '']) => ({
    from,
    to: resolve(dirname(from), path),
    isDynamic: bracket === '(',
  }))
}

const told = ({ from, to }: Import) => `${relative(src, from)} imports ${relative(src, to)}`
const featureOf = (file: string) => (file.startsWith(features) ? relative(features, file).split('/')[0] : undefined)

/** The folder inside of a feature that a file is in. */
function roomOf(file: string): string | undefined {
  const [feature, room, ...rest] = file.startsWith(features) ? relative(features, file).split('/') : []
  return feature && room && rest.length > 0 ? join(features, feature, room) : undefined
}

test('no feature imports another feature', () => {
  const crossing = imports.filter(
    ({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to),
  )
  expect(crossing.map(told)).toEqual([])
})

test('a folder inside of a feature is imported only through its index.ts', () => {
  const past = imports.filter(({ from, to, isDynamic }) => {
    const room = roomOf(to)
    return room && room !== roomOf(from) && !isDynamic && to !== join(room, 'index.ts')
  })
  expect(past.map(told)).toEqual([])
})

test('every import is resolved', () => {
  expect(imports.length).toBeGreaterThan(500)
  expect(imports.filter(({ to }) => !existsSync(to.replace(/\?.*$/, ''))).map(told)).toEqual([])
})
