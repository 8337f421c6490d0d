import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { allFacts } from '#channels/facts'

/**
 * Files outside of `channels/` that may name a channel, with the reason. All others must read a fact
 * (`#channels/facts`).
 */
const mayName: Record<string, string> = {
  'modules/companies/plan-features.ts': 'the words by which plans store their features',
  'modules/imports/imports.routes.ts': 'the answer that clients of this call expect',
  'modules/contact-sheets/column-fields.ts': 'titles that people give to a column of numbers',
  'modules/integration-services/try-integration.ts': 'an admin tries an integration as a customer of the web chat',
  'demo/add-demo.ts': 'makes the connections of a made-up company',
}

const names = allFacts.map(({ name }) => name)
/** A channel's name in quotes, in code or SQL, or as an unambiguous key of an object. */
const naming = new RegExp(`(['"\`])(${names.join('|')})\\1|^\\s*(whatsapp_cloud|facebook|instagram|webchat):`, 'm')

test('nothing outside of channels/ names a channel', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(relative(import.meta.dirname, entry.parentPath), entry.name))
    .filter((file) => !file.startsWith('channels/'))
  expect(files.length).toBeGreaterThan(200)
  const found = files.filter((file) => naming.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
  // `toEqual`, so that an exception that is not needed any more fails too.
  expect(found.toSorted()).toEqual(Object.keys(mayName).toSorted())
})
