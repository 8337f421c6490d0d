import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Texts = Map<string, string>

/** All texts of a language by full key. */
export function textsOf(language: string): Texts {
  return new Map(
    filesOf(language).flatMap((file) => [...textsIn(basename(file.pathname, '.json'), readFileSync(file, 'utf8'))]),
  )
}

/** Those of the first page, and those that come with other screens. */
function filesOf(language: string): URL[] {
  return [`${language}/`, `${language}/screens/`].flatMap((path) => {
    const folder = new URL(path, import.meta.url)
    return readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [new URL(name, folder)] : []))
  })
}

/** The first parts of all keys. `screens`: of those that come with other screens than the first. */
export function areas(of: 'all' | 'screens'): string[] {
  return filesOf('pt').flatMap(({ pathname }) =>
    of === 'all' || pathname.includes('/screens/') ? [basename(pathname, '.json')] : [],
  )
}

/** The texts of a locale file by full key. */
function textsIn(prefix: string, json: string): Texts {
  return new Map(leaves(prefix, JSON.parse(json)))
}

function leaves(path: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither a text nor a group of texts`)
  return Object.entries(value).flatMap(([name, inner]) => leaves(`${path}.${name}`, inner))
}

/**
 * The keys in the code: strings of the form `feature.group.name` whose first part is a locale file, and the constant
 * prefixes of composed keys (`errors.${code}`).
 */
export function keysInCode(root: URL): { keys: Set<string>; prefixes: Set<string> } {
  const features = areas('all')
  const named = new RegExp(`(['"\`])((?:${features.join('|')})(?:\\.[A-Za-z0-9_]+)+)\\1`, 'g')
  const composed = new RegExp(`\`((?:${features.join('|')})(?:\\.[A-Za-z0-9_]+)*\\.)\\$\\{`, 'g')
  const keys = new Set<string>()
  const prefixes = new Set<string>()
  for (const file of sources(fileURLToPath(root))) {
    const text = readFileSync(file, 'utf8')
    for (const [, , key = ''] of text.matchAll(named)) keys.add(key)
    for (const [, prefix = ''] of text.matchAll(composed)) prefixes.add(prefix)
  }
  return { keys, prefixes }
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}
