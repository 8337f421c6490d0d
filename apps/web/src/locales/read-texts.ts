import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Texts = Map<string, string>

/** All texts of a language by full key. */
export function textsOf(language: string): Texts {
  const folder = new URL(`${language}/`, import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Map(files.flatMap((name) => [...textsIn(name.replace('.json', ''), readFileSync(new URL(name, folder), 'utf8'))]))
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
  const features = readdirSync(new URL('locales/pt/', root)).map((name) => name.replace('.json', ''))
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
