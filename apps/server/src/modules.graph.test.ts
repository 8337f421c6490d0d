import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { graph } from './modules.graph.ts'

const root = join(import.meta.dirname, 'modules')

const filesOf = (module: string): string[] =>
  readdirSync(join(root, module), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )

const uses = (module: string): string[] =>
  filesOf(module).flatMap((file) =>
    [...readFileSync(join(root, module, file), 'utf8').matchAll(/from '#modules\/([\w-]+)'/g)].map(
      ([, used]) => used ?? '',
    ),
  )

test('every module is in the graph', () => {
  expect(Object.keys(graph).toSorted()).toEqual(readdirSync(root).toSorted())
})

test.each(Object.entries(graph))('%s uses only the modules that it declares', (module, declared) => {
  expect(declared).toEqual(expect.arrayContaining([...new Set(uses(module))]))
})

test('every module comes after all modules that it uses, so there are no cycles', () => {
  const seen = new Set<string>()
  for (const [module, declared] of Object.entries(graph)) {
    expect({ module, before: declared.filter((name) => !seen.has(name)) }).toEqual({ module, before: [] })
    seen.add(module)
  }
})
